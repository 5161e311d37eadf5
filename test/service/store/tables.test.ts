import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.js';
import { TABLES } from '../../../src/service/store/schema.js';
import {
  bigint,
  countColumn,
  id,
  idOf,
  integer,
  table,
  text,
} from '../../../src/service/store/tables/table.js';

const names = Object.keys(TABLES);

it('a table has the SQL of its columns, keys and indexes', () => {
  const tasks = table({
    id: id(),
    feed_id: idOf('feeds'),
    state: text<'open' | 'done'>().default('open'),
    tries: integer().default(0),
    due_at: bigint().optional(),
  }).indexed({ due: '(due_at)', state: "unique (feed_id, state) where state = 'open'" });
  expect(tasks.creation('tasks')).toEqual([
    [
      'create table tasks (',
      '  id text primary key not null,',
      '  feed_id text not null references feeds (id) on delete cascade,',
      "  state text not null default 'open',",
      '  tries integer not null default 0,',
      '  due_at bigint',
      ')',
    ].join('\n'),
    'create index tasks_due on tasks (due_at)',
    "create unique index tasks_state on tasks (feed_id, state) where state = 'open'",
  ]);
  expect(tasks.key).toEqual(['id']);
});

it('a key may have several columns, or be counted', () => {
  const members = table({ a: text(), b: text(), n: integer() }).keyedBy('a', 'b').unique('b', 'n');
  expect(members.creation('members')[0]).toContain(
    '  n integer not null,\n  primary key (a, b),\n  unique (b, n)\n)',
  );
  expect(members.key).toEqual(['a', 'b']);
  expect(table({ number: countColumn(), title: text() }).key).toEqual(['number']);
});

it('every table has a key, and comes after those it refers to', () => {
  for (const [name, { key, columns }] of Object.entries(TABLES)) {
    expect(key, name).not.toEqual([]);
    for (const { parent } of Object.values(columns)) {
      if (parent !== undefined) expect(names.slice(0, names.indexOf(name))).toContain(parent);
    }
  }
});

it('has all that a database has, but for its history and the indexes of searches', async () => {
  const { db, close } = await openStore(':memory:');
  onTestFinished(close);
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name <> 'schema_migrations'
      and name not like 'item!_words%' escape '!' and name not like 'feed!_trigrams%' escape '!'
      and name <> 'feed_names' and name not like 'sqlite!_%' escape '!'
      and name not like 'libsql!_%' escape '!'
  `.execute(db);
  expect(rows.map(({ name }) => name).sort()).toEqual(names.sort());
});
