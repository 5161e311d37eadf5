import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { errorCode } from '../../../base/errors.js';
import { SERVICE_SETTINGS } from '../../../resources/operator.js';
import type { Clock } from '../../core/time.js';
import { KnownSchema, migrate, requireAccounts } from '../migrate.js';
import type { Database } from '../schema.js';
import { type ReadNumbers, SlowReads } from '../slow-reads.js';
import type { Store, StoreOptions } from '../store.js';
import { DatabaseClock } from './database-clock.js';
import { postgresKysely } from './postgres-dialect.js';
import { explainPostgresError } from './postgres-error.js';
import { PostgresHosts } from './postgres-hosts.js';
import { BreakableClient, RunningStatements } from './running-statements.js';

/** Default number of connections per process. */
const POOL = SERVICE_SETTINGS.databasePool.default;

/** Default statement timeout, in milliseconds. */
const STATEMENT_TIMEOUT_MS = SERVICE_SETTINGS.databaseStatementTimeoutMs.default;

/** Maximum wait for a new or free connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;

/** Maximum idle time of a transaction, in milliseconds: a frozen process must not block others longer. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * Maximum number of concurrent searches of this process: the other connections are for everything
 * else.
 */
const SEARCHES = 2;

/** Additional time to notice that the server ended a statement, in milliseconds. */
const ANSWER_GRACE_MS = 5000;

/**
 * Opens a PostgreSQL database; migrates it if necessary. @param clock default: the clock of the
 * database @throws ServiceError STORE_UNAVAILABLE with the database, the problem and what to do
 */
export async function openPostgres(
  { url, shown }: { url: string; shown: string },
  clock: Clock | undefined,
  options: StoreOptions,
): Promise<Store> {
  const { pool: size = POOL, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const hosts = new PostgresHosts(url);
  await hosts.choose();
  const pool = connectPool(hosts, shown, size, statementTimeoutMs);
  const answerWithinMs = statementTimeoutMs + ANSWER_GRACE_MS;
  const running = new RunningStatements(hosts);
  const schema = new KnownSchema(shown, options.wanted);
  const db = postgresKysely(pool, { shown, hosts, running, answerWithinMs, schema });
  const ownClock = new DatabaseClock(db as never);
  try {
    if (clock === undefined) await ownClock.start();
    const usedClock = clock ?? ownClock;
    await migrate(postgresKysely(pool, { shown, hosts, running }), usedClock, shown, options);
    return {
      db,
      slowReads: new SlowReads(Math.min(SEARCHES, size), numbersOf(db)),
      clock: usedClock,
      location: shown,
      async requireReady() {
        await requireAccounts(db);
        schema.require();
      },
      async startBackgroundWork() {},
      async close() {
        ownClock.stop();
        await db.destroy();
        await pool.end();
      },
    };
  } catch (error) {
    ownClock.stop();
    await pool.end();
    throw error;
  }
}

/** Reads with their own statement timeout. */
function numbersOf(db: Kysely<Database>): ReadNumbers {
  return async (query, limitMs) => {
    try {
      return await db.transaction().execute(async (transaction) => {
        if (Number.isFinite(limitMs)) {
          await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(transaction);
        }
        const { rows } = await query.execute(transaction);
        return rows.map(({ number }) => number);
      });
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (Number.isFinite(limitMs) && errorCode(cause) === TIMED_OUT) return null;
      throw error;
    }
  };
}

/** SQLSTATE of a statement that exceeded its timeout. */
const TIMED_OUT = '57014';

function connectPool(
  hosts: PostgresHosts,
  shown: string,
  max: number,
  statementTimeoutMs: number,
): pg.Pool {
  try {
    const pool = new pg.Pool({
      Client: class extends BreakableClient {
        constructor(config?: pg.ClientConfig) {
          super(config, hosts.current);
        }
      },
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'feedctl',
      types: { getTypeParser },
    });
    // A stopping server ends idle connections; the next use opens a new one. Without
    // listeners that would end the process (brianc/node-postgres#1316, #2439).
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      // Compilation takes longer than any statement here. It is turned off by a statement, because
      // a pooler may refuse a connection setting, and older servers have no compiler.
      client.query('set jit = off').catch(() => undefined);
    });
    return pool;
  } catch (error) {
    throw explainPostgresError(error, shown);
  }
}

const { builtins } = pg.types;
const WHOLE_NUMBERS: ReadonlySet<number> = new Set([builtins.INT8, builtins.NUMERIC]);

/** Times in milliseconds, counts and sums are far below `Number.MAX_SAFE_INTEGER`. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  WHOLE_NUMBERS.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text');
