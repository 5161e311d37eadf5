import type { RequestRate } from '../accounts/account.js';
import type { Clock } from '../core/clock.js';
import type { Store } from '../store/store.js';
import { drawTokens, readBucket } from './draw-tokens.js';
import { available, type FullAt, waitForToken } from './policy/token-bucket.js';

/** Whether a request may be answered, and what its caller is told of the limit. */
export interface Admission {
  admitted: boolean;
  /** Requests that may come now. */
  remaining: number;
  /** Seconds until all of them may come again; for one that is refused, until the next may. */
  resetSeconds: number;
}

/**
 * A busy key's tokens are fetched for a quarter of a second at a time. A fetch is a commit, 0.7 ms on
 * SQLite and 1.5 on PostgreSQL (measured): a key of 240 a minute or less costs one each
 * request, one of 60,000 no more than four a second.
 */
const PORTIONS_PER_SECOND = 4;

/** Tokens in hand are let go after so many milliseconds: they count as used. */
const IN_HAND_MS = 1000;

/** What this process knows of a key. Times in milliseconds. */
interface Hand {
  tokens: number;
  until: number;
  fullAt: FullAt;
  /** Nothing is to be had before that. */
  emptyUntil: number;
}

const EMPTY_HAND: Hand = { tokens: 0, until: 0, fullAt: 0, emptyUntil: 0 };

/**
 * Counts the requests of keys that have a limit. The buckets are in the database, shared by all the
 * processes that answer; a key without a limit never comes here and costs nothing.
 */
export class RequestLimiter {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #hands = new Map<string, Hand>();
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async admit(apiKey: string, rate: RequestRate): Promise<Admission> {
    for (;;) {
      const now = this.#clock.now();
      const hand = this.#hands.get(apiKey) ?? EMPTY_HAND;
      // Whoever keeps asking in vain is told so without the database.
      if (now < hand.emptyUntil) return refused(hand.emptyUntil - now);
      if (hand.tokens > 0 && now < hand.until) return this.#take(apiKey, hand, rate, now);
      // One fetches for all that ask at once: else the bucket would be empty before any had one.
      await (this.#fetching.get(apiKey) ?? this.#fetch(apiKey, rate, now));
    }
  }

  #take(apiKey: string, hand: Hand, rate: RequestRate, now: number): Admission {
    const left = { ...hand, tokens: hand.tokens - 1 };
    this.#hands.set(apiKey, left);
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

  /** As many tokens as a busy key wants at once, or the last one; or the knowledge that there is none. */
  async #fill(apiKey: string, rate: RequestRate, now: number): Promise<void> {
    const { db } = this.#store;
    const wanted = Math.floor(rate.perMinute / 60 / PORTIONS_PER_SECOND);
    const portion = Math.max(1, Math.min(wanted, Math.floor(rate.burst / 4)));
    for (const tokens of new Set([portion, 1])) {
      const fullAt = await drawTokens(db, apiKey, rate, now * 1000, tokens);
      if (fullAt === null) continue;
      this.#hands.set(apiKey, { tokens, fullAt, until: now + IN_HAND_MS, emptyUntil: 0 });
      return;
    }
    const waitMs = waitForToken(await readBucket(db, apiKey), rate, now * 1000) / 1000;
    const emptyUntil = now + Math.max(1, Math.ceil(waitMs));
    this.#hands.set(apiKey, { ...EMPTY_HAND, emptyUntil });
  }
}

function refused(waitMs: number): Admission {
  return { admitted: false, remaining: 0, resetSeconds: seconds(waitMs) };
}

/** Whole seconds, rounded up: coming back a moment early would only be refused again. */
function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
