import { describe, expect, it } from 'vitest';
import { configDirectory, dataDirectory } from '../../../src/cli/profiles/directories.js';

describe('directories', () => {
  it.each([
    [{ HOME: '/home/jo' }, '/home/jo/.config/feedctl', '/home/jo/.local/share/feedctl'],
    [{ HOME: '/home/jo', XDG_CONFIG_HOME: '/x', XDG_DATA_HOME: '/y' }, '/x/feedctl', '/y/feedctl'],
    [
      { HOME: '/home/jo', XDG_CONFIG_HOME: 'relative', XDG_DATA_HOME: '' },
      '/home/jo/.config/feedctl',
      '/home/jo/.local/share/feedctl',
    ],
    [{ XDG_CONFIG_HOME: '/x', FEEDCTL_CONFIG_DIR: '/c', FEEDCTL_DATA_DIR: '/d' }, '/c', '/d'],
    [
      { HOME: '/home/jo', FEEDCTL_CONFIG_DIR: '', FEEDCTL_DATA_DIR: '' },
      '/home/jo/.config/feedctl',
      '/home/jo/.local/share/feedctl',
    ],
  ])('%j', (env, config, data) => {
    expect(configDirectory(env)).toBe(config);
    expect(dataDirectory(env)).toBe(data);
  });
});
