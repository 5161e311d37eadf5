import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { withoutNul } from '../dialect.js';
import { type KnownSchema, LAST_MIGRATION } from '../migrate.js';
import { isUnread } from '../prepared.js';
import type { AppliedMigration } from '../refusal.js';
import { NamedStatements } from './named-statements.js';
import {
  explainPostgresError,
  isConflict,
  isLost,
  isReadOnly,
  isUnnamed,
} from './postgres-error.js';
import type { PostgresHosts } from './postgres-hosts.js';
import type { BreakableClient, RunningStatements } from './running-statements.js';

export interface DriverOptions {
  /** Location of the database, without secrets. */
  shown: string;
  hosts: PostgresHosts;
  running: RunningStatements;
  /**
   * Maximum time to wait for any answer, in milliseconds, in case the server vanished; default: no
   * limit.
   */
  answerWithinMs?: number;
  /**
   * The known schema, which is checked regularly; writes are refused if a newer one is found.
   * Absent during migrations.
   */
  schema?: KnownSchema;
}

/** The pool creates connections of this class, which its types do not show. */
type PooledClient = PoolClient & BreakableClient;

/** Time without an answer after which a connection is tested before its use, in milliseconds. */
const SILENT_MS = 1000;

const PROBE: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: 2000 };

/** Time of the last answer of each connection, by `performance.now()`. */
const answers = new WeakMap<PoolClient, number>();

/** Kysely driver for a pool. Kysely's own does not translate errors, and crashes on some. */
export class PostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #options: DriverOptions;
  readonly #names = new NamedStatements();

  constructor(pool: Pool, options: DriverOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const { hosts, shown, schema } = this.#options;
    try {
      const client = await this.#connect().catch(async (error: unknown) => {
        if (isLost(error) && (await hosts.choose())) return this.#connect();
        throw error;
      });
      if (schema?.isDue) await noteSchema(schema, client);
      return new PostgresConnection(client, this.#options, this.#names);
    } catch (error) {
      throw explainPostgresError(error, shown);
    }
  }

  /**
   * A working connection. One that was silent is tested first, because its host may have vanished.
   */
  async #connect(): Promise<PooledClient> {
    const { hosts } = this.#options;
    for (;;) {
      const client = (await this.#pool.connect()) as PooledClient;
      const answeredAt = answers.get(client) ?? performance.now();
      if (answeredAt > hosts.lostAt) {
        if (performance.now() - answeredAt < SILENT_MS) return client;
        try {
          await client.query(PROBE);
          return client;
        } catch {
          await hosts.lost();
        }
      }
      client.release(true);
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    await connection.begin(`start transaction${level}${accessMode ? ` ${accessMode}` : ''}`);
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end('commit');
  }

  /** The server rolls back the transaction of a lost connection; a rollback error would hide the cause. */
  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    if (!connection.isLost) await connection.end('rollback');
  }

  /** The store owns the pool and ends it. */
  async destroy(): Promise<void> {}
}

/** Reads the schema; does nothing while a database without a history is being migrated. */
async function noteSchema(schema: KnownSchema, client: PoolClient): Promise<void> {
  const last = await client.query<AppliedMigration>(LAST_MIGRATION).catch(() => null);
  schema.note(last?.rows[0]);
}

/**
 * Maximum number of statements whose answers are not awaited: their texts stay in memory until
 * then.
 */
const MAX_UNREAD = 6;

class PostgresConnection implements DatabaseConnection {
  readonly #client: PooledClient;
  readonly #options: DriverOptions;
  readonly #names: NamedStatements;
  #inTransaction = false;
  #lost = false;
  /** Answers of this transaction that were not awaited yet, in the order of the statements. */
  #unread: Promise<unknown>[] = [];

  constructor(client: PooledClient, options: DriverOptions, names: NamedStatements) {
    this.#client = client;
    this.#options = options;
    this.#names = names;
  }

  get isLost(): boolean {
    return this.#lost;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (/^(?:InsertQuery|UpdateQuery|DeleteQuery)Node$/.test(query.query.kind)) {
      this.#options.schema?.require();
    }
    if (!this.#inTransaction) return retryConflicts(() => this.#query<R>(query));
    // Within a transaction, only the whole transaction can be repeated.
    if (!isUnread(query) || this.#unread.length >= MAX_UNREAD) return this.#queryBehind<R>(query);
    this.#send(query);
    return { rows: [] };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async begin(statement: string): Promise<void> {
    this.#inTransaction = true;
    this.#send(CompiledQuery.raw(statement));
  }

  async end(statement: 'commit' | 'rollback'): Promise<void> {
    this.#inTransaction = false;
    // The commit of a failed transaction rolls back, so the answers before it need not be awaited.
    const ended = this.#queryBehind(CompiledQuery.raw(statement));
    await (statement === 'commit' ? ended : ended.catch(() => undefined));
  }

  /** Returns the connection to the pool, or removes it when it is unusable. */
  release(): void {
    this.#client.release(this.#lost);
  }

  /** Sends a statement whose result is not needed. The next awaited answer reports its failure. */
  #send(query: CompiledQuery): void {
    const answer = this.#query(query);
    answer.catch(() => undefined);
    this.#unread.push(answer);
  }

  /**
   * Sends a statement after those that were not awaited. @throws the error of the first that failed
   */
  async #queryBehind<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const unread = this.#unread;
    this.#unread = [];
    const answer = this.#query<R>(query);
    answer.catch(() => undefined);
    for (const one of unread) await one;
    return answer;
  }

  async #query<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { answerWithinMs, running, shown } = this.#options;
    const client = this.#client;
    // Statements without parameters begin or end transactions, so a name saves no planning.
    const name = parameters.length === 0 ? undefined : this.#names.nameOf(sql);
    const config: QueryConfig & { query_timeout?: number } = {
      text: sql,
      ...(name === undefined ? {} : { name }),
      values: parameters.map(withoutNul),
      ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }),
    };
    try {
      const { command, rowCount, rows } = await running.whileOn(client, () => client.query(config));
      answers.set(client, performance.now());
      const changes = /^(?:INSERT|UPDATE|DELETE|MERGE)$/.test(command);
      return { rows, ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
    } catch (error) {
      this.#lost ||= isLost(error) || isReadOnly(error);
      if (isReadOnly(error)) await this.#options.hosts.lost();
      if (isUnnamed(error)) this.#names.giveUp();
      throw explainPostgresError(error, shown);
    }
  }
}

/**
 * Maximum number of attempts. One of two deadlocked transactions always succeeds; more attempts are
 * for many at once.
 */
const ATTEMPTS = 4;

/** Repeats `work` after a conflict with other transactions, which rolled it back completely. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
    }
    // Waits for a random time that grows with the attempts.
    await sleep(Math.random() * 20 * 2 ** attempt);
  }
}
