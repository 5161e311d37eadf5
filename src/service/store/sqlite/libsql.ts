import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import LibsqlDatabase from 'libsql';
import { Semaphore } from '../../core/async/semaphore.js';
import { ServiceError } from '../../core/errors.js';
import { withoutNul } from '../dialect.js';
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './busy.js';
import { prepareFile } from './database-file.js';
import { explainSqliteError } from './sqlite-error.js';
import { StatementCache } from './statement-cache.js';

export const IN_MEMORY = ':memory:';

/**
 * Opens a SQLite file for several processes at once, and creates it if necessary: write-ahead log,
 * every commit synced, foreign keys enforced. @throws ServiceError STORE_UNAVAILABLE with the path
 * and what to do
 */
export async function openDatabase(path: string): Promise<LibsqlDatabase.Database> {
  if (path !== IN_MEMORY) prepareFile(path);
  const database = connect(path);
  try {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // Changing the journal mode takes an exclusive lock, which another first start may hold.
    await retryWhileBusy(() => database.pragma('journal_mode = WAL'), sleep);
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    return database;
  } catch (error) {
    database.close();
    throw explainSqliteError(error, path);
  }
}

function connect(path: string): LibsqlDatabase.Database {
  try {
    return new LibsqlDatabase(path);
  } catch (error) {
    throw new ServiceError(
      'STORE_UNAVAILABLE',
      `The database ${path} cannot be opened. Check that it is a file and that its directory may be written.`,
      { cause: error },
    );
  }
}

/** Kysely on an open libsql database; for `path` and `requireFile` see `LibsqlDriver`. */
export function libsqlDialect(
  database: LibsqlDatabase.Database,
  path: string,
  requireFile?: () => void,
): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new LibsqlDriver(database, path, requireFile),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new NoRowLockCompiler(),
  };
}

/**
 * Kysely driver for one synchronous libsql connection. Kysely's own sends a plain `begin`, which
 * takes the write lock too late to be safe between processes, and does not retry.
 */
class LibsqlDriver implements Driver {
  readonly #database: LibsqlDatabase.Database;
  readonly #path: string;
  readonly #requireFile: (() => void) | undefined;
  readonly #mutex = new Semaphore(1);
  readonly #statements: StatementCache;
  readonly #connection: DatabaseConnection;

  /**
   * @param path for error messages
   * @param requireFile asked before each write; throws when the file is no longer the one that was
   *   opened: SQLite would go on writing to a removed file, and everything would be lost
   */
  constructor(database: LibsqlDatabase.Database, path: string, requireFile?: () => void) {
    this.#database = database;
    this.#path = path;
    this.#requireFile = requireFile;
    this.#statements = new StatementCache(database);
    this.#connection = {
      executeQuery: (query) => this.#executeQuery(query),
      streamQuery: (query) => this.#streamQuery(query),
    };
  }

  async init(): Promise<void> {}

  /** There is one connection: its holder has exclusive use of the database in this process. */
  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex.acquire();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.release();
  }

  async beginTransaction(_: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#begin(settings.accessMode === 'read only' ? 'BEGIN' : 'BEGIN IMMEDIATE');
  }

  async commitTransaction(): Promise<void> {
    this.#explained(() => this.#run('COMMIT'));
  }

  /** SQLite rolls back when the disk is full; a second ROLLBACK would hide that error. */
  async rollbackTransaction(): Promise<void> {
    if (this.#database.inTransaction) this.#explained(() => this.#run('ROLLBACK'));
  }

  async destroy(): Promise<void> {
    await this.#mutex.acquire();
    this.#statements.clear();
    this.#database.close();
    this.#mutex.release();
  }

  async #executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Within a transaction the write lock is already held; releasing the connection would admit others.
    if (this.#database.inTransaction) return this.#explained(() => this.#execute<R>(query));
    return writes(query)
      ? this.#write<R>(query)
      : this.#retryRateLimited(() => this.#execute<R>(query));
  }

  /**
   * Takes the lock first, then runs the statement. A statement that is refused the lock itself
   * stays active in SQLite until it is run again, and no transaction that begins meanwhile can be
   * committed: that locked everybody out of the file until the process ended.
   */
  async #write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#begin('BEGIN IMMEDIATE');
    try {
      const result = this.#explained(() => this.#execute<R>(query));
      await this.commitTransaction();
      return result;
    } catch (error) {
      await this.rollbackTransaction();
      throw error;
    }
  }

  /** All rows are read at once: an open cursor would prevent checkpoints of the log. */
  async *#streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.#executeQuery<R>(query);
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, readRows } = this.#statements.prepare(query.sql);
    const parameters = query.parameters.map(withoutNul);
    if (readRows !== null) return { rows: readRows(parameters) as R[] };
    const { changes } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), rows: [] };
  }

  /**
   * Compiled each time. A compiled statement that is refused the lock stays active, too, and until
   * it is run again, all reads of this connection see the database as it was, whatever others
   * commit.
   */
  async #begin(sql: 'BEGIN' | 'BEGIN IMMEDIATE'): Promise<void> {
    if (sql === 'BEGIN IMMEDIATE') this.#requireFile?.();
    await this.#retryRateLimited(() => void this.#database.exec(sql));
  }

  #run(sql: string): void {
    this.#statements.prepare(sql).statement.run([]);
  }

  /**
   * Other callers use the connection between two attempts: reads work despite a write lock.
   */
  async #retryRateLimited<T>(attempt: () => T): Promise<T> {
    const giveWay = async (ms: number) => {
      this.#mutex.release();
      await sleep(ms);
      await this.#mutex.acquire();
    };
    try {
      return await retryWhileBusy(attempt, giveWay);
    } catch (error) {
      throw explainSqliteError(error, this.#path);
    }
  }

  #explained<T>(attempt: () => T): T {
    try {
      return attempt();
    } catch (error) {
      throw explainSqliteError(error, this.#path);
    }
  }
}

const WRITING = /^\s*(?:insert|update|delete|replace)\b/i;

/** True if the statement takes the write lock; raw SQL is classified by its first word. */
function writes({ query, sql }: CompiledQuery): boolean {
  return (
    ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(query.kind) ||
    WRITING.test(sql)
  );
}

/**
 * Compiles SQL without row locks, which SQLite does not have: a transaction that writes locks the
 * whole database from its beginning.
 */
class NoRowLockCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    const { endModifiers: _locks, ...query } = node;
    super.visitSelectQuery(query);
  }
}
