import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ensureOwner } from '../../../src/service/accounts/account.js';
import { systemClock } from '../../../src/service/core/clock.js';
import { migrations } from '../../../src/service/store/migrations/index.js';
import { openStore } from '../../../src/service/store/open-store.js';
import type { Store } from '../../../src/service/store/store.js';
import { startChild } from '../../support/child-process.js';
import { emptyDatabase, STORE } from '../../support/database.js';

const newest = migrations.at(-1)?.version ?? 0;

/** From how many migrations a start comes, and the one after which its process dies. */
type Kill = readonly [from: number, version: number];

/** A short list for the suite: from nothing and from the last release, at the end and before it. */
const CHOSEN: readonly Kill[] = [
  [0, newest],
  [1, 2],
  [migrations.length - 1, newest],
];

/**
 * The long form, `npm run prove migrations`: each migration alone, on the schema for which it was
 * written, and a sample of the starts that run several. All of them take half an hour a store.
 */
function longForm(sample: string): readonly Kill[] {
  const all = migrations.flatMap((_, from) =>
    migrations.slice(from).map(({ version }): Kill => [from, version]),
  );
  if (sample === 'all') return all;
  const alone = migrations.map(({ version }, from): Kill => [from, version]);
  const others = all.filter(([from, version]) => migrations[from]?.version !== version);
  const seed = Number(process.env.FEEDCTL_PROOF_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`The sample of FEEDCTL_PROOF_SEED=${seed}\n`);
  const [sampled = []] = fc.sample(
    fc.shuffledSubarray(others, { minLength: Number(sample), maxLength: Number(sample) }),
    { seed, numRuns: 1 },
  );
  return [...CHOSEN, ...alone, ...sampled];
}

const { FEEDCTL_PROOF_SAMPLE } = process.env;
const KILLS = FEEDCTL_PROOF_SAMPLE === undefined ? CHOSEN : longForm(FEEDCTL_PROOF_SAMPLE);

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

let fresh: Promise<unknown> | undefined;

/** Of a database that was migrated at one go. */
async function freshSchema(): Promise<unknown> {
  const store = await openStore(await emptyDatabase());
  try {
    return await schemaOf(store);
  } finally {
    await store.close();
  }
}

describe('a migration that is killed', () => {
  it.each(KILLS)(
    'from schema %i after migration %i is done by the next start, and nothing is lost',
    async (from, version) => {
      fresh ??= freshSchema();
      const location = await olderDatabase(from);
      await killAfter(location, version);
      // The longest of them also when it is killed again.
      if (from === 0 && version === newest) await killAfter(location, version);

      const store = await openStore(location);
      expect(await schemaOf(store)).toEqual(await fresh);
      const bundles = await store.db.selectFrom('bundles').select('name').execute();
      expect(bundles).toEqual(from === 0 ? [] : [{ name: 'Kept' }]);
      await store.close();
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
