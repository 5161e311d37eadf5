import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withSecretFile } from '../../../../src/cli/commands/base/secret-file.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

describe('a file for a secret', () => {
  it('is new, and of its owner alone', async () => {
    const file = join(temporaryDirectory(), 'key');
    const made = await withSecretFile(
      file,
      async () => 'made',
      (text) => `${text}:secret`,
    );
    expect(made).toEqual({ made: 'made' });
    expect(readFileSync(file, 'utf8')).toBe('made:secret\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is there before anything is made, and gone when that fails', async () => {
    const directory = temporaryDirectory();
    const make = () => Promise.reject(new Error('refused'));
    const [taken, file] = [join(directory, 'taken'), join(directory, 'new')];
    writeFileSync(taken, 'mine');
    const write = (path: string) => withSecretFile(path, make, String);
    await expect(write(taken)).rejects.toThrow('already exists');
    await expect(write(join(directory, 'none', 'x'))).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      exitCode: 2,
    });
    await expect(write(file)).rejects.toThrow('refused');
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(taken, 'utf8')).toBe('mine');
  });
});
