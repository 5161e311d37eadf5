import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ensureOwner } from '../../../src/service/accounts/account.js';
import { systemClock } from '../../../src/service/core/time.js';
import { MIGRATIONS } from '../../../src/service/store/migrations/index.js';
import { openStore } from '../../../src/service/store/open-store.js';
import type { Store } from '../../../src/service/store/store.js';
import { startChild } from '../../support/child-process.js';
import { emptyDatabase, STORE } from '../../support/database.js';
import { later } from './later-migration.js';

/** FEEDCTL_PROOF_ROUNDS=20 is the long form: npm run prove migrations. */
const ROUNDS = Number(process.env.FEEDCTL_PROOF_ROUNDS ?? 1);

const wanted = [...MIGRATIONS, later];

/** A database of this build with something in it. */
async function filledDatabase(): Promise<string> {
  const location = await emptyDatabase();
  const store = await openStore(location);
  await ensureOwner(store, systemClock);
  await sql`
    insert into bundles (id, account_id, name, description, icon, created_at, updated_at, revision)
    values ('_AAAAAAAAAAAAAAAA', 'owner', 'Kept', '', '', 1, 1, 1)
  `.execute(store.db);
  await store.close();
  return location;
}

/** Migrates in another process, which is killed after the last migration, before the commit. */
async function migrateAndKill(location: string): Promise<void> {
  const child = await startChild('test/service/store/migrate-killed.child.ts', location);
  while ((await child.line()) !== String(later.version));
  child.kill();
  await child.exit;
}

/** Tables, indexes and the history, comparable on one store. */
async function schemaOf({ db }: Store): Promise<unknown> {
  const statement =
    STORE === 'sqlite'
      ? sql`select type, name, sql from sqlite_master order by type, name`
      : sql`select table_name, column_name, data_type, is_nullable, column_default
          from information_schema.columns where table_schema = 'public'
          union all select tablename, indexname, indexdef, '', '' from pg_indexes
          where schemaname = 'public' order by 1, 2`;
  const { rows } = await statement.execute(db);
  const history = await db
    .selectFrom('schema_migrations')
    .select(['version', 'name'])
    .orderBy('version')
    .execute();
  return { rows, history };
}

/** Of a database that was migrated at one go. */
async function freshSchema(): Promise<unknown> {
  const store = await openStore(await emptyDatabase(), undefined, { wanted });
  try {
    return await schemaOf(store);
  } finally {
    await store.close();
  }
}

describe.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  'a migration that is killed (round %i)',
  () => {
    it('of an empty database is done by the next start, also when it is killed again', async () => {
      const location = await emptyDatabase();
      await migrateAndKill(location);
      await migrateAndKill(location);
      const store = await openStore(location, undefined, { wanted });
      expect(await schemaOf(store)).toEqual(await freshSchema());
      await store.close();
    });

    it('is done by the next start, and nothing is lost', async () => {
      const location = await filledDatabase();
      await migrateAndKill(location);
      const store = await openStore(location, undefined, { wanted });
      expect(await schemaOf(store)).toEqual(await freshSchema());
      expect(await namesOf(store)).toEqual(['Kept']);
      await store.close();
    });

    it('has changed nothing that the build before it needs', async () => {
      const location = await filledDatabase();
      await migrateAndKill(location);
      const older = await openStore(location);
      expect(await namesOf(older)).toEqual(['Kept']);
      await older.close();
    });
  },
);

async function namesOf({ db }: Store): Promise<string[]> {
  const bundles = await db.selectFrom('bundles').select('name').execute();
  return bundles.map(({ name }) => name);
}
