import type { CompiledQuery } from 'kysely';
import type AsyncDatabase from 'libsql/promise';
import { explainSqliteError, sqliteCode } from './sqlite-error.js';

/** For locks of a moment, such as that of a restart of the log; only its own thread waits. In milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * A second connection, whose statements run in a thread of libsql, and can be broken off. It is opened
 * when it is first used. One statement at a time.
 */
export class BackgroundReader {
  #database: Promise<AsyncDatabase> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly path: string) {}

  /**
   * The column `number` of all rows; null when the statement took longer than `limitMs`. libsql reads the
   * first row in its thread and all others in this one, so there is only one.
   */
  async numbers({ sql, parameters }: CompiledQuery, limitMs: number): Promise<number[] | null> {
    this.#database ??= open(this.path);
    const database = await this.#database;
    const statement = await database.prepare(
      `select json_group_array(number) as numbers from (${sql})`,
    );
    const running = statement.all([...parameters]);
    this.#running = running.catch(() => undefined);
    // Repeated, because an interrupt before the thread has begun has no effect.
    const timer = Number.isFinite(limitMs)
      ? setInterval(() => database.interrupt(), limitMs)
      : undefined;
    try {
      const [row] = (await running) as { numbers: string }[];
      return JSON.parse(row?.numbers ?? '[]');
    } catch (error) {
      if (sqliteCode(error) === 'SQLITE_INTERRUPT') return null;
      throw explainSqliteError(error, this.path);
    } finally {
      clearInterval(timer);
    }
  }

  async close(): Promise<void> {
    const database = await this.#database;
    database?.interrupt();
    await this.#running;
    database?.close();
  }
}

async function open(path: string): Promise<AsyncDatabase> {
  // Loaded only by a process that searches.
  const { default: AsyncDatabase } = await import('libsql/promise');
  const database = new AsyncDatabase(path, {});
  await database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return database;
}
