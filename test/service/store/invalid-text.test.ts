import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import LibsqlDatabase from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkDatabase } from '../../../src/service/maintenance/check.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { findInvalidTexts, repairTexts } from '../../../src/service/store/sqlite/invalid-text.js';
import { filledDatabase } from '../../support/filled-database.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** "It?em" and "T?": a byte that begins no character, and a character that is cut off. */
const BREAK = [
  "update items set title = cast(x'4974ff656d' as text) where rowid = (select max(rowid) from items)",
  "update feeds set title = cast(x'54e4' as text) where rowid = (select min(rowid) from feeds)",
];

async function brokenDatabase() {
  const path = await filledDatabase(7, 500);
  const database = new LibsqlDatabase(path);
  onTestFinished(() => void database.close());
  database.pragma('journal_mode = wal');
  for (const statement of BREAK) database.exec(statement);
  const [feed] = database.prepare('select id from feeds order by rowid limit 1').raw().get([]) as [
    string,
  ];
  const [item] = database
    .prepare('select number from items order by number desc limit 1')
    .raw()
    .get([]) as [number];
  return { path, database, feed, item: String(item) };
}

/** The file with its log as a process leaves it that dies: nobody else has it open. */
function asLeftByCrash(path: string): string {
  const copy = join(temporaryDirectory(), 'feedctl.db');
  for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`);
  return copy;
}

describe('texts that are not UTF-8', () => {
  it('are found with table, column and key, and only they', async () => {
    const { database, feed, item } = await brokenDatabase();
    database.exec("update bundles set name = 'Ünïcödé 🙂' || char(0) || char(10)");
    const found = findInvalidTexts(database);
    expect(found.sort((a, b) => (a.table < b.table ? -1 : 1))).toMatchObject([
      { table: 'feeds', column: 'title', id: feed, replacement: 'T\uFFFD' },
      { table: 'items', column: 'title', id: item, replacement: 'It\uFFFDem' },
    ]);
    repairTexts(database, found);
    expect(findInvalidTexts(database)).toEqual([]);
    expect(
      database.prepare('select title from feeds order by rowid limit 1').get([]),
    ).toMatchObject({ title: 'T\uFFFD' });
  });

  it('are findings of the check, which repairs them when told to', async () => {
    const { path, feed, item } = await brokenDatabase();
    const { findings } = await checkDatabase(path);
    expect(findings).toMatchObject([
      { finding: 'invalid-text', rows: 1, detail: expect.stringContaining('feeds.title') },
      { finding: 'invalid-text', rows: 1, detail: expect.stringContaining('items.title') },
    ]);
    expect(findings.map(({ examples }) => examples)).toEqual([[feed], [item]]);
    const { repaired } = await checkDatabase(path, { repair: true });
    expect(repaired).toBe(2);
    const after = await checkDatabase(path);
    expect(after.findings.map(({ finding }) => finding)).not.toContain('invalid-text');
    expect(after.checks).toBeGreaterThan(1);
  });

  it('are repaired when a process died with the file open, and told', async () => {
    const { path, feed } = await brokenDatabase();
    const messages: string[] = [];
    const onRepaired = (message: string) => messages.push(message);
    const store = await openStore(asLeftByCrash(path), undefined, { onRepaired });
    onTestFinished(() => store.close());
    const { rows } = await sql`select title from feeds where id = ${feed}`.execute(store.db);
    expect(rows).toEqual([{ title: 'T\uFFFD' }]);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/title of the row .* and 1 more/);
    await store.db.updateTable('feeds').set({ description: 'writes go on' }).execute();
  });

  it('in a key are repaired together with those that refer to it', () => {
    const database = new LibsqlDatabase(':memory:');
    onTestFinished(() => void database.close());
    database.exec(`
      pragma foreign_keys = on;
      create table parents (id text primary key);
      create table children (parent text references parents (id));
      insert into parents values (cast(x'54ff' as text));
      insert into children values (cast(x'54ff' as text));
    `);
    repairTexts(database, findInvalidTexts(database));
    expect(database.prepare('select parent from children').all([])).toEqual([
      { parent: 'T\uFFFD' },
    ]);
  });

  it('are not searched for while others use the file', async () => {
    const { path, database } = await brokenDatabase();
    const messages: string[] = [];
    const onRepaired = (message: string) => messages.push(message);
    await (await openStore(path, undefined, { onRepaired })).close();
    expect(messages).toEqual([]);
    expect(findInvalidTexts(database)).toHaveLength(2);
  });

  it('in keys that cannot be repaired are an error that says what to do', async () => {
    const { database } = await brokenDatabase();
    database.pragma('foreign_keys = off');
    database.exec(
      "insert into accounts (id, name, created_at) values (cast(x'ff' as text), 'a', 1)",
    );
    database.exec(
      "insert into accounts (id, name, created_at) values (cast(x'fe' as text), 'b', 1)",
    );
    expect(() => repairTexts(database, findInvalidTexts(database))).toThrow(
      'feedctl service restore FILE',
    );
    expect(database.inTransaction).toBe(false);
  });
});
