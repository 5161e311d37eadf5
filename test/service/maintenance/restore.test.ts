import {
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { describe, expect, it } from 'vitest';
import { backUp } from '../../../src/service/maintenance/backup.js';
import { restore } from '../../../src/service/maintenance/restore.js';
import { startInstance } from '../../../src/service/operation/start-instance.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { collectGarbage } from '../../support/collect-garbage.js';
import { filledDatabase } from '../../support/filled-database.js';
import { sqlitePlace } from '../../support/places.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { damage } from './damaged-database.js';
import { digests } from './digests.js';

const YES = { confirm: async () => {} };
const NEVER_ASKED = {
  confirm: async () => {
    throw new Error('It asked.');
  },
};

/** A backup with something in every table. */
async function backupFile(seed = 41): Promise<string> {
  const file = join(temporaryDirectory(), 'backup.db');
  await backUp(await filledDatabase(seed, 8), file);
  return file;
}

/** A database like any other, not open in this process. */
const existing = () => filledDatabase(40, 8);

describe('restore', () => {
  it('makes a database where there is none, without a question', async () => {
    const file = await backupFile();
    const database = join(await sqlitePlace(), 'deeper', 'feedctl.db');
    const restored = await restore(file, database, NEVER_ASKED);

    expect(restored).toMatchObject({ file, database, kept: null });
    expect(statSync(database).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(database))).toEqual(['feedctl.db']);
    expect(await digests(database)).toEqual(await digests(file));
  });

  it('keeps the database that was there, each time under a name of its own', async () => {
    const database = await existing();
    const before = await digests(database);
    await collectGarbage();
    const [one, other] = [await backupFile(41), await backupFile(42)];
    const asked: unknown[] = [];
    const first = await restore(one, database, {
      confirm: async (replacement) => void asked.push(replacement),
    });
    const second = await restore(other, database, YES);

    expect(asked).toMatchObject([
      { database, now: { feeds: before.feeds?.rows }, backup: { feeds: first.feeds } },
    ]);
    expect(first.kept).toBe(`${database}.before-restore`);
    expect(second.kept).toBe(`${database}.before-restore-2`);
    expect(await digests(`${database}.before-restore`)).toEqual(before);
    expect(await digests(`${database}.before-restore-2`)).toEqual(await digests(one));
    expect(await digests(database)).toEqual(await digests(other));
  });

  it('leaves a link to the database a link', async () => {
    const database = await existing();
    const link = join(temporaryDirectory(), 'feedctl.db');
    symlinkSync(database, link);
    const file = await backupFile();
    expect(await restore(file, link, YES)).toMatchObject({ database });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(await digests(link)).toEqual(await digests(file));
  });

  it('changes nothing when the answer is no', async () => {
    const database = await existing();
    const before = await digests(database);
    await collectGarbage();
    await expect(restore(await backupFile(), database, NEVER_ASKED)).rejects.toThrow('It asked.');
    expect(await digests(database)).toEqual(before);
    expect(readdirSync(dirname(database)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('takes the place of a database in which nothing is stored, and of a damaged one', async () => {
    const file = await backupFile();
    const empty = await sqlitePlace();
    await (await openStore(empty)).close();
    await collectGarbage();
    expect(await restore(file, empty, NEVER_ASKED)).toMatchObject({ kept: null });

    const broken = await existing();
    damage(broken);
    const bytes = readFileSync(broken);
    const restored = await restore(file, broken, YES);
    expect(restored.kept).toBe(`${broken}.before-restore`);
    expect(readFileSync(`${broken}.before-restore`).equals(bytes)).toBe(true);
    expect(await digests(broken)).toEqual(await digests(file));
  });

  it('does not take what served the database of the backup for alive', async () => {
    const source = await sqlitePlace();
    const store = await openStore(source);
    await store.db
      .insertInto('accounts')
      .values({ id: 'owner', name: 'owner', created_at: 1 })
      .execute();
    const info = { role: 'all', listenUrl: 'http://127.0.0.1:7410', publicUrl: null } as const;
    await startInstance(store, store.clock, info);
    const file = join(temporaryDirectory(), 'b.db');
    await backUp(source, file);
    await store.close();

    const database = await sqlitePlace();
    await restore(file, database, NEVER_ASKED);
    const { db, close } = await openStore(database);
    const [instance] = await db.selectFrom('instances').selectAll().execute();
    expect(instance).toMatchObject({ listen_url: 'http://127.0.0.1:7410' });
    expect(instance?.stopped_at).toBe(instance?.heartbeat_at);
    await close();
  });
});

describe('restore refuses, and touches nothing', () => {
  async function expectRefused(file: string, code: string, message: string): Promise<void> {
    const database = await existing();
    const before = await digests(database);
    await expect(restore(file, database, YES)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect(await digests(database)).toEqual(before);
    expect(existsSync(`${database}.before-restore`)).toBe(false);
    expect(readdirSync(dirname(database)).filter((name) => name.includes('.part'))).toEqual([]);
  }

  it('a file that is not there, and a directory', async () => {
    const directory = temporaryDirectory();
    await expectRefused(join(directory, 'no.db'), 'FILE_NOT_FOUND', 'There is no file');
    await expectRefused(directory, 'FILE_UNREADABLE', 'it is a directory');
  });

  it('another file, and the database of another program', async () => {
    const file = join(temporaryDirectory(), 'x.db');
    writeFileSync(file, 'Dear diary, '.repeat(1000));
    await expectRefused(file, 'FILE_UNUSABLE', 'is not a backup of feedctl');
    const other = join(temporaryDirectory(), 'other.db');
    const database = new LibsqlDatabase(other);
    database.exec('create table notes (text text)');
    database.close();
    await expectRefused(other, 'FILE_UNUSABLE', 'is not a backup of feedctl');
  });

  it('a damaged backup, and one cut short', async () => {
    const file = await backupFile();
    damage(file);
    await expectRefused(file, 'FILE_UNUSABLE', 'is damaged');
    const whole = readFileSync(await backupFile());
    const half = join(temporaryDirectory(), 'half.db');
    writeFileSync(half, whole.subarray(0, whole.length / 2));
    await expectRefused(half, 'FILE_UNUSABLE', 'is damaged');
  });

  it('a backup whose rows refer to missing ones', async () => {
    const file = await backupFile();
    const orphaned = new LibsqlDatabase(file);
    orphaned.exec('pragma foreign_keys = off; delete from feeds');
    orphaned.close();
    await expectRefused(file, 'FILE_UNUSABLE', 'refer to missing rows of feeds');
  });

  it.each([
    ['newer', '9.9.9'],
    ['older', '0.1.0'],
  ])('a backup of a %s release', async (_, version) => {
    const file = await backupFile();
    const other = new LibsqlDatabase(file);
    other.exec(
      `insert into schema_migrations (version, name, applied_at, feedctl_version) values (999, 'other', 0, '${version}')`,
    );
    other.close();
    await expectRefused(file, 'FILE_UNUSABLE', `written by feedctl ${version} with schema 999`);
  });

  it('a database in use, whose log has more', async () => {
    const database = await existing();
    const { db, close } = await openStore(database);
    await db.updateTable('feeds').set({ title: 'Changed' }).execute();
    const file = join(temporaryDirectory(), 'copied.db');
    copyFileSync(database, file);
    copyFileSync(`${database}-wal`, `${file}-wal`);
    await close();
    await expectRefused(file, 'FILE_UNUSABLE', `with data in ${file}-wal`);
  });

  it('the database itself, under whatever name', async () => {
    const database = await existing();
    const link = join(temporaryDirectory(), 'link.db');
    symlinkSync(database, link);
    for (const file of [database, link]) {
      await expect(restore(file, database, YES)).rejects.toMatchObject({ code: 'SAME_DATABASE' });
    }
  });

  it('while the database is served, or open in another process', async () => {
    const file = await backupFile();
    const database = await existing();
    const store = await openStore(database);
    await expect(restore(file, database, YES)).rejects.toMatchObject({
      code: 'DATABASE_IN_USE',
      message: expect.stringContaining('Another process is using the database'),
    });
    const info = { role: 'worker', listenUrl: null, publicUrl: null } as const;
    const instance = await startInstance(store, store.clock, info);
    await expect(restore(file, database, YES)).rejects.toMatchObject({
      code: 'DATABASE_IN_USE',
      message: expect.stringContaining('feedctl serve is running'),
    });
    await instance.stop();
    await store.close();
  });
});
