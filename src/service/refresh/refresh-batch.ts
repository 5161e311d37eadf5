import * as z from 'zod';
import type { Account } from '../accounts/account.js';
import { decodeCursor, encodeCursor } from '../core/paging.js';
import { isRefreshed } from '../operation/liveness.js';
import { DEFAULT_FLOOR } from '../schedule/interval.js';
import type { RefreshPool } from './pool.js';
import { type FeedOutcome, notStarted, refreshFeeds, type Unfinished } from './refresh-feeds.js';
import type { RefreshDeps } from './refresh-result.js';
import { countSelected, type FeedSelection, selectFeeds } from './select-feeds.js';

/** Maximum number of feeds per batch: a request must occupy the slots only for seconds. */
const MAX_FEEDS = 100;

export interface BatchRequest {
  selection: FeedSelection;
  /** The position at which the last batch stopped; undefined for the first batch. */
  cursor: string | undefined;
  /** Maximum time for fetches, in milliseconds. */
  waitMs: number;
  /** True if no feed is fetched while a process refreshes due feeds. */
  unlessServed: boolean;
  /** See `ReadOptions`. */
  reread?: boolean | undefined;
}

export interface Batch {
  outcomes: FeedOutcome[];
  /** The number of feeds of the selection without an outcome yet. */
  remaining: number;
  /** Minimum time between two fetches, set by the operator, in milliseconds. */
  floorMs: number;
  /** Null if all feeds of the selection have their outcome. */
  cursor: string | null;
}

const cursorSchema = z.strictObject({
  /** The time at which the first batch started, in milliseconds. */
  since: z.int().min(0),
  /** The end of the last page of the selection; null at its start. */
  after: z.tuple([z.int(), z.string()]).nullable(),
  /** The number of feeds after `after`; 0 if the selection is complete. */
  left: z.int().min(0),
  /** The feeds of earlier pages without an outcome; see `Unfinished`. */
  unfinished: z.array(z.tuple([z.string(), z.int().nullable()])).max(MAX_FEEDS),
});

type Cursor = z.infer<typeof cursorSchema>;

/**
 * Refreshes the next feeds of a selection for a limited time. Unfinished fetches continue in the
 * background, and a later batch returns their outcome.
 * @throws ServiceError INVALID_FIELD for an invalid cursor; STORE_UNAVAILABLE
 */
export async function refreshBatch(
  deps: RefreshDeps,
  pool: RefreshPool,
  account: Account,
  request: BatchRequest,
): Promise<Batch> {
  const { selection, waitMs } = request;
  const floorMs = deps.refreshFloorMs ?? DEFAULT_FLOOR;
  if (request.unlessServed && (await isRefreshed(deps.store, deps.clock))) {
    return { outcomes: [], remaining: 0, floorMs, cursor: null };
  }
  const start = await batchStart(deps, account, request);
  const page = await nextFeeds(deps, account, selection, start);
  const until = AbortSignal.timeout(waitMs);
  const { reread } = request;
  const { outcomes, unfinished } = await collect(
    refreshFeeds(deps, pool, account, page.feeds, { until, reread }),
  );
  const { since, after, left } = page;
  const remaining = left + unfinished.size;
  const cursor = remaining === 0 ? null : { since, after, left, unfinished: [...unfinished] };
  return { outcomes, remaining, floorMs, cursor: cursor && encodeCursor(cursor) };
}

async function batchStart(
  deps: RefreshDeps,
  account: Account,
  { selection, cursor }: BatchRequest,
): Promise<Cursor> {
  if (cursor !== undefined) return decodeCursor(cursorSchema, cursor);
  const time = { since: deps.clock.now(), floorMs: deps.refreshFloorMs };
  const left = await countSelected(deps.store.db, account, selection, time);
  return { since: time.since, after: null, left, unfinished: [] };
}

/** Returns the unfinished feeds of earlier batches, and further ones of the selection. */
async function nextFeeds(
  deps: RefreshDeps,
  account: Account,
  selection: FeedSelection,
  { since, after, left, unfinished }: Cursor,
) {
  const limit = MAX_FEEDS - unfinished.length;
  if (left === 0 || limit === 0) return { since, after, left, feeds: new Map(unfinished) };
  const { refreshFloorMs: floorMs } = deps;
  const page = await selectFeeds(deps.store.db, account, selection, {
    ...{ since, floorMs, limit },
    after,
  });
  const feeds = new Map([...notStarted(page.ids), ...unfinished]);
  // Feeds may have been added or deleted since the count: only the last page is certain.
  const rest = page.end === null ? 0 : Math.max(1, left - page.ids.length);
  return { since, after: page.end, left: rest, feeds };
}

async function collect(
  refreshing: AsyncGenerator<FeedOutcome, Unfinished>,
): Promise<{ outcomes: FeedOutcome[]; unfinished: Unfinished }> {
  const outcomes: FeedOutcome[] = [];
  for (;;) {
    const next = await refreshing.next();
    if (next.done) return { outcomes, unfinished: next.value };
    outcomes.push(next.value);
  }
}
