import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { runStatements } from '../../../../src/service/store/migrations/migration.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import { TABLES } from '../../../../src/service/store/schema.js';
import type { Db } from '../../../../src/service/store/store.js';
import { schemaMigrations } from '../../../../src/service/store/tables/processes.js';
import { emptyDatabase, STORE } from '../../../support/database.js';

/** Written by hand in the migrations: the dialects differ, or other tables have them. */
const NOT_IN_TABLES = /^(?:feeds_newest_item|feed_names|item_words|feed_trigrams|sqlite_|libsql_)/;

/** Columns and indexes as the store lists them, in an order that does not depend on their age. */
async function definitions(db: Db): Promise<string[]> {
  const statement =
    STORE === 'sqlite'
      ? sql<{ owner: string; text: string }>`
          select tables.name as owner, tables.name || '.' || c.name || ' ' || lower(c.type) || ' '
              || c."notnull" || ' ' || c.pk || ' ' || coalesce(c.dflt_value, '') as text
            from sqlite_master as tables, pragma_table_xinfo(tables.name) as c
            where tables.type = 'table'
          union all select tables.name, tables.name || '.' || f."from" || ' of ' || f."table" || ' ' || f.on_delete
            from sqlite_master as tables, pragma_foreign_key_list(tables.name) as f
            where tables.type = 'table'
          union all select name, coalesce(sql, '') from sqlite_master where type = 'index'`
      : sql<{ owner: string; text: string }>`
          select table_name as owner, concat_ws(' ', table_name || '.' || column_name, data_type,
              is_nullable, column_default, is_identity, collation_name) as text
            from information_schema.columns where table_schema = 'public'
          union all select indexname, indexdef from pg_indexes where schemaname = 'public'
          union all select conrelid::regclass::text, conrelid::regclass || ' ' || pg_get_constraintdef(oid)
            from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`;
  const { rows } = await statement.execute(db);
  return rows
    .filter(({ owner }) => !NOT_IN_TABLES.test(owner))
    .map(({ text }) => text)
    .sort();
}

it('the migrations make the tables that the code declares', async () => {
  const migrated = await openStore(await emptyDatabase());
  onTestFinished(migrated.close);
  const made = await definitions(migrated.db);

  const tables = Object.entries({ ...TABLES, schema_migrations: schemaMigrations });
  const declared = await openStore(await emptyDatabase(), undefined, {
    wanted: [
      {
        version: 1,
        name: 'declared',
        up: (db) =>
          runStatements(
            db,
            tables.flatMap(([name, table]) =>
              name === 'schema_migrations' ? [] : table.creation(name),
            ),
          ),
      },
    ],
  });
  onTestFinished(declared.close);
  const db = declared.db as unknown as Kysely<unknown>;
  await runStatements(db, ['drop table schema_migrations']);
  await runStatements(db, schemaMigrations.creation('schema_migrations'));
  expect(made).toEqual(await definitions(declared.db));
});
