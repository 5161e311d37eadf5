import type { Kysely } from 'kysely';
import type { Clock } from '../core/time.js';
import type { Migration } from './migrations/migration.js';
import type { Database } from './schema.js';
import type { SlowReads } from './slow-reads.js';

export interface MigrateOptions {
  /** Default: those of this build; tests use others. */
  wanted?: readonly Migration[] | undefined;
  /** Told while a database that has data is updated, and when it is done. */
  onMigration?: ((progress: { text: string }) => void) | undefined;
}

/** An open, migrated database. */
export interface Store {
  db: Kysely<Database>;
  /** Searches: what they cost depends on words that users choose. */
  slowReads: SlowReads;
  /** The clock for all times in it; on PostgreSQL that of the server, unless another was given. */
  clock: Clock;
  /** Its location for output, without secrets. */
  location: string;
  /**
   * Resolves when the database answers and is still the one that was opened.
   * @throws ServiceError STORE_UNAVAILABLE
   */
  requireReady(): Promise<void>;
  /**
   * For a process that stays: what SQLite would do in the middle of a commit is done in the
   * background until `close`.
   */
  startBackgroundWork(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions extends MigrateOptions {
  /** Only for PostgreSQL: connections of this process; default 10. */
  pool?: number | undefined;
  /** Only for PostgreSQL: statement timeout in milliseconds; default 30 s. */
  statementTimeoutMs?: number | undefined;
}

export type Db = Kysely<Database>;

/** Splits rows or keys into chunks: statements take a limited number of parameters. */
export function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
