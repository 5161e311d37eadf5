import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFile } from '../../../src/cli/state/state-file.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const check = (value: unknown): value is number => typeof value === 'number';

describe('a state file', () => {
  it('is nothing at first, then what was written, for its owner alone', async () => {
    const path = join(temporaryDirectory(), 'deeper', 'state.json');
    const file = new StateFile(path, check);
    expect(await file.read()).toBeNull();
    await file.write(1);
    await file.write(2);
    expect(await file.read()).toBe(2);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(path, '..'))).toEqual(['state.json']);
  });

  it('is left alone when it is something else', async () => {
    const path = join(temporaryDirectory(), 'state.json');
    for (const text of ['{', '"text"']) {
      writeFileSync(path, text);
      await expect(new StateFile(path, check).read()).rejects.toMatchObject({
        exitCode: 2,
        message: `Not a state file of this command: ${path}`,
      });
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it('takes an empty file, as mktemp makes them, for a new one', async () => {
    const path = join(temporaryDirectory(), 'state.json');
    writeFileSync(path, '');
    expect(await new StateFile(path, check).read()).toBeNull();
  });

  it('follows a link', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'real'), '1');
    symlinkSync('real', join(directory, 'link'));
    await new StateFile(join(directory, 'link'), check).write(5);
    expect(readFileSync(join(directory, 'real'), 'utf8')).toBe('5\n');
  });

  it('says what to do when it cannot be written', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    const path = join(directory, 'file', 'state.json');
    await expect(new StateFile(path, check).write(1)).rejects.toMatchObject({
      exitCode: 1,
      hint: expect.stringContaining('--state FILE'),
    });
    chmodSync(directory, 0o700);
  });
});
