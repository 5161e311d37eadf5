import { isBundleId } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { bundleNotFound } from '../bundles/bundle.js';
import { Pause } from '../core/async/pause.js';
import { isAbandoned } from '../core/own-process.js';
import { isoTime } from '../core/time.js';
import { feedNotFound } from '../feeds/feed.js';
import { plannedFetch } from '../feeds/setting-columns.js';
import { isFeedOf } from '../store/dialect.js';
import type { Db } from '../store/store.js';
import { claimFeeds, endLeases, isLeased } from './claim.js';
import { spreadOverDomains } from './due.js';
import { lastRefresh } from './history.js';
import { isWaiting, readPaces, takeTurns } from './host-paces.js';
import type { RefreshPool } from './pool.js';
import { MAX_BLOCK } from './refresh-feed.js';
import type { ReadOptions, RefreshDeps, RefreshResult } from './refresh-result.js';
import type { ClaimedFeed } from './suspension.js';

/** The outcome of refreshing one feed on request. */
export interface FeedOutcome extends Omit<RefreshResult, 'outcome' | 'nextRefreshAt'> {
  /** `skipped`: the site asked clients to wait; `error` contains the end of that time. */
  outcome: RefreshResult['outcome'] | 'skipped';
  /** Null if the feed does not exist. */
  nextRefreshAt: number | null;
}

/** Number of candidates per free slot: the domains of some candidates are busy. */
const WINDOW_PER_SLOT = 2;

/** Interval of the check whether another process has finished reading a feed, in milliseconds. */
const WAIT_MS = 200;

/**
 * Feeds without an outcome. The number is that of the feed's latest fetch at the time when its
 * running fetch was noticed: a later fetch is its outcome. Null if no fetch was started.
 */
export type Unfinished = ReadonlyMap<string, number | null>;

interface RefreshFeedsOptions extends ReadOptions {
  /** If aborted, no further fetch is started; running fetches continue. */
  until?: AbortSignal | undefined;
}

/**
 * Refreshes feeds now, due or not, and yields each outcome as it arrives. If another process is
 * reading a feed, its result is awaited and reported.
 * @returns the feeds without an outcome
 * @throws ServiceError STORE_UNAVAILABLE; problems of a source are in its outcome
 */
export async function* refreshFeeds(
  deps: RefreshDeps,
  pool: RefreshPool,
  account: Account,
  feeds: Unfinished,
  { until, reread = false }: RefreshFeedsOptions = {},
): AsyncGenerator<FeedOutcome, Unfinished> {
  const refresh = new RequestedRefresh(deps, pool, account, { feeds, reread });
  while (refresh.goesOn) {
    yield* await refresh.start();
    if (until?.aborted) break;
    await refresh.change();
  }
  return refresh.unfinished;
}

class RequestedRefresh {
  readonly #deps: RefreshDeps;
  readonly #pool: RefreshPool;
  readonly #account: Account;
  readonly #reread: boolean;
  readonly #waiting: Map<string, number | null>;
  readonly #reading = new Map<string, number>();
  readonly #finished: FeedOutcome[] = [];
  readonly #failures: unknown[] = [];
  #movedOn = false;

  constructor(
    deps: RefreshDeps,
    pool: RefreshPool,
    account: Account,
    { feeds, reread }: { feeds: Unfinished; reread: boolean },
  ) {
    this.#deps = deps;
    this.#pool = pool;
    this.#account = account;
    this.#reread = reread;
    this.#waiting = new Map(feeds);
  }

  get goesOn(): boolean {
    const left = this.#waiting.size + this.#reading.size + this.#finished.length;
    return left > 0 && !this.#pool.aborted.aborted;
  }

  get unfinished(): Unfinished {
    return new Map([...this.#waiting, ...this.#reading]);
  }

  /**
   * Starts feeds for which there is a slot, and settles those that need none.
   * @returns the outcomes since the last call
   */
  async start(): Promise<FeedOutcome[]> {
    const before = this.#waiting.size;
    if (this.#pool.free > 0) await this.#fillSlots();
    this.#movedOn = this.#waiting.size !== before;
    if (this.#failures.length > 0) throw this.#failures[0];
    return this.#finished.splice(0);
  }

  /**
   * Waits until a read ends, or for a short time, unless feeds were just started. The time is
   * limited because other processes do not signal the end of their reads.
   */
  async change(): Promise<void> {
    if (this.#movedOn) return;
    const pool = this.#pool;
    const pause = new Pause(WAIT_MS);
    await Promise.race(pool.isIdle ? [pause.over] : [pause.over, pool.oneEnded()]);
    pause.end();
  }

  async #fillSlots(): Promise<void> {
    const { store, clock, leaseMs } = this.#deps;
    const pool = this.#pool;
    const ready = await this.#readyFeeds(first(this.#waiting.keys(), pool.free * WINDOW_PER_SLOT));
    const paces = await readPaces(store.db);
    const chosen = spreadOverDomains(ready, { ...pool.room, paces });
    const claimed = await pool.claim(async () => {
      const now = clock.now();
      const feeds = await claimFeeds(store, chosen, now, { leaseMs });
      await takeTurns(store, feeds, { paces, now });
      return feeds;
    });
    for (const feed of claimed) void this.#read(feed);
    for (const { id } of ready) this.#requeue(id);
  }

  async #read(feed: ClaimedFeed): Promise<void> {
    const { id, refresh_count } = feed;
    this.#waiting.delete(id);
    this.#reading.set(id, refresh_count);
    try {
      const result = await this.#pool.read(feed, { reread: this.#reread, isAwaited: true });
      if (result === null) this.#waiting.set(id, refresh_count);
      else this.#finished.push(result);
    } catch (error) {
      this.#failures.push(error);
    }
    this.#reading.delete(id);
  }

  /** The feeds that can be claimed; the others are settled or requeued. */
  async #readyFeeds(window: readonly string[]): Promise<HeldFeed[]> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const held = await this.#withoutAbandoned(
      await heldFeeds(store.db, this.#account, window, now),
      now,
    );
    const paces = await readPaces(store.db);
    const rows = new Map(held.map((row) => [row.id, row]));
    const ready: HeldFeed[] = [];
    for (const id of window) {
      const row = rows.get(id);
      const seen = this.#waiting.get(id) ?? null;
      const pace = paces.get(row?.poll_domain ?? '');
      if (row === undefined) this.#settle(id, missing(id));
      else if (seen !== null && row.refresh_count > seen) {
        this.#settle(id, await elsewhere(store.db, row));
      } else if (isLeased(row.lease_expires_at, now)) {
        // A feed that another process reads is not read again; the result of that process counts.
        this.#waiting.set(id, seen ?? (this.#reread ? null : row.refresh_count));
        this.#requeue(id);
      } else if (row.blocked_until !== null) this.#settle(id, skipped(row, row.blocked_until));
      else if (pace !== undefined && isWaiting(pace, now)) {
        this.#settle(id, skipped(row, pace.nextStartAt));
      } else ready.push(row);
    }
    return ready;
  }

  /**
   * Ends the leases of processes that have ended, which would otherwise stay valid for up to a
   * minute.
   * @returns the held feeds, with the leases that are still valid
   */
  async #withoutAbandoned(held: readonly HeldFeed[], now: number): Promise<readonly HeldFeed[]> {
    const abandoned = held.filter(
      (row) => isLeased(row.lease_expires_at, now) && isAbandoned(row.lease_token),
    );
    if (abandoned.length === 0) return held;
    await endLeases(
      this.#deps.store,
      abandoned.map(({ id, lease_token }) => ({ id, lease_token: String(lease_token) })),
      now,
    );
    return held.map((row) => (abandoned.includes(row) ? { ...row, lease_expires_at: now } : row));
  }

  /** Moves the other feeds to the end of the queue, so that all feeds of a long list are tried. */
  #requeue(id: string): void {
    const seen = this.#waiting.get(id);
    if (seen === undefined) return;
    this.#waiting.delete(id);
    this.#waiting.set(id, seen);
  }

  #settle(id: string, outcome: FeedOutcome): void {
    this.#waiting.delete(id);
    this.#finished.push(outcome);
  }
}

type HeldFeed = Awaited<ReturnType<typeof heldFeeds>>[number];

async function heldFeeds(db: Db, account: Account, ids: readonly string[], now: number) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('feeds')
    .leftJoin('host_blocks', (join) =>
      join
        .onRef('host_blocks.domain', '=', 'feeds.poll_domain')
        .on('until', '>', now)
        .on('until', '<=', now + MAX_BLOCK),
    )
    .select([
      'id',
      'refresh_interval',
      'title',
      'title_override',
      'poll_domain',
      'lease_token',
      'lease_expires_at',
      'deaths',
      'refresh_count',
      'next_refresh_at',
      'until as blocked_until',
    ])
    .where(isFeedOf(account))
    .where('id', 'in', ids)
    .execute();
}

const NOTHING = { itemsNew: 0, itemsChanged: 0, durationMs: 0 };

function missing(id: string): FeedOutcome {
  const { code, message } = isBundleId(id) ? bundleNotFound(id) : feedNotFound(id);
  const error = { code, message };
  return { feedId: id, title: '', outcome: 'failed', error, nextRefreshAt: null, ...NOTHING };
}

function skipped(feed: HeldFeed, until: number): FeedOutcome {
  const time = isoTime(until);
  const message = `${feed.poll_domain} asked clients to wait until ${time}. Try again after that.`;
  return {
    ...NOTHING,
    feedId: feed.id,
    title: feed.title_override ?? feed.title,
    outcome: 'skipped',
    error: { code: 'RATE_LIMITED', message },
    nextRefreshAt: plannedFetch(feed, Math.max(feed.next_refresh_at, until)),
  };
}

/** The outcome that another process or an earlier request produced. */
async function elsewhere(db: Db, feed: HeldFeed): Promise<FeedOutcome> {
  const last = await lastRefresh(db, feed.id);
  return {
    feedId: feed.id,
    title: feed.title_override ?? feed.title,
    outcome: last?.outcome ?? 'unchanged',
    itemsNew: last?.items_new ?? 0,
    itemsChanged: last?.items_changed ?? 0,
    error:
      last?.error_code == null
        ? null
        : { code: last.error_code, message: last.error_message ?? '' },
    nextRefreshAt: plannedFetch(feed, feed.next_refresh_at),
    durationMs: last?.duration_ms ?? 0,
  };
}

/** The given feeds, marked as not started. */
export function notStarted(ids: readonly string[]): Unfinished {
  return new Map(ids.map((id) => [id, null]));
}

function first<T>(all: Iterable<T>, count: number): T[] {
  const some: T[] = [];
  for (const one of all) {
    if (some.length === count) break;
    some.push(one);
  }
  return some;
}
