import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ensureOwner } from '../../../src/service/accounts/account.js';
import { systemClock } from '../../../src/service/core/clock.js';
import { migrations } from '../../../src/service/store/migrations/index.js';
import { openStore } from '../../../src/service/store/open-store.js';
import type { Store } from '../../../src/service/store/store.js';
import { startChild } from '../../support/child-process.js';
import { emptyDatabase, STORE } from '../../support/database.js';

/** FEEDCTL_PROOF_ROUNDS=20 is the long form: npm run prove migrations. */
const ROUNDS = Number(process.env.FEEDCTL_PROOF_ROUNDS ?? 1);

const newest = migrations.at(-1)?.version ?? 0;

/** Every start from an older release, and every migration after which the process dies. */
const KILLS = migrations.flatMap((_, from) =>
  migrations.slice(from).map(({ version }) => [from, version] as const),
);

/** A shorter list for the suite: from nothing and from the last release, at the end and before it. */
const CHOSEN = [
  [0, newest],
  [1, 2],
  [migrations.length - 1, newest],
] as const;

/** A database as the release with these first migrations left it, with something in it. */
async function olderDatabase(migrated: number): Promise<string> {
  const location = await emptyDatabase();
  if (migrated === 0) return location;
  const store = await openStore(location, undefined, { wanted: migrations.slice(0, migrated) });
  await ensureOwner(store, systemClock);
  await sql`
    insert into bundles (id, account_id, name, description, icon, created_at, updated_at, revision)
    values ('_AAAAAAAAAAAAAAAA', 'owner', 'Kept', '', '', 1, 1, 1)
  `.execute(store.db);
  await store.close();
  return location;
}

/** Migrates in another process, which is killed when it has run one of the migrations. */
async function killAfter(location: string, version: number): Promise<void> {
  const child = await startChild(
    'test/service/store/migrate-killed.child.ts',
    location,
    String(version),
  );
  while ((await child.line()) !== String(version));
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

async function freshSchema(): Promise<unknown> {
  const store = await openStore(await emptyDatabase());
  try {
    return await schemaOf(store);
  } finally {
    await store.close();
  }
}

describe('a migration that is killed', () => {
  it.each(process.env.FEEDCTL_PROOF_ROUNDS === undefined ? CHOSEN : KILLS)(
    'from schema %i after migration %i is done by the next start, and nothing is lost',
    { timeout: 60_000 * (1 + ROUNDS) },
    async (from, version) => {
      const expected = await freshSchema();
      for (let round = 0; round < ROUNDS; round += 1) {
        const location = await olderDatabase(from);
        await killAfter(location, version);
        await killAfter(location, version);

        const store = await openStore(location);
        expect(await schemaOf(store)).toEqual(expected);
        const bundles = await store.db.selectFrom('bundles').select('name').execute();
        expect(bundles).toEqual(from === 0 ? [] : [{ name: 'Kept' }]);
        await store.close();
      }
    },
  );

  it('has changed nothing that the release before it needs', async () => {
    const location = await olderDatabase(migrations.length - 1);
    await killAfter(location, newest);
    const older = await openStore(location, undefined, { wanted: migrations.slice(0, -1) });
    expect(await older.db.selectFrom('bundles').select('name').execute()).toEqual([
      { name: 'Kept' },
    ]);
    await older.close();
  });
});
