import { createHash } from 'node:crypto';
import {
  type Dialect,
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../../src/service/store/migrations/index.js';
import type { Migration } from '../../../../src/service/store/migrations/migration.js';

/**
 * Digests of the statements of the migrations that databases have run, on both stores. A line is added
 * for a new migration. An existing line never changes: a database that ran the old statements would
 * stay different from one that runs the new ones.
 */
const FROZEN: Readonly<Record<string, string>> = {
  'foundation-e61d9595': 'e61d9595',
  builds: '3ee5881e',
  mute: '669ae261',
  'all-feeds': '1b8bed17',
};

const sqlite = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};
const postgres = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/** What a migration sends to a database that answers nothing. */
async function statementsOf({ up }: Migration, dialect: Dialect): Promise<string[]> {
  const statements: string[] = [];
  const log = ({ query }: LogEvent) => void statements.push(query.sql);
  const db = new Kysely<unknown>({ dialect, log });
  await up(db);
  return statements;
}

it('the statements of a migration never change', async () => {
  const digests = Object.fromEntries(
    await Promise.all(
      MIGRATIONS.map(async (migration) => {
        const both = [
          ...(await statementsOf(migration, sqlite)),
          ...(await statementsOf(migration, postgres)),
        ];
        const digest = createHash('sha256').update(both.join(';')).digest('hex').slice(0, 8);
        return [migration.name, digest];
      }),
    ),
  );
  expect(digests).toEqual(FROZEN);
});

it('migrations are numbered from 1, and their names are their own', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  expect(new Set(MIGRATIONS.map(({ name }) => name)).size).toBe(MIGRATIONS.length);
});
