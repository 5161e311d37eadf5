import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { describe, expect, it } from 'vitest';
import { backUp } from '../../../src/service/maintenance/backup.js';
import { scratchFile } from '../../../src/service/maintenance/scratch-file.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { asNobody } from '../../support/as-nobody.js';
import { startChild } from '../../support/child-process.js';
import { filledDatabase } from '../../support/filled-database.js';
import { sqlitePlace } from '../../support/places.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { damage } from './damaged-database.js';
import { digests } from './digests.js';
import { lastOf, wholePairs } from './pairs.js';

describe('backUp', () => {
  it('writes everything into one file for its owner alone', async () => {
    const database = await filledDatabase(30);
    const file = join(temporaryDirectory(), 'backup.db');
    const backup = await backUp(database, file);

    expect(backup).toMatchObject({ database, file, bytes: statSync(file).size });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(['backup.db']);
    const expected = await digests(database);
    expect(await digests(file)).toEqual(expected);
    expect(backup).toMatchObject({ feeds: expected.feeds?.rows, items: expected.items?.rows });
  });

  it('is of one instant while another process writes, which never waits in vain', async () => {
    const database = await sqlitePlace();
    await (await openStore(database)).close();
    const writer = await startChild('test/service/maintenance/pair-writer.child.ts', database);
    for (let lines = 0; lines < 3; lines += 1) await writer.line();
    const directory = temporaryDirectory();
    const pairs: number[] = [];
    for (let number = 0; number < 8; number += 1) {
      const file = join(directory, `${number}.db`);
      await backUp(database, file);
      pairs.push(await wholePairs(file));
      await writer.line();
    }
    writer.tell('stop');
    const written = await lastOf(writer);

    // Each is a state there was: never half of a transaction, and later is never less.
    expect(pairs).toEqual(pairs.toSorted((a, b) => a - b));
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(written).toMatchObject({ failed: null });
    expect(await writer.exit).toBe(0);
  });

  it.skipIf(process.platform === 'win32')(
    'never takes the place of a device or a pipe',
    async () => {
      const database = await filledDatabase(31, 5);
      const pipe = join(temporaryDirectory(), 'pipe');
      execFileSync('mkfifo', [pipe]);
      await expect(backUp(database, pipe, { force: true })).rejects.toMatchObject({
        code: 'FILE_UNWRITABLE',
        message: `${pipe} cannot be written: it is a device, a pipe or a directory.`,
      });
      expect(statSync(pipe).isFIFO()).toBe(true);
    },
  );

  it('replaces nothing, unless it is told to', async () => {
    const database = await filledDatabase(31, 5);
    const file = join(temporaryDirectory(), 'backup.db');
    writeFileSync(file, 'precious');
    await expect(backUp(database, file)).rejects.toMatchObject({ code: 'FILE_EXISTS' });
    expect(statSync(file).size).toBe('precious'.length);

    await backUp(database, file, { force: true });
    expect(await digests(file)).toEqual(await digests(database));
  });

  it('takes away what a killed one left, and not what a living one works on', async () => {
    const database = await filledDatabase(31, 5);
    const directory = temporaryDirectory();
    const file = join(directory, 'backup.db');
    // No process has a number beyond the largest there can be; number 1 is always there.
    writeFileSync(`${file}.4194305.part`, '');
    writeFileSync(`${file}.1.part`, '');
    // A daily backup has another name each day; the last two are of other programs.
    for (const left of ['old.db.4194305.part', 'old.db.4194305.part-wal']) {
      writeFileSync(join(directory, left), '');
    }
    for (const other of ['old.iso.4194305.part', '4194305.part']) {
      writeFileSync(join(directory, other), '');
    }
    await backUp(database, file);
    expect(readdirSync(directory).sort()).toEqual([
      ...['4194305.part', 'backup.db', 'backup.db.1.part', 'old.iso.4194305.part'],
    ]);
  });
});

describe('a file in the making', () => {
  it('replaces nothing that came meanwhile, unless it is told to', async () => {
    const file = join(temporaryDirectory(), 'backup.db');
    const scratch = await scratchFile(file);
    writeFileSync(scratch.path, 'backup');
    writeFileSync(file, 'precious');
    await expect(scratch.publish({ replace: false })).rejects.toMatchObject({
      code: 'FILE_EXISTS',
      hint: 'Give another name, or --force to replace it.',
    });
    expect(readFileSync(file, 'utf8')).toBe('precious');
    rmSync(file);
    symlinkSync('nowhere', file);
    await expect(scratch.publish({ replace: false })).rejects.toMatchObject({
      code: 'FILE_EXISTS',
    });
    await scratch.publish({ replace: true });
    expect(readFileSync(file, 'utf8')).toBe('backup');
    expect(readdirSync(dirname(file))).toEqual(['backup.db']);
  });

  it('is not called complete when it cannot be written to the disk', async () => {
    const file = join(temporaryDirectory(), 'backup.db');
    const scratch = await scratchFile(file);
    await scratch.discard();
    await expect(scratch.publish({ replace: true })).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
    });
    expect(existsSync(file)).toBe(false);
  });
});

describe('backUp refuses', () => {
  it('to write where it cannot, and says why', async () => {
    const database = await filledDatabase(31, 5);
    const directory = temporaryDirectory();
    await expect(backUp(database, join(directory, 'no', 'b.db'))).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: expect.stringContaining('its directory does not exist'),
    });
    chmodSync(directory, 0o755);
    const making = asNobody(() => scratchFile(join(directory, 'b.db')));
    await expect(making).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: expect.stringContaining('permission denied'),
    });
  });

  it('a database that is not there, or is the file itself', async () => {
    const missing = await sqlitePlace();
    const file = join(temporaryDirectory(), 'b.db');
    const backup = backUp(missing, file);
    await expect(backup).rejects.toMatchObject({ code: 'DATABASE_MISSING' });
    expect(existsSync(missing)).toBe(false);

    const database = await filledDatabase(31, 5);
    const onto = backUp(database, database, { force: true });
    await expect(onto).rejects.toMatchObject({ code: 'SAME_DATABASE' });
  });

  it.each([
    ['in some pages', 2048],
    ['in every page', 4096 * 3],
  ])('to call the copy of a database that is damaged %s a backup', async (_, bytes) => {
    const database = await filledDatabase(30);
    damage(database, bytes);
    const file = join(temporaryDirectory(), 'b.db');
    await expect(backUp(database, file)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:DATABASE_DAMAGED|STORE_UNAVAILABLE)$/),
      message: expect.stringMatching(/damaged/),
    });
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('a database with rows that refer to nothing, which it names', async () => {
    const path = await filledDatabase(30);
    orphan(path);
    const file = join(temporaryDirectory(), 'b.db');
    await expect(backUp(path, file)).rejects.toMatchObject({
      code: 'DATABASE_DAMAGED',
      message: `The database ${path} is damaged: rows of items refer to missing rows of feeds.`,
    });
  });
});

/** An item of a feed that does not exist, as another program can write it. */
function orphan(path: string): void {
  const database = new LibsqlDatabase(path);
  database.pragma('foreign_keys = off');
  database.exec("update items set feed_id = 'gone' where rowid = (select min(rowid) from items)");
  database.close();
}
