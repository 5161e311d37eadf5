import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { replaceFile } from '../../../src/service/maintenance/replace-file.js';
import {
  exists,
  scratchFile,
  unwritableScratch,
} from '../../../src/service/maintenance/scratch-file.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** Numbers of processes: one that ended, one that lives, and one of another user. */
const [ENDED, LIVING, OTHERS] = [11, 12, 13];

/** A directory with these files, whose text is their name. */
function directoryWith(...names: string[]): string {
  const directory = temporaryDirectory();
  for (const name of names) writeFileSync(join(directory, name), name);
  return directory;
}

describe('a file in the making', () => {
  it('is for its owner alone, and becomes the file it was made for', async () => {
    const directory = directoryWith();
    const target = join(directory, 'a.db');
    const scratch = await scratchFile(target);
    expect(scratch.path).toBe(`${target}.${process.pid}.part`);
    expect(statSync(scratch.path).mode & 0o777).toBe(0o600);
    writeFileSync(scratch.path, 'new');
    await scratch.publish({ replace: false });
    expect(readdirSync(directory)).toEqual(['a.db']);
    expect(readFileSync(target, 'utf8')).toBe('new');
  });

  it('replaces another only when it may', async () => {
    const directory = directoryWith('a.db');
    const target = join(directory, 'a.db');
    const scratch = await scratchFile(target);
    await expect(scratch.publish({ replace: false })).rejects.toMatchObject({
      code: 'FILE_EXISTS',
    });
    expect(readFileSync(target, 'utf8')).toBe('a.db');
    await scratch.publish({ replace: true });
    expect(readFileSync(target, 'utf8')).toBe('');
    expect(readdirSync(directory)).toEqual(['a.db']);
  });

  it('is taken away with its logs', async () => {
    const directory = directoryWith('kept');
    const scratch = await scratchFile(join(directory, 'a.db'));
    for (const suffix of ['-wal', '-shm', '-journal']) writeFileSync(scratch.path + suffix, '');
    await scratch.discard();
    await scratch.discard();
    expect(readdirSync(directory)).toEqual(['kept']);
  });

  it('takes away what ended processes left of its kind, and nothing of living ones', async () => {
    const kill = vi.spyOn(process, 'kill').mockImplementation((pid) => {
      if (pid === LIVING) return true;
      throw Object.assign(new Error('no'), { code: pid === ENDED ? 'ESRCH' : 'EPERM' });
    });
    onTestFinished(() => kill.mockRestore());
    const kept = [
      `b.db.${LIVING}.part`,
      `b.db.${OTHERS}.part`,
      `b.json.${ENDED}.part`,
      `b.db.${ENDED}.part-x`,
      'b.db.part',
    ];
    const left = ['', '-wal', '-shm', '-journal'].map((end) => `old.db.${ENDED}.part${end}`);
    const directory = directoryWith(...kept, ...left);
    const scratch = await scratchFile(join(directory, 'a.db'));
    await scratch.discard();
    expect(readdirSync(directory).sort()).toEqual([...kept].sort());
    // Any other signal would end the process that is asked about.
    expect(new Set(kill.mock.calls.map(([, signal]) => signal))).toEqual(new Set([0]));
  });

  it('is never made in place of a directory, or where there is none', async () => {
    const directory = directoryWith();
    mkdirSync(join(directory, 'd'));
    for (const [name, says] of [
      ['d', 'd cannot be written: it is a device, a pipe or a directory.'],
      ['no/a.db', 'a.db cannot be written: its directory does not exist.'],
    ] as const) {
      await expect(scratchFile(join(directory, name))).rejects.toMatchObject({
        code: 'FILE_UNWRITABLE',
        message: expect.stringContaining(says),
      });
    }
  });

  it('knows what exists', async () => {
    const directory = directoryWith('a');
    expect(await exists(join(directory, 'a'))).toBe(true);
    expect(await exists(join(directory, 'b'))).toBe(false);
  });
});

it.each([
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'the disk is full'],
  [Object.assign(new Error('x'), { code: 'SQLITE_IOERR_WRITE' }), 'disk I/O error'],
  [Object.assign(new Error('the words'), { code: 'EOTHER' }), 'the words'],
  [new Error('the words'), 'the words'],
  [{ code: 'ENOSPC' }, expect.not.stringContaining('full')],
])('says why a file cannot be written: %j', (error, reason) => {
  const { message } = unwritableScratch('/a', error);
  expect(message.replace(/^\/a cannot be written: |\.$/g, '')).toEqual(reason);
});

describe('a database that is replaced', () => {
  it.each([
    [['a'], '.before-restore'],
    [['a', 'a.before-restore'], '.before-restore-2'],
    [['a', 'a.before-restore', 'a.before-restore-2'], '.before-restore-3'],
  ])('is kept beside %j as %s', async (names, end) => {
    const directory = directoryWith(...names, 'a-wal', 'new');
    const path = join(directory, 'a');
    const replaced = await replaceFile(path, join(directory, 'new'), { keep: true });
    expect(replaced).toEqual({ kept: path + end, deleted: [] });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readFileSync(path + end, 'utf8')).toBe('a');
    expect(readFileSync(`${path + end}-wal`, 'utf8')).toBe('a-wal');
    expect([existsSync(`${path}-wal`), existsSync(join(directory, 'new'))]).toEqual([false, false]);
  });

  it.each([
    [['-2', '-3', '-4'], '-5', ['-2']],
    [['', '-2', '-9', '-10', '-11'], '-12', ['', '-2', '-9']],
  ])('leaves at most three copies: beside %j comes %s, and %j go', async (ends, end, gone) => {
    const copies = ends.flatMap((each) => [
      `a.before-restore${each}`,
      `a.before-restore${each}-wal`,
    ]);
    const directory = directoryWith('a', 'new', 'a.before-restored', ...copies);
    const path = join(directory, 'a');
    const replaced = await replaceFile(path, join(directory, 'new'), { keep: true });
    const deleted = gone.map((each) => `${path}.before-restore${each}`);
    expect(replaced).toEqual({ kept: `${path}.before-restore${end}`, deleted });
    const left = readdirSync(directory).filter((name) => /before-restore(?:-\d+)?$/.test(name));
    expect(left).toHaveLength(3);
    expect(existsSync(`${deleted[0]}-wal`)).toBe(false);
    expect(existsSync(join(directory, 'a.before-restored'))).toBe(true);
  });

  it('is lost with its logs where nothing is to be kept', async () => {
    const directory = directoryWith('a', 'a-wal', 'a-shm', 'new');
    const path = join(directory, 'a');
    const replaced = await replaceFile(path, join(directory, 'new'), { keep: false });
    expect(replaced).toEqual({ kept: null, deleted: [] });
    expect(readdirSync(directory)).toEqual(['a']);
    expect(readFileSync(path, 'utf8')).toBe('new');
  });
});
