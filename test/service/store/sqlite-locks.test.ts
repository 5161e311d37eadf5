import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.js';
import { sqlitePlace } from '../../support/places.js';

/** Another process that writes, and takes the log with it when it is the last one. */
const WRITER = `
  const Database = require('libsql');
  const database = new Database(process.argv[1]);
  database.exec('create table if not exists theirs (a)');
  database.exec('insert into theirs values (1)');
  database.close();
`;

it('a file that this process opens twice stays locked against the last close of another', async () => {
  const path = await sqlitePlace();
  const first = await openStore(path);
  onTestFinished(() => first.close());
  const second = await openStore(path);
  onTestFinished(() => second.close());
  execFileSync(process.execPath, ['-e', WRITER, path]);
  // Without its locks the other process would have been the last one.
  expect(existsSync(`${path}-wal`)).toBe(true);
  await sql`create table ours (a)`.execute(first.db);
  execFileSync(process.execPath, ['-e', WRITER, path]);
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
    second.db,
  );
  expect(rows).toEqual([{ integrity_check: 'ok' }]);
});
