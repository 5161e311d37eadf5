import { existsSync, statSync } from 'node:fs';
import LibsqlDatabase from 'libsql';
import { isLive } from '../operation/liveness.js';
import { isBusy } from '../store/sqlite/busy.js';
import { MaintenanceError } from './errors.js';

/** The state of the database to be replaced. */
type TargetState =
  | { kind: 'nothing' }
  /** A database without data. */
  | { kind: 'empty' }
  | { kind: 'filled'; feeds: number; items: number }
  /** Damaged, or not a feedctl database. */
  | { kind: 'unreadable' };

const LOCK_TIMEOUT_MS = 5000;

/**
 * A SQLite file to be replaced, whatever its state and release: restoring must work when opening
 * the store fails. Uses a single connection, because libsql keeps a closed one until it is garbage
 * collected, and it would block the process itself.
 */
export class OldDatabase {
  readonly #path: string;
  #database: LibsqlDatabase.Database | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws MaintenanceError DATABASE_IN_USE while a process serves it */
  inspect(now: number): TargetState {
    if (!existsSync(this.#path)) return { kind: 'nothing' };
    if (statSync(this.#path).size === 0) return { kind: 'empty' };
    try {
      return this.#state(now);
    } catch (error) {
      if (error instanceof MaintenanceError) throw error;
      if (isBusy(error)) throw this.#inUse();
      return { kind: 'unreadable' };
    }
  }

  /**
   * Locks the file exclusively: leaving write-ahead-log mode fails while another process has it
   * open, and leaves a single complete file.
   * @throws MaintenanceError DATABASE_IN_USE
   */
  lockExclusively(): void {
    try {
      this.#open().pragma('journal_mode = delete');
    } catch (error) {
      // A damaged file cannot tell which processes use it.
      if (isBusy(error)) throw this.#inUse();
    }
  }

  close(): void {
    this.#database?.close();
  }

  #state(now: number): TargetState {
    const tables = this.#rows<{ name: string }>(
      "select name from sqlite_master where type = 'table'",
    );
    if (tables.length === 0) return { kind: 'empty' };
    const instances = this.#rows<{ heartbeat_at: number; stopped_at: number | null }>(
      'select heartbeat_at, stopped_at from instances',
    );
    if (instances.some((instance) => isLive(instance, now))) throw this.#served();
    if (this.#count('accounts') === 0) return { kind: 'empty' };
    return { kind: 'filled', feeds: this.#count('feeds'), items: this.#count('items') };
  }

  #count(from: string): number {
    return this.#rows<{ n: number }>(`select count(*) as n from ${from}`)[0]?.n ?? 0;
  }

  #rows<T>(sql: string): T[] {
    return this.#open().prepare(sql).all() as T[];
  }

  #open(): LibsqlDatabase.Database {
    if (this.#database === undefined) {
      this.#database = new LibsqlDatabase(this.#path);
      this.#database.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
    }
    return this.#database;
  }

  #served(): MaintenanceError {
    return new MaintenanceError(
      'DATABASE_IN_USE',
      `The database ${this.#path} cannot be replaced while feedctl serve is running on it.`,
      { hint: 'Stop it first. A killed one is ignored after 30 seconds.' },
    );
  }

  #inUse(): MaintenanceError {
    return new MaintenanceError(
      'DATABASE_IN_USE',
      `Another process is using the database ${this.#path}.`,
      { hint: 'Wait for it to end, or stop it, and run the command again.' },
    );
  }
}
