import type { Kysely } from 'kysely';
import type { Clock } from '../core/time.js';
import type { Migration } from './migrations/migration.js';
import type { Database } from './schema.js';
import type { SlowReads } from './slow-reads.js';

export interface MigrateOptions {
  /** The migrations; default: those of this build. Tests use others. */
  wanted?: readonly Migration[] | undefined;
  /** Reports the update of a database with data, and its end. */
  onMigration?: ((progress: { text: string }) => void) | undefined;
}

/** An open, migrated database. */
export interface Store {
  db: Kysely<Database>;
  /** Reads for searches, whose cost depends on words of users. */
  slowReads: SlowReads;
  /** The clock for all times in it; on PostgreSQL that of the server, unless another was given. */
  clock: Clock;
  /** Its location for output, without secrets. */
  location: string;
  /**
   * Resolves if the database answers and is still the one that was opened. @throws ServiceError
   * STORE_UNAVAILABLE
   */
  requireReady(): Promise<void>;
  /**
   * Starts background work for a long-running process: SQLite would otherwise do it in the middle
   * of a commit. It ends with `close`.
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
