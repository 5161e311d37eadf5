import { sql } from 'kysely';
import { credibleTime } from '../core/credible-time.js';
import type { Clock } from '../core/time.js';
import type { Db, Store } from '../store/store.js';
import type { RequestRate } from './account-limits.js';

/** Whether a request is allowed, with the limit headers of its response. */
interface Admission {
  admitted: boolean;
  /** Number of requests that are allowed now. */
  remaining: number;
  /**
   * Seconds until the full burst is available, or for a rejected request, until the next one is.
   */
  resetSeconds: number;
}

/**
 * A busy key fetches tokens for a quarter of a second at once. A fetch is a commit: 0.7 ms on
 * SQLite and 1.5 ms on PostgreSQL (measured). A key with up to 240 requests a minute needs one per
 * request; a key with 60,000 at most four a second.
 */
const BATCHES_PER_SECOND = 4;

/** Local tokens expire after this time, in milliseconds; they then count as used. */
const LOCAL_TTL_MS = 1000;

/** What this process knows about a key. Times in milliseconds. */
interface LocalTokens {
  tokens: number;
  until: number;
  fullAt: FullAt;
  /** No tokens are available before this time. */
  exhaustedUntil: number;
}

const NO_TOKENS: LocalTokens = { tokens: 0, until: 0, fullAt: 0, exhaustedUntil: 0 };

/**
 * Counts the requests of keys that have a limit. The buckets are in the database, shared by all
 * processes; keys without a limit are not counted.
 */
export class RequestLimiter {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #local = new Map<string, LocalTokens>();
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async admit(apiKey: string, rate: RequestRate): Promise<Admission> {
    for (;;) {
      const now = this.#clock.now();
      const local = this.#local.get(apiKey) ?? NO_TOKENS;
      // Repeated requests over the limit are rejected without the database.
      // Ends that are further ahead were set before a wrong clock was put back.
      const exhaustedUntil = credibleTime(local.exhaustedUntil, now, refillTime(rate) / 1000 + 1);
      if (now < exhaustedUntil) return refusedRequest(exhaustedUntil - now);
      const isFresh = now < credibleTime(local.until, now, LOCAL_TTL_MS);
      if (local.tokens > 0 && isFresh) return this.#take(apiKey, local, rate, now);
      // One fetch serves all concurrent requests; otherwise it could empty the bucket before they
      // get a token.
      await (this.#fetching.get(apiKey) ?? this.#fetch(apiKey, rate, now));
    }
  }

  #take(apiKey: string, local: LocalTokens, rate: RequestRate, now: number): Admission {
    const left = { ...local, tokens: local.tokens - 1 };
    this.#local.set(apiKey, left);
    return {
      admitted: true,
      remaining: available(left.fullAt, rate, now * 1000) + left.tokens,
      resetSeconds: seconds(left.fullAt / 1000 - now),
    };
  }

  #fetch(apiKey: string, rate: RequestRate, now: number): Promise<void> {
    const fetching = this.#fill(apiKey, rate, now).finally(() => this.#fetching.delete(apiKey));
    this.#fetching.set(apiKey, fetching);
    return fetching;
  }

  /** Fetches a batch of tokens or the last one, or finds that none are left. */
  async #fill(apiKey: string, rate: RequestRate, now: number): Promise<void> {
    const { db } = this.#store;
    const wanted = Math.floor(rate.perMinute / 60 / BATCHES_PER_SECOND);
    const batch = Math.max(1, Math.min(wanted, Math.floor(rate.burst / 4)));
    for (const tokens of new Set([batch, 1])) {
      const fullAt = await drawTokens(db, apiKey, rate, now * 1000, tokens);
      if (fullAt === null) continue;
      this.#local.set(apiKey, { tokens, fullAt, until: now + LOCAL_TTL_MS, exhaustedUntil: 0 });
      return;
    }
    const fullAt = credibleFull(await readBucket(db, apiKey), rate, now * 1000);
    const waitMs = waitForToken(fullAt, rate, now * 1000) / 1000;
    const exhaustedUntil = now + Math.max(1, Math.ceil(waitMs));
    this.#local.set(apiKey, { ...NO_TOKENS, exhaustedUntil });
  }
}

function refusedRequest(waitMs: number): Admission {
  return { admitted: false, remaining: 0, resetSeconds: seconds(waitMs) };
}

/** Whole seconds, rounded up, because a slightly early retry would be rejected again. */
function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/**
 * Takes tokens out of the bucket of a key, as `draw` does, in one statement: concurrent processes
 * never get the same tokens.
 * @param now microseconds
 * @param count at most the burst
 */
export async function drawTokens(
  db: Db,
  apiKey: string,
  rate: RequestRate,
  now: number,
  count: number,
): Promise<FullAt | null> {
  const cost = sql<number>`cast(${count * refillTime(rate)} as bigint)`;
  const at = sql<number>`cast(${now} as bigint)`;
  const latest = sql<number>`cast(${latestFull(rate, now)} as bigint)`;
  const isAhead = sql`rate_limits.full_at > ${at} and rate_limits.full_at <= ${latest}`;
  const after = sql<number>`case when ${isAhead} then rate_limits.full_at else ${at} end + ${cost}`;
  const drawn = await db
    .insertInto('rate_limits')
    .values({ api_key_id: apiKey, full_at: now + count * refillTime(rate) })
    .onConflict((conflict) =>
      conflict.column('api_key_id').doUpdateSet({ full_at: after }).where(after, '<=', latest),
    )
    .returning('full_at')
    .executeTakeFirst();
  return drawn?.full_at ?? null;
}

/** The time at which the bucket of a key will be full. */
export async function readBucket(db: Db, apiKey: string): Promise<FullAt> {
  const row = await db
    .selectFrom('rate_limits')
    .select('full_at')
    .where('api_key_id', '=', apiKey)
    .executeTakeFirst();
  return row?.full_at ?? 0;
}

/**
 * A token bucket that fills at an even rate (GCRA). Its only state is the time at which it is full
 * again, in microseconds since the epoch; an unused bucket is full.
 */
type FullAt = number;

/** Microseconds per token. */
export function refillTime({ perMinute }: RequestRate): number {
  return Math.max(1, Math.round(60_000_000 / perMinute));
}

/**
 * Takes tokens. @param now microseconds @returns the time at which the bucket is full again; null
 * if it has too few tokens, and none are taken
 */
export function draw(fullAt: FullAt, rate: RequestRate, now: number, count = 1): FullAt | null {
  const after = Math.max(credibleFull(fullAt, rate, now), now) + count * refillTime(rate);
  return after <= latestFull(rate, now) ? after : null;
}

/** Time until the bucket of a rejected caller is full. */
export function latestFull(rate: RequestRate, now: number): FullAt {
  return now + rate.burst * refillTime(rate);
}

/** The stored time, limited to that of an empty bucket, in case a wrong clock wrote it. */
function credibleFull(fullAt: FullAt, rate: RequestRate, now: number): FullAt {
  return credibleTime(fullAt, now, rate.burst * refillTime(rate));
}

/** Number of tokens in the bucket. */
export function available(fullAt: FullAt, rate: RequestRate, now: number): number {
  const missing = Math.ceil((Math.max(fullAt, now) - now) / refillTime(rate));
  return Math.max(0, rate.burst - missing);
}

/** Microseconds until a token is available; at most 0 if one is. */
export function waitForToken(fullAt: FullAt, rate: RequestRate, now: number): number {
  return fullAt + refillTime(rate) - latestFull(rate, now);
}
