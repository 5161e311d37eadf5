import { sql } from 'kysely';
import { DAY } from '../core/durations.js';
import type { ScheduleHints } from '../core/source-document.js';
import { rhythmOf } from '../feeds/next-fetch.js';
import { stateColumns } from '../feeds/source-columns.js';
import { MAX_RETRY_AFTER } from '../schedule/backoff.js';
import { formatRhythm } from '../schedule/rhythm.js';
import type { SourceReading } from '../sources/source-reader.js';
import type { Db } from '../store/store.js';
import { learnPace } from './host-paces.js';
import { type FailedAttempt, type RefreshAttempt, readSource } from './read-source.js';
import type { ReadOptions, RefreshDeps, RefreshResult } from './refresh-result.js';
import {
  revalidationColumns,
  scheduleAfterFailure,
  scheduleAfterSuccess,
  whilePushed,
} from './schedule.js';
import { storeAttempt } from './store-attempt.js';
import { storeDocument } from './store-document.js';
import { suspend } from './suspend.js';
import type { ClaimedFeed } from './suspension.js';
import { isProven } from './suspension.js';

/**
 * Reads the source of a claimed feed and stores the result in one transaction: items, schedule,
 * history and the event.
 * @returns null if nothing was stored, because the lease was lost or `signal` was aborted
 * @throws ServiceError STORE_UNAVAILABLE; problems of the source are in the result
 */
export async function refreshFeed(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  { signal, reread = false }: ReadOptions & { signal?: AbortSignal } = {},
): Promise<RefreshResult | null> {
  if (isProven(feed)) return suspend(deps, feed);
  await deps.budget?.sync();
  if (feed.refresh_interval === null) deps.budget?.count();
  const attempt = await readSource(deps, feed, { reread });
  // A cancelled read gives no information about its source.
  if (signal?.aborted) return null;
  if ('failure' in attempt) return storeFailure(deps, feed, attempt);
  const { reading } = attempt;
  if (reading.kind === 'unchanged') return storeUnchanged(deps, feed, { ...attempt, reading });
  try {
    return await storeDocument(deps, feed, { ...attempt, reading }, { reread });
  } finally {
    // The entries are released here: the promises that led here are older than the document, and V8
    // keeps objects that old ones reference until a full collection, which is 140 kB per feed.
    reading.document.entries.length = 0;
    reading.readWhole = undefined;
  }
}

/** Stores a failure: the items are kept, and the next fetch is delayed. */
async function storeFailure(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  attempt: FailedAttempt,
): Promise<RefreshResult | null> {
  const { columns, block, isTooFast } = scheduleAfterFailure(deps, feed, attempt);
  return storeAttempt(deps, feed, attempt, {
    outcome: 'failed',
    columns,
    failure: attempt.failure,
    ...(block !== null && {
      async write(transaction: Db) {
        await blockDomain(transaction, block, attempt.now);
        if (isTooFast) await learnPace(transaction, feed, { ...attempt, domain: block.domain });
      },
    }),
  });
}

type Unchanged = Extract<SourceReading, { kind: 'unchanged' }>;

/** Stores the result for an unchanged document, which is the usual and cheapest case. */
async function storeUnchanged(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  attempt: RefreshAttempt & { reading: Unchanged },
): Promise<RefreshResult | null> {
  const { state, freshForMs } = attempt.reading;
  const hints = JSON.parse(feed.schedule_hints) as ScheduleHints;
  const rhythm = rhythmOf(feed);
  return storeAttempt(deps, feed, attempt, {
    outcome: 'unchanged',
    columns: {
      // Pages that could not be fetched are retried.
      ...(feed.texts_due_at === null ? {} : { texts_due_at: attempt.now }),
      ...stateColumns(state),
      ...(feed.rhythm === null ? { rhythm: formatRhythm(rhythm) } : {}),
      ...revalidationColumns(feed, attempt),
      ...whilePushed(
        deps,
        feed,
        scheduleAfterSuccess(deps, feed, {
          now: attempt.now,
          rhythm,
          hints,
          freshForMs,
        }),
        { now: attempt.now, pushUntil: feed.push_until },
      ),
    },
  });
}

/**
 * Maximum duration of a block, in milliseconds; the extra day leaves room for clock differences.
 */
export const MAX_BLOCK = MAX_RETRY_AFTER + DAY;

/** A blocked registrable domain, and the end of its block in milliseconds. */
interface HostBlock {
  domain: string;
  until: number;
}

/** Blocks a domain. The latest end wins, unless a wrong clock wrote it. */
export async function blockDomain(
  db: Db,
  { domain, until }: HostBlock,
  now: number,
): Promise<void> {
  const isNewer = sql`excluded.until > host_blocks.until or host_blocks.set_at > excluded.set_at`;
  const taken = (column: 'until' | 'set_at') =>
    sql<number>`case when ${isNewer} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`host_blocks.${column}`)} end`;
  await db
    .insertInto('host_blocks')
    .values({ domain, until, set_at: now })
    .onConflict((conflict) =>
      conflict.column('domain').doUpdateSet({ until: taken('until'), set_at: taken('set_at') }),
    )
    .execute();
}
