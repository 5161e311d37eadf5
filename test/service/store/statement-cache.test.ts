import LibsqlDatabase from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { StatementCache } from '../../../src/service/store/sqlite/statement-cache.js';
import { filledDatabase } from '../../support/filled-database.js';

function connected(path: string) {
  const database = new LibsqlDatabase(path);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

function read(statements: StatementCache, sql: string, ...parameters: unknown[]) {
  return statements.prepare(sql).readRows?.(parameters);
}

it('rows are the objects that libsql makes', () => {
  const database = connected(':memory:');
  const statements = new StatementCache(database);
  for (const sql of [
    `select 1 as a, null as b, 'text' as "a b", 1.5 as "it's ""q"""`,
    'select column1, column1 * 2 from (values (1), (2), (3))',
    'select 1 as never where false',
    'select *, 3 as c from (select 1 as a, 2 as b)',
  ]) {
    expect(read(statements, sql)).toEqual(database.prepare(sql).all());
  }
  expect(read(statements, 'select ? as given', 'it')).toEqual([{ given: 'it' }]);
  expect(statements.prepare('create table t (a)').readRows).toBeNull();
});

it('rows keep their order, and texts their characters and places', () => {
  const database = connected(':memory:');
  const statements = new StatementCache(database);
  database.exec(`
    create table t (a text, n integer, b TEXT);
    insert into t values ('é', 2, null), ('', 3, '🙂' || char(0) || 'x'), (null, 1, 'z');
  `);
  const rows = [
    { a: null, n: 1, b: 'z' },
    { a: 'é', n: 2, b: null },
    { a: '', n: 3, b: '🙂\0x' },
  ];
  expect(read(statements, 'select * from t order by n')).toEqual(rows);
  expect(read(statements, 'select * from t order by n desc limit 2')).toEqual(
    rows.toReversed().slice(0, 2),
  );
  expect(read(statements, 'with c as (select * from t) select n, b, a from c order by n')).toEqual(
    rows,
  );
  const updated = read(statements, 'update t set n = n + 1 where n = ? returning n, b, a', 3);
  expect(updated).toEqual([{ n: 4, b: '🙂\0x', a: '' }]);
});

it('rows have the known columns while a newer release adds others', async () => {
  const path = await filledDatabase(1, 1);
  const statements = new StatementCache(connected(path));
  const other = connected(path);
  other.exec('create table t (a); insert into t values (1)');
  expect(read(statements, 'select * from t')).toEqual([{ a: 1 }]);
  other.exec("alter table t add column b default 'new'");
  expect(read(statements, 'select * from t')).toEqual([{ a: 1 }]);
  expect(read(statements, 'update t set a = 2 returning *')).toEqual([{ a: 2, b: 'new' }]);
});

it('keeps the statements that were compiled last, two hundred of them', () => {
  const statements = new StatementCache(connected(':memory:'));
  const compiled = Array.from({ length: 200 }, (_, at) => statements.prepare(`select ${at}`));
  expect(statements.prepare('select 0')).toBe(compiled[0]);
  statements.prepare('select 200');
  expect(statements.prepare('select 1')).toBe(compiled[1]);
  expect(statements.prepare('select 0')).not.toBe(compiled[0]);
});
