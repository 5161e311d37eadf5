import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../core/time.js';

/** Interval of the clock measurement, in milliseconds. */
const MEASURE_EVERY_MS = 60_000;

/**
 * The clock of the database, so that processes on hosts with different clocks agree on due times
 * and leases. It is measured at opening and every minute; in between this process uses its
 * monotonic clock. The error is at most half of the round trip (under a millisecond within a
 * network) plus the drift of a minute (50 ppm: 3 ms).
 */
export class DatabaseClock implements Clock {
  readonly #db: Kysely<never>;
  #offset = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Kysely<never>) {
    this.#db = db;
  }

  now(): number {
    return Math.round(performance.now() + this.#offset);
  }

  /** Measures now and every minute. While the database is unreachable, the last measurement is used. */
  async start(): Promise<void> {
    await this.#measure();
    this.#timer = setInterval(() => {
      this.#measure().catch(() => undefined);
    }, MEASURE_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** On an open connection: the time to open one would distort the round trip. */
  async #measure(): Promise<void> {
    this.#offset = await this.#db.connection().execute(async (db) => {
      const asked = performance.now();
      const { rows } = await sql<{ now: number }>`
        select extract(epoch from clock_timestamp()) * 1000 as now
      `.execute(db);
      const answered = performance.now();
      return (rows[0]?.now ?? Date.now()) - (asked + answered) / 2;
    });
  }
}
