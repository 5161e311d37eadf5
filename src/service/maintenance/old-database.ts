import { existsSync, statSync } from 'node:fs';
import LibsqlDatabase from 'libsql';
import { isLive } from '../instances/liveness.js';
import { UNFINISHED_VERSION } from '../store/migrate.js';
import { isBusy } from '../store/sqlite/busy.js';
import { MaintenanceError } from './errors.js';

/** What stands where a database is to go. */
export type TargetState =
  | { kind: 'nothing' }
  /** A database in which nothing was ever stored. */
  | { kind: 'empty' }
  | { kind: 'filled'; feeds: number; items: number }
  /** Damaged, or no database of ours. */
  | { kind: 'unreadable' };

const PATIENCE_MS = 5000;

/**
 * A SQLite file that is to be replaced, whatever its state and release: restoring must help where
 * opening the store fails. All is done on one connection, because libsql keeps a closed one until it
 * is collected as garbage, and the process would stand in its own way.
 */
export class OldDatabase {
  readonly #path: string;
  #database: LibsqlDatabase.Database | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws MaintenanceError DATABASE_IN_USE while a process serves it */
  look(now: number): TargetState {
    if (!existsSync(this.#path)) return { kind: 'nothing' };
    if (statSync(this.#path).size === 0) return { kind: 'empty' };
    try {
      return this.#standing(now);
    } catch (error) {
      if (error instanceof MaintenanceError) throw error;
      if (isBusy(error)) throw this.#inUse();
      return { kind: 'unreadable' };
    }
  }

  /**
   * Makes sure that nobody else has it open: leaving the write-ahead log fails while anybody does,
   * and leaves one file with everything in it.
   * @throws MaintenanceError DATABASE_IN_USE
   */
  takeOver(): void {
    try {
      this.#open().pragma('journal_mode = delete');
    } catch (error) {
      // What is damaged has no owner that could be asked.
      if (isBusy(error)) throw this.#inUse();
    }
  }

  close(): void {
    this.#database?.close();
  }

  #standing(now: number): TargetState {
    const tables = this.#rows<{ name: string }>(
      "select name from sqlite_master where type = 'table'",
    );
    if (tables.length === 0) return { kind: 'empty' };
    const instances = this.#rows<{ heartbeat_at: number; stopped_at: number | null }>(
      'select heartbeat_at, stopped_at from instances',
    );
    if (instances.some((instance) => isLive(instance, now))) throw this.#served();
    const marks = this.#count(`schema_migrations where version = ${UNFINISHED_VERSION}`);
    if (marks === 0 && this.#count('accounts') === 0) return { kind: 'empty' };
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
      this.#database.pragma(`busy_timeout = ${PATIENCE_MS}`);
    }
    return this.#database;
  }

  #served(): MaintenanceError {
    return new MaintenanceError(
      'DATABASE_IN_USE',
      `The database ${this.#path} cannot be replaced while feedctl serve is running on it.`,
      { hint: 'Stop it first. One that was killed is forgotten after 30 seconds.' },
    );
  }

  #inUse(): MaintenanceError {
    return new MaintenanceError(
      'DATABASE_IN_USE',
      `Another process works with the database ${this.#path} at this moment.`,
      { hint: 'Wait for it to end, or stop it, and run the command again.' },
    );
  }
}
