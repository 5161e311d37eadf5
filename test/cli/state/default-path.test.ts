import { expect, it } from 'vitest';
import type { Credentials } from '../../../src/cli/profiles/resolve-credentials.js';
import { defaultStatePath } from '../../../src/cli/state/default-path.js';

const at = (baseUrl: string): Credentials => ({
  kind: 'remote',
  source: { kind: 'environment' },
  ...{ baseUrl, apiKey: 'k', apiSecret: 's', serviceVersion: null },
});
const embedded: Credentials = { kind: 'embedded', implied: true };
const env = { HOME: '/home/jo', FEEDCTL_DATA_DIR: '/data' };
const path = (command: string, id: string, credentials: Credentials) =>
  defaultStatePath(command, id, { env, credentials });

it('each command, service and id has a file of its own, always the same', () => {
  const paths = [
    path('watch', 'one', embedded),
    path('watch', 'two', embedded),
    path('digest', 'one', embedded),
    path('watch', 'one', at('https://a.example')),
    path('watch', 'one', at('https://b.example')),
  ];
  for (const each of paths) expect(each).toMatch(/^\/data\/(?:watch|digest)\/[0-9a-f]{24}\.json$/);
  expect(new Set(paths).size).toBe(paths.length);
  expect(path('watch', 'one', at('https://a.example'))).toBe(paths[3]);
});
