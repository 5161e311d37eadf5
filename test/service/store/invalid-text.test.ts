import { sql } from 'kysely';
import LibsqlDatabase from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkDatabase } from '../../../src/service/maintenance/check.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { findInvalidTexts, repairTexts } from '../../../src/service/store/sqlite/invalid-text.js';
import { filledDatabase } from '../../support/filled-database.js';

/** "It?em" and "T?": a byte that begins no character, and a character that is cut off. */
const BREAK = [
  "update items set title = cast(x'4974ff656d' as text) where rowid = (select max(rowid) from items)",
  "update feeds set title = cast(x'54e4' as text) where rowid = (select min(rowid) from feeds)",
];

async function brokenDatabase() {
  const path = await filledDatabase(7, 300);
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
    const { findings, checks } = await checkDatabase(path);
    const invalid = findings.filter(({ finding }) => finding === 'invalid-text');
    expect(invalid).toMatchObject([
      { rows: 1, detail: expect.stringContaining('feeds.title'), examples: [feed] },
      { rows: 1, detail: expect.stringContaining('items.title'), examples: [item] },
    ]);
    const { repaired } = await checkDatabase(path, { repair: true });
    expect(repaired).toBe(2);
    const after = await checkDatabase(path);
    expect(after.findings.map(({ finding }) => finding)).not.toContain('invalid-text');
    expect(after.checks).toBe(checks);
  });

  it('are read with U+FFFD in place of the invalid bytes, by every kind of statement', async () => {
    const { path, feed, item } = await brokenDatabase();
    const { db, close } = await openStore(path);
    onTestFinished(close);
    const title = { title: 'T\uFFFD' };
    const ofFeed = db.selectFrom('feeds').where('id', '=', feed);
    expect(await ofFeed.select('title').execute()).toEqual([title]);
    expect(await ofFeed.selectAll().execute()).toMatchObject([{ id: feed, ...title }]);
    const upper = await sql`select upper(title) as title from feeds where id = ${feed}`.execute(db);
    expect(upper.rows).toEqual([title]);
    const updated = db.updateTable('feeds').set({ description: 'new' }).where('id', '=', feed);
    expect(await updated.returning(['title', 'description']).execute()).toEqual([
      { ...title, description: 'new' },
    ]);
    expect(await updated.returningAll().execute()).toMatchObject([{ id: feed, ...title }]);
    const broken = await db
      .selectFrom('items')
      .selectAll()
      .where('number', '=', Number(item))
      .execute();
    expect(broken).toMatchObject([{ title: 'It\uFFFDem', number: Number(item) }]);
    expect(broken[0]?.url).not.toContain('\uFFFD');
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
