import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../core/clock.js';

/** How often the database is asked again, in milliseconds. */
const MEASURE_EVERY_MS = 60_000;

/**
 * The database's clock, so that processes on hosts whose clocks differ agree on what is due and
 * whose lease has run out. It is asked for at the opening and every minute, and this process counts
 * on from there by a clock that nobody sets. The error is half of the way there and back at most -
 * under a millisecond within a network - and what the counter drifts in a minute (50 ppm: 3 ms).
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

  /** Asks now, and again every minute. While the database is away the last answer holds. */
  async start(): Promise<void> {
    await this.#measure();
    this.#timer = setInterval(() => {
      this.#measure().catch(() => undefined);
    }, MEASURE_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** On a connection that is there already: making one would count as way. */
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
