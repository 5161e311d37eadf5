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
    'select 1 as twice, 2 as twice',
    'select column1, column1 * 2 from (values (1), (2), (3))',
    'select 1 as never where false',
    'select *, 3 as c from (select 1 as a, 2 as b)',
  ]) {
    expect(read(statements, sql)).toEqual(database.prepare(sql).all());
  }
  expect(read(statements, "select x'00ff' as bytes")).toEqual([{ bytes: Buffer.from([0, 255]) }]);
  expect(read(statements, 'select ? as given', 'it')).toEqual([{ given: 'it' }]);
  expect(statements.prepare('create table t (a)').readRows).toBeNull();
});

it('rows have the columns of the table as it is now, whoever has changed it', async () => {
  const path = await filledDatabase(1, 1);
  const statements = new StatementCache(connected(path));
  const other = connected(path);
  other.exec('create table t (a); insert into t values (1)');
  expect(read(statements, 'select * from t')).toEqual([{ a: 1 }]);
  other.exec("alter table t add column b default 'new'");
  expect(read(statements, 'select * from t')).toEqual([{ a: 1, b: 'new' }]);
  expect(read(statements, 'select t.* from t')).toEqual([{ a: 1, b: 'new' }]);
  // As many columns as before, but others.
  other.exec("alter table t add column c default 'last'; alter table t drop column a");
  for (const sql of ['select * from t', 'select t.* from t', 'update t set b = b returning *']) {
    expect(read(statements, sql)).toEqual([{ b: 'new', c: 'last' }]);
  }
});
