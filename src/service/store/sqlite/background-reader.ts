import type { CompiledQuery } from 'kysely';
import type AsyncDatabase from 'libsql/promise';
import { explainSqliteError, sqliteCode } from './sqlite-error.js';

/**
 * Time to wait for short locks, such as that of a restart of the log, in milliseconds; only its own
 * thread waits.
 */
const BUSY_TIMEOUT_MS = 5000;

/**
 * A second connection whose statements run in a thread of libsql, one at a time, and can be
 * interrupted. It is opened on first use.
 */
export class BackgroundReader {
  #database: Promise<AsyncDatabase> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly path: string) {}

  /**
   * The column `number` of all rows; null if the statement took longer than `limitMs`. It must
   * select a single row, because libsql reads only the first row in its thread.
   */
  async numbers({ sql, parameters }: CompiledQuery, limitMs: number): Promise<number[] | null> {
    this.#database ??= open(this.path);
    const database = await this.#database;
    const statement = await database.prepare(
      `select json_group_array(number) as numbers from (${sql})`,
    );
    const running = statement.all([...parameters]);
    this.#running = running.catch(() => undefined);
    // Repeated, because an interrupt before the thread has started has no effect.
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
  // Imported on demand, by a process that searches.
  const { default: AsyncDatabase } = await import('libsql/promise');
  const database = new AsyncDatabase(path, {});
  await database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return database;
}
