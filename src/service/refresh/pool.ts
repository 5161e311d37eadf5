import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { queueLength } from '../core/async/event-loop-queue.js';
import { Semaphore } from '../core/async/semaphore.js';
import { workFor } from '../core/async/turn.js';
import { deferClaim, LEASE_MS, releaseLease, renewLeases } from './claim.js';
import { FEEDS_PER_DOMAIN, type Room } from './due.js';
import { refreshFeed } from './refresh-feed.js';
import type { ReadOptions, RefreshDeps, RefreshResult } from './refresh-result.js';
import type { ClaimedFeed } from './suspension.js';

/**
 * Default number of concurrent reads. Sites take 100 to 500 ms to respond, and a worker with 16
 * reads is idle for nine tenths of the time (docs/scaling.md). `BodyBudget` limits the memory.
 */
export const DEFAULT_SLOTS = SERVICE_SETTINGS.refreshSlots.default;

export interface PoolOptions {
  /** Maximum number of concurrent reads; default `DEFAULT_SLOTS`. */
  slots?: number | undefined;
  /** Maximum number of concurrent reads per registrable domain; default `FEEDS_PER_DOMAIN`. */
  perDomain?: number | undefined;
  /**
   * Time for which a result waits for others to be stored with it, in milliseconds; 0 if the clock
   * is not that of the machine.
   */
  shareMs?: number | undefined;
}

/**
 * Time within which the ends of reads share one claim, in milliseconds: a claim is a transaction
 * and costs more than the shortest read. Slots stay free for this time, which is little compared
 * with the 100 to 500 ms of a response.
 */
const BATCH_WINDOW_MS = 50;

/**
 * Minimum time between two claims while there is room, in milliseconds. Results that arrive within
 * it are stored together. With a few feeds a second, each would otherwise need its own claim and
 * transaction.
 */
export const GATHER_MS = 250;

/**
 * Maximum share of slots in use at which results wait for others: a waiting result occupies a slot.
 */
const AMPLE_SHARE = 0.25;

/** Maximum number of documents that wait for the event loop before further ones are requested. */
const MAX_WAITING = 4;

/** Number of renewals within the time of a lease: if one fails, the next is still in time. */
const RENEWALS = 3;

/** The feeds that this process is reading, and their leases. */
export class RefreshPool {
  readonly #deps: RefreshDeps;
  readonly #slots: number;
  readonly #perDomain: number;
  readonly #longestShareMs: number;
  readonly #reading = new Map<Promise<void>, ClaimedFeed>();
  readonly #claiming = new Set<Promise<unknown>>();
  readonly #aborted = new AbortController();
  readonly #suspectParsing = new Semaphore(1);
  #renewal: NodeJS.Timeout | undefined;

  constructor(deps: RefreshDeps, options: PoolOptions = {}) {
    this.#deps = deps;
    this.#slots = options.slots ?? DEFAULT_SLOTS;
    this.#perDomain = options.perDomain ?? FEEDS_PER_DOMAIN;
    this.#longestShareMs = options.shareMs ?? GATHER_MS;
  }

  get #leaseMs(): number {
    return this.#deps.leaseMs ?? LEASE_MS;
  }

  /**
   * The number of free slots; low while documents wait for the event loop, because further ones
   * would only wait in memory.
   */
  get free(): number {
    const slots = this.#slots - this.#reading.size;
    const waiting = queueLength();
    const free = waiting === 0 ? slots : Math.min(slots, MAX_WAITING - waiting);
    return Math.max(this.isIdle ? 1 : 0, free);
  }

  /** True if documents wait for the event loop. */
  get isBehind(): boolean {
    return queueLength() > 0;
  }

  /** True if no feed is being read. */
  get isIdle(): boolean {
    return this.#reading.size === 0;
  }

  /**
   * True if any other feed can be read now: slots are free, no document waits, and no site is at
   * its limit.
   */
  get hasRoom(): boolean {
    const { limit, busy, perDomain } = this.room;
    return limit > 0 && !this.isBehind && [...busy.values()].every((feeds) => feeds < perDomain);
  }

  /** See `abort`. */
  get aborted(): AbortSignal {
    return this.#aborted.signal;
  }

  /** The number of feeds that can be started, and the limits per domain. */
  get room(): Room {
    const busy = new Map<string, number>();
    for (const { poll_domain: domain } of this.#reading.values()) {
      if (domain !== null) busy.set(domain, (busy.get(domain) ?? 0) + 1);
    }
    const suspects = [...this.#reading.values()].filter(({ deaths }) => deaths > 0).length;
    return { limit: this.free, busy, perDomain: this.#perDomain, suspects };
  }

  /**
   * Claims feeds that this process reads. Claims that complete while the pool is closing are
   * released immediately; otherwise the feeds would be blocked until the lease ends.
   */
  async claim(claiming: () => Promise<ClaimedFeed[]>): Promise<ClaimedFeed[]> {
    if (this.aborted.aborted) return [];
    const claim = claiming().then(async (feeds) => {
      if (!this.aborted.aborted) return feeds;
      for (const feed of feeds) await releaseLease(this.#deps.store.db, feed);
      return [];
    });
    this.#claiming.add(claim);
    return claim.finally(() => this.#claiming.delete(claim));
  }

  /**
   * Reads a claimed feed.
   * @returns the result; null if the feed was released without being read
   */
  read(feed: ClaimedFeed, options: ReadOptions = {}): Promise<RefreshResult | null> {
    const { account_id: accountId } = feed;
    const work = workFor(accountId, { isRefresh: true }, () => this.#read(feed, options));
    const tracked: Promise<void> = work.then(
      () => this.#ended(tracked),
      () => this.#ended(tracked),
    );
    this.#reading.set(tracked, feed);
    this.#renewal ??= setInterval(() => this.#renew(), this.#leaseMs / RENEWALS).unref();
    return work;
  }

  /** Resolves soon after the next read ends; immediately if none is running. */
  async oneEnded(): Promise<void> {
    if (this.isIdle) return;
    await Promise.race(this.#reading.keys());
    if (!this.isIdle) await sleep(BATCH_WINDOW_MS);
  }

  /** Resolves when all claims and reads have ended. */
  async drained(): Promise<void> {
    await Promise.allSettled(this.#claiming);
    await Promise.all(this.#reading.keys());
  }

  /**
   * Releases further results instead of storing them. Running reads end soon, when the reader is
   * closed.
   */
  abort(): void {
    this.#aborted.abort();
  }

  async #read(feed: ClaimedFeed, options: ReadOptions): Promise<RefreshResult | null> {
    const { signal } = this.#aborted;
    let isParsing = false;
    const deps = {
      ...this.#deps,
      ...(!options.isAwaited && { shareMs: () => this.#shareMs() }),
      // If parsing ends the process, the cause must be the only suspect that is being parsed.
      beforeSuspect: async () => {
        await this.#suspectParsing.acquire(signal);
        isParsing = true;
      },
    };
    try {
      const result = await refreshFeed(deps, feed, { ...options, signal });
      if (result === null) await releaseLease(this.#deps.store.db, feed);
      else this.#deps.metrics?.refreshed(result);
      return result;
    } catch (error) {
      await this.#releaseOrDefer(feed).catch(() => undefined);
      throw error;
    } finally {
      if (isParsing) this.#suspectParsing.release();
    }
  }

  #shareMs(): number | undefined {
    const hasFew = this.#reading.size <= this.#slots * AMPLE_SHARE;
    return hasFew && this.hasRoom ? this.#longestShareMs : undefined;
  }

  /** Releases feeds that could not be stored. If this fails too, their leases expire. */
  async #releaseOrDefer(feed: ClaimedFeed): Promise<void> {
    const { store, clock } = this.#deps;
    if (this.aborted.aborted) await releaseLease(store.db, feed);
    else await deferClaim(store.db, feed, { until: clock.now() + this.#leaseMs, reason: 'retry' });
  }

  #ended(tracked: Promise<void>): void {
    this.#reading.delete(tracked);
    if (!this.isIdle) return;
    clearInterval(this.#renewal);
    this.#renewal = undefined;
  }

  #renew(): void {
    const held = [...this.#reading.values()];
    const { store, clock, logger } = this.#deps;
    renewLeases(store, held, clock.now(), this.#leaseMs).catch((error: unknown) =>
      logger.warn({ err: error }, 'leases could not be renewed'),
    );
  }
}
