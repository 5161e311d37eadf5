import { type Kysely, sql } from 'kysely';
import { VERSION } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import type { Clock } from '../core/time.js';
import { hasTable, lockMigrations } from './dialect.js';
import { foundation, type Migration } from './foundation.js';
import type { Db, MigrateOptions } from './store.js';
import { schemaMigrations } from './tables/processes.js';

const HISTORY = 'schema_migrations';

/** In order; see `foundation`. */
export const MIGRATIONS: readonly Migration[] = [foundation];

/** The last migration of a database, as its history names it. */
export interface AppliedMigration {
  version: number;
  name: string;
  /** The feedctl that ran it. */
  feedctl_version: string;
}

/**
 * Migrates the database to the schema of this build, in one transaction that blocks other processes
 * from migrating: the second of two concurrent starts finds it done.
 * @throws ServiceError STORE_UNAVAILABLE when a build with another schema has written the database.
 */
export async function migrate(
  db: Db,
  clock: Clock,
  location: string,
  { wanted = MIGRATIONS }: MigrateOptions = {},
): Promise<void> {
  if ((await countApplied(db, location, wanted)) === wanted.length) return;
  await db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    await createHistory(transaction);
    const applied = await countApplied(transaction, location, wanted);
    for (const migration of wanted.slice(applied)) {
      await migration.up(transaction as unknown as Kysely<unknown>);
      await record(transaction, migration, clock);
    }
  });
}

/** How many of the migrations the database has; 0 for an empty one. */
async function countApplied(
  db: Db,
  location: string,
  wanted: readonly Migration[],
): Promise<number> {
  if (!(await hasTable(db, HISTORY))) return 0;
  const last = await db
    .selectFrom('schema_migrations')
    .select(['version', 'name', 'feedctl_version'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return 0;
  const refusal = refusalOf(last, wanted);
  if (refusal === null) return wanted.findIndex(({ name }) => name === last.name) + 1;
  const { problem, fix } = refusal;
  throw new ServiceError('STORE_UNAVAILABLE', `The database ${location} ${problem} ${fix}`);
}

/**
 * Why this build cannot read a database, and what to do; null when it can. Two builds may have one
 * version: then the name of the schema tells them apart.
 */
export function refusalOf(
  last: AppliedMigration,
  known: readonly Migration[] = MIGRATIONS,
): { problem: string; fix: string } | null {
  if (known.some(({ version, name }) => version === last.version && name === last.name))
    return null;
  const writtenBy = last.feedctl_version;
  const own = known.at(-1);
  const problem = `was written by feedctl ${writtenBy} with schema ${last.version} (${last.name}); this is feedctl ${VERSION} with schema ${own?.version} (${own?.name}).`;
  const isNewer = writtenBy.localeCompare(VERSION, 'en', { numeric: true }) > 0;
  const fix = isNewer
    ? 'Update with: npm install -g feedctl@latest'
    : 'Use that build. To carry its feeds over, run feedctl export account.yaml with that build, and feedctl apply account.yaml with this one on a new database.';
  return { problem, fix };
}

async function createHistory(db: Db): Promise<void> {
  if (await hasTable(db, HISTORY)) return;
  for (const statement of schemaMigrations.creation(HISTORY)) await sql.raw(statement).execute(db);
}

async function record(db: Db, { version, name }: Migration, clock: Clock): Promise<void> {
  await db
    .insertInto('schema_migrations')
    .values({ version, name, applied_at: clock.now(), feedctl_version: VERSION })
    .execute();
}

/** Resolves when the database answers and has its tables. */
export async function requireAccounts(db: Db): Promise<void> {
  await sql`select 1 from accounts limit 1`.execute(db);
}

/** How long an answer to "which schema has the database?" counts, in milliseconds. */
const ASSUMED_MS = 1000;

/** The newest migration of a database. */
export const LAST_MIGRATION =
  'select version, name, feedctl_version from schema_migrations order by version desc limit 1';

/**
 * Stops the writes of a process whose database a newer release has migrated meanwhile: they would
 * break what it does not know.
 */
export class KnownSchema {
  readonly #location: string;
  readonly #wanted: readonly Migration[];
  #askedAt = Number.NEGATIVE_INFINITY;
  #refusal: string | null = null;

  constructor(location: string, wanted: readonly Migration[] = MIGRATIONS) {
    this.#location = location;
    this.#wanted = wanted;
  }

  /** Whether `note` should be called again. */
  get isDue(): boolean {
    return performance.now() - this.#askedAt >= ASSUMED_MS;
  }

  /** @param last the newest migration that the database has now */
  note(last: AppliedMigration | undefined): void {
    this.#askedAt = performance.now();
    const refusal = last === undefined ? null : refusalOf(last, this.#wanted);
    this.#refusal =
      refusal &&
      `The database ${this.#location} ${refusal.problem} This process writes nothing to it any more. ${refusal.fix}`;
  }

  /** @throws ServiceError STORE_UNAVAILABLE */
  require(): void {
    if (this.#refusal !== null) throw new ServiceError('STORE_UNAVAILABLE', this.#refusal);
  }
}
