import type { Kysely } from 'kysely';
import type { Clock } from '../core/clock.js';
import type { MigrateOptions } from './migrate.js';
import type { Database } from './schema.js';

/** An open, migrated database. */
export interface Store {
  db: Kysely<Database>;
  /** What its times are judged by: on PostgreSQL that of the server, unless it was given. */
  clock: Clock;
  /** Where it is, as the user knows it; without secrets. */
  location: string;
  /**
   * Resolves when the database answers and is still the one that was opened.
   * @throws ServiceError STORE_UNAVAILABLE
   */
  requireReady(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The first two only for PostgreSQL; SQLite has one connection, and its statements cannot be broken
 * off.
 */
export interface StoreOptions extends MigrateOptions {
  /** Connections of this process; 10 when left out. */
  pool?: number | undefined;
  /** Longest statement in milliseconds; 30 s when left out. */
  statementTimeoutMs?: number | undefined;
}

export type Db = Kysely<Database>;

/** Rows or keys in parts of so many: a statement takes a limited number of parameters. */
export function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
