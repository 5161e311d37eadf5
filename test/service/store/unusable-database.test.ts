import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import LibsqlDatabase from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { VERSION } from '../../../src/contract/index.js';
import { systemClock } from '../../../src/service/core/time.js';
import { MIGRATIONS } from '../../../src/service/store/migrations/index.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { asNobody } from '../../support/as-nobody.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** Refused as an unusable store, in a message that has all of the parts. */
async function expectUnavailable(work: Promise<unknown>, ...parts: string[]): Promise<void> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'ServiceError', code: 'STORE_UNAVAILABLE' });
  for (const part of parts) expect(String(error)).toContain(part);
}

describe('a database that cannot be used is refused with its path and what to do', () => {
  it('in a directory that may not be written', async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o555);
    const path = join(directory, 'feedctl.db');

    const opening = asNobody(() => openStore(path, systemClock));
    await expectUnavailable(opening, path, 'permission denied', 'FEEDCTL_DATA_DIR');
  });

  it('that may be read but not written, and that may not be read', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'feedctl.db');
    await (await openStore(path, systemClock)).close();
    chmodSync(directory, 0o555);
    chmodSync(path, 0o444);
    const reading = asNobody(() => openStore(path, systemClock));
    await expectUnavailable(reading, path, 'cannot be written', 'permission denied');
    chmodSync(path, 0o000);
    const opening = asNobody(() => openStore(path, systemClock));
    await expectUnavailable(opening, path, 'cannot be opened', 'its directory may be written');
  });

  it('in a place that is no directory', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const path = join(file, 'feedctl.db');

    await expectUnavailable(openStore(path, systemClock), path, 'is a file: move that away');
  });

  it('that is a directory', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    mkdirSync(path);

    await expectUnavailable(openStore(path, systemClock), path, 'a directory has its name');
  });

  it('that is some other file', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    writeFileSync(path, 'Dear diary, '.repeat(1000));

    const opening = openStore(path, systemClock);
    await expectUnavailable(opening, path, 'is not a feedctl database', 'Move it away');
  });

  it('that is empty, and the log beside it stays', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    writeFileSync(path, '');
    writeFileSync(`${path}-wal`, 'the last commits');

    const opening = openStore(path, systemClock);
    await expectUnavailable(opening, path, 'is empty (0 bytes)', 'feedctl service restore FILE');
    expect(readFileSync(`${path}-wal`, 'utf8')).toBe('the last commits');
  });

  it('that a newer feedctl has written', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    await (await openStore(path, systemClock)).close();
    const newer = new LibsqlDatabase(path);
    newer.exec(
      "insert into schema_migrations values (999, 'future', 0, '9.9.9', '0123456789abcdef', '2031-01-02')",
    );
    newer.close();

    const opening = openStore(path, systemClock);
    const writer = 'feedctl 9.9.9 (commit 0123456789ab of 2031-01-02) with schema 999 (future)';
    await expectUnavailable(opening, path, writer, `git -C ${process.cwd()} pull && npm --prefix`);
    await expectUnavailable(opening, path, 'feedctl service restore FILE');
  });

  it.each([
    ['feedctl 0.1.0', "(1, 'interval-before-pause', 0, '0.1.0', null, null)"],
    [
      'a build of this version',
      `(${MIGRATIONS.length}, 'of-a-branch', 0, '${VERSION}', null, null)`,
    ],
  ])('that %s has written with another schema', async (_, row) => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    await (await openStore(path, systemClock)).close();
    const older = new LibsqlDatabase(path);
    older.exec(`delete from schema_migrations; insert into schema_migrations values ${row}`);
    older.close();

    const [number, name, , version] = row.slice(1, -1).replaceAll("'", '').split(', ');
    const opening = openStore(path, systemClock);
    const written = `was written by feedctl ${version} with schema ${number} (${name})`;
    await expectUnavailable(opening, path, written, 'Only that build reads it', 'export --to');
  });

  it('that a build with other columns in the foundation has written', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    const [foundation] = MIGRATIONS;
    if (foundation === undefined) throw new Error('There are no migrations.');
    const other = { ...foundation, name: 'foundation-00000000' };
    await (await openStore(path, systemClock, { wanted: [other] })).close();

    const opening = openStore(path, systemClock);
    await expectUnavailable(opening, path, '(foundation-00000000)', `(${MIGRATIONS.at(-1)?.name})`);
  });

  it('on a full disk: the request fails as a whole, and works once there is space', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    const { db, close } = await openStore(path, systemClock);
    onTestFinished(close);
    const fill = () =>
      db.transaction().execute(async (open) => {
        await open.insertInto('accounts').values({ id: 'a', name: 'a', created_at: 0 }).execute();
        const name = 'x'.repeat(1_000_000);
        await open.insertInto('accounts').values({ id: 'b', name, created_at: 0 }).execute();
      });
    await sql`pragma max_page_count = 1`.execute(db);

    await expectUnavailable(fill(), path, 'is full');
    expect(await db.selectFrom('accounts').select('id').execute()).toEqual([]);
    await sql`pragma max_page_count = 100000`.execute(db);
    await fill();
    expect(await db.selectFrom('accounts').select('id').execute()).toHaveLength(2);
  });
});
