import { isBundleId } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { bundleNotFound } from '../bundles/bundle.js';
import { Pause } from '../core/async/pause.js';
import { isoTime } from '../core/time.js';
import { feedNotFound } from '../feeds/feed.js';
import { plannedFetch } from '../feeds/setting-columns.js';
import type { Db } from '../store/store.js';
import { claimFeeds, isLeased } from './claim.js';
import { spreadOverDomains } from './due.js';
import { lastRefresh } from './history.js';
import type { RefreshPool } from './pool.js';
import { MAX_BLOCK } from './refresh-feed.js';
import type { ReadOptions, RefreshDeps, RefreshResult } from './refresh-result.js';
import type { ClaimedFeed } from './suspension.js';

/** The outcome of refreshing one feed on request. */
export interface FeedOutcome extends Omit<RefreshResult, 'outcome' | 'nextRefreshAt'> {
  /** `skipped`: the site asked clients to wait; `error` says until when. */
  outcome: RefreshResult['outcome'] | 'skipped';
  /** Null for a feed that does not exist. */
  nextRefreshAt: number | null;
}

/** Candidates per free slot: the domains of some are busy. */
const WINDOW_PER_SLOT = 2;

/** Interval of the check whether another process has finished a feed, in milliseconds. */
const WAIT_MS = 200;

/**
 * Feeds without an outcome. The number is that of the feed's latest fetch when its running fetch
 * was noticed: a later fetch is its outcome. Null: not started.
 */
export type Unfinished = ReadonlyMap<string, number | null>;

export interface RefreshFeedsOptions extends ReadOptions {
  /** When aborted, nothing else is started; running fetches continue. */
  until?: AbortSignal | undefined;
}

/**
 * Refreshes feeds now, due or not, and yields each outcome as it arrives. A feed that another
 * process is reading is waited for, and its result is reported.
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
  const waiting = new Map(feeds);
  const reading = new Map<string, number>();
  const finished: FeedOutcome[] = [];
  const failures: unknown[] = [];
  while (!pool.aborted.aborted && waiting.size + reading.size + finished.length > 0) {
    const movedOn = pool.free > 0 ? await start() : 0;
    if (failures.length > 0) throw failures[0];
    yield* finished.splice(0);
    if (until?.aborted) break;
    if (movedOn === 0) await change();
  }
  return new Map([...waiting, ...reading]);

  /** Waits until a read ends, or for a while: other processes do not signal when theirs do. */
  async function change(): Promise<void> {
    const pause = new Pause(WAIT_MS);
    await Promise.race(pool.isIdle ? [pause.over] : [pause.over, pool.oneEnded()]);
    pause.end();
  }

  /**
   * Starts feeds with a slot, and settles those that need none. @returns how many feeds made
   * progress
   */
  async function start(): Promise<number> {
    const before = waiting.size;
    const ready = await readyFeeds(first(waiting.keys(), pool.free * WINDOW_PER_SLOT));
    const chosen = spreadOverDomains(ready, pool.room);
    const claimed = await pool.claim(() =>
      claimFeeds(deps.store, chosen, deps.clock.now(), { leaseMs: deps.leaseMs }),
    );
    for (const feed of claimed) read(feed);
    for (const { id } of ready) requeue(id);
    return before - waiting.size;
  }

  function read(feed: ClaimedFeed): void {
    waiting.delete(feed.id);
    reading.set(feed.id, feed.refresh_count);
    pool.read(feed, { reread, isAwaited: true }).then(
      (result) => {
        reading.delete(feed.id);
        if (result === null) waiting.set(feed.id, feed.refresh_count);
        else finished.push(result);
      },
      (error: unknown) => {
        reading.delete(feed.id);
        failures.push(error);
      },
    );
  }

  /** The feeds that can be claimed; the others are settled or requeued. */
  async function readyFeeds(window: readonly string[]): Promise<HeldFeed[]> {
    const { db } = deps.store;
    const now = deps.clock.now();
    const rows = new Map((await heldFeeds(db, account, window, now)).map((row) => [row.id, row]));
    const ready: HeldFeed[] = [];
    for (const id of window) {
      const row = rows.get(id);
      const seen = waiting.get(id) ?? null;
      if (row === undefined) settle(id, missing(id));
      else if (seen !== null && row.refresh_count > seen) settle(id, await elsewhere(db, row));
      else if (isLeased(row.lease_expires_at, now)) {
        // A feed that another process reads is not read again; its result counts.
        waiting.set(id, seen ?? (reread ? null : row.refresh_count));
        requeue(id);
      } else if (row.blocked_until !== null) settle(id, skipped(row, row.blocked_until));
      else ready.push(row);
    }
    return ready;
  }

  /** Requeues the rest, so that all feeds of a long list are tried. */
  function requeue(id: string): void {
    const seen = waiting.get(id);
    if (seen === undefined) return;
    waiting.delete(id);
    waiting.set(id, seen);
  }

  function settle(id: string, outcome: FeedOutcome): void {
    waiting.delete(id);
    finished.push(outcome);
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
    .where('account_id', '=', account.id)
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

/** The result of another process or an earlier request. */
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

/** Feeds that were not started. */
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
