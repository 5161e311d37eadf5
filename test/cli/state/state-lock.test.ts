import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../../src/cli/state/state-lock.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

describe('a lock on a state file', () => {
  it('lets one in at a time, and the next one afterwards', async () => {
    const path = join(temporaryDirectory(), 'state.json');
    await withLock(path, async () => {
      await expect(withLock(path, async () => {})).rejects.toMatchObject({
        code: 'STATE_IN_USE',
        message: `The state is in use by process ${process.pid}: ${path}`,
      });
    });
    expect(await withLock(path, async () => 'in')).toBe('in');
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('is given back after a failure', async () => {
    const path = join(temporaryDirectory(), 'state.json');
    const failing = withLock(path, async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await withLock(path, async () => 'in')).toBe('in');
  });

  it('of a process that is gone is taken over', async () => {
    const path = join(temporaryDirectory(), 'state.json');
    // Above the largest process id there can be.
    writeFileSync(`${path}.lock`, '4194305\n');
    expect(await withLock(path, async () => 'in')).toBe('in');
  });

  it('not heard of for long is taken over, even if its process id lives: it may be another', async () => {
    const path = join(temporaryDirectory(), 'state.json');
    writeFileSync(`${path}.lock`, `${process.pid}\n`);
    const before = new Date(Date.now() - 3_600_000);
    utimesSync(`${path}.lock`, before, before);
    expect(await withLock(path, async () => 'in')).toBe('in');
  });
});

it('is taken over by one of many that come at once', async () => {
  const path = join(temporaryDirectory(), 'state.json');
  for (let round = 0; round < 100; round += 1) {
    writeFileSync(`${path}.lock`, '4194305\n');
    let inside = 0;
    let most = 0;
    const runs = Array.from({ length: 4 }, () =>
      withLock(path, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      }).then(
        () => 'in',
        (error: { code: string }) => error.code,
      ),
    );
    const ends = await Promise.all(runs);
    expect(most).toBe(1);
    expect(ends).toContain('in');
    expect(['in', 'STATE_IN_USE']).toEqual(expect.arrayContaining(ends));
  }
});
