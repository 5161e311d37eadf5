import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileLocked, takeFileLock } from '../../src/base/file-lock.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** Above the largest process id there can be. */
const NOBODY = 4_194_305;

describe('a lock file', () => {
  it('is held by one at a time, which others are told of', async () => {
    const lock = join(temporaryDirectory(), 'a.lock');
    const release = await takeFileLock(lock);
    await expect(takeFileLock(lock)).rejects.toEqual(new FileLocked(process.pid));
    await release();
    expect(existsSync(lock)).toBe(false);
  });

  it('is waited for', async () => {
    const lock = join(temporaryDirectory(), 'a.lock');
    const release = await takeFileLock(lock);
    const second = takeFileLock(lock, 60_000);
    await release();
    await (await second)();
    expect(existsSync(lock)).toBe(false);
  });

  it.each([
    ['of a process that is gone', NOBODY, 0],
    ['without a heartbeat', process.pid, 3_600_000],
    ['that a full disk has left empty', '', 5000],
  ])('%s is taken over by one of many', async (_, pid, ageMs) => {
    const directory = temporaryDirectory();
    const lock = join(directory, 'a.lock');
    writeFileSync(lock, pid === '' ? '' : `${pid}\n`);
    const before = new Date(Date.now() - ageMs);
    utimesSync(lock, before, before);
    let inside = 0;
    let most = 0;
    const each = async () => {
      const release = await takeFileLock(lock, 60_000);
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      await release();
    };
    await Promise.all(Array.from({ length: 6 }, each));
    expect(most).toBe(1);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('passes on why it cannot be made', async () => {
    const lock = join(temporaryDirectory(), 'missing', 'a.lock');
    await expect(takeFileLock(lock)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
