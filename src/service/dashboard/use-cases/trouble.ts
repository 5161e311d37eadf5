import * as z from 'zod';
import type { Account } from '../../accounts/account.js';
import { DAY } from '../../core/durations.js';
import type { Deps } from '../../feeds/deps.js';
import type { OwnFeed } from '../../feeds/feed.js';
import { feedsOfIds } from '../../feeds/list-feeds.js';
import { countRows } from '../../store/count-rows.js';
import type { Db } from '../../store/store.js';

/** Maximum number of rows in a list. */
const SHOWN = 20;

/** Ages between which the last new item of a feed must be, in milliseconds before now. */
const SILENCE_MS = { from: 60 * DAY, until: DAY };
const MAX_CANDIDATES = 300;

/** A feed with the length of its silence and its usual gap between items, in milliseconds. */
interface SilentFeed {
  feed: OwnFeed;
  silentMs: number;
  usualMs: number;
}

/** Feeds that have been silent for unusually long, the longest silence first. */
export async function silentFeeds(
  deps: Pick<Deps, 'store' | 'publicAddress' | 'clock'>,
  account: Account,
): Promise<SilentFeed[]> {
  const now = deps.clock.now();
  const rows = await deps.store.db
    .selectFrom('feeds')
    .select(['id', 'item_dates', 'is_active', 'failures', 'refresh_interval'])
    .where('account_id', '=', account.id)
    .where('last_batch_at', '>', now - SILENCE_MS.from)
    .where('last_batch_at', '<', now - SILENCE_MS.until)
    .orderBy('last_batch_at')
    .limit(MAX_CANDIDATES)
    .execute();
  // Feeds that fail or are paused are left out: they cannot have new items.
  const expected = rows.filter(
    (row) => row.is_active === 1 && row.failures === 0 && row.refresh_interval !== 0,
  );
  const silent = expected.flatMap(({ id, item_dates }) => silenceOf(id, item_dates, now));
  const longest = silent.toSorted((a, b) => b.silentMs - a.silentMs).slice(0, SHOWN);
  const feeds = await feedsOfIds(
    deps,
    account,
    longest.map(({ id }) => id),
  );
  return longest.flatMap(({ id, ...silence }) => {
    const feed = feeds.find((entry) => entry.id === id);
    return feed === undefined ? [] : [{ feed, ...silence }];
  });
}

/** Maximum number of feeds that are searched for failed fetches, the newest first. */
const MAX_RECOVERED = 1000;

/**
 * Feeds with failed fetches in the last 24 hours whose last fetch succeeded, with the time of the
 * last failure.
 */
export async function recoveredFeeds(
  deps: Pick<Deps, 'store' | 'publicAddress'>,
  account: Account,
  now: number,
): Promise<{ feed: OwnFeed; failures: number; last: number }[]> {
  const rows = await deps.store.db
    .selectFrom('refreshes')
    .select(({ fn }) => ['feed_id', fn.countAll().as('failures'), fn.max('at').as('last')])
    .where('feed_id', 'in', (feeds) =>
      feeds
        .selectFrom('feeds')
        .select('id')
        .where('account_id', '=', account.id)
        .where('is_active', '=', 1)
        .where('failures', '=', 0)
        .orderBy('created_at', 'desc')
        .limit(MAX_RECOVERED),
    )
    .where('outcome', '=', 'failed')
    .where('at', '>', now - DAY)
    .groupBy('feed_id')
    .orderBy('last', 'desc')
    .limit(SHOWN)
    .execute();
  const feeds = await feedsOfIds(
    deps,
    account,
    rows.map((row) => row.feed_id),
  );
  return rows.flatMap(({ feed_id, failures, last }) => {
    const feed = feeds.find(({ id }) => id === feed_id);
    return feed === undefined ? [] : [{ feed, failures: Number(failures), last: Number(last) }];
  });
}

/**
 * A silence is unusual if it is longer than this multiple of the usual gap and longer than
 * `MIN_SILENCE_MS`.
 */
const FACTOR = 3;
const MIN_SILENCE_MS = DAY;
/** Minimum number of dates for a usual gap. */
const MIN_DATES = 4;

const datesSchema = z.array(z.number());

/**
 * The silence of a feed; empty if it is not unusually long.
 * @param json dates of its items
 */
function silenceOf(id: string, json: string | null, now: number) {
  const parsed = datesSchema.safeParse(JSON.parse(json ?? '[]'));
  const dates = (parsed.data ?? []).filter((date) => date <= now);
  if (dates.length < MIN_DATES) return [];
  const newest = Math.max(...dates);
  const usualMs = (newest - Math.min(...dates)) / (dates.length - 1);
  const silentMs = now - newest;
  const isSilent = usualMs > 0 && silentMs > Math.max(MIN_SILENCE_MS, FACTOR * usualMs);
  return isSilent ? [{ id, silentMs, usualMs }] : [];
}

interface TroubledWebhook {
  id: string;
  name: string | null;
  url: string;
  failingSince: number | null;
  disabledReason: string | null;
}

/** Webhooks whose deliveries fail, or that were disabled. */
export function troubledWebhooks(db: Db, account: Account): Promise<TroubledWebhook[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'failing_since as failingSince'])
    .select('disabled_reason as disabledReason')
    .where('account_id', '=', account.id)
    .where('kind', 'is', null)
    .where(({ or, eb }) =>
      or([eb('failing_since', 'is not', null), eb('disabled_reason', 'is not', null)]),
    )
    .limit(SHOWN)
    .execute();
}

/** Number of deliveries of the last 24 hours that failed permanently, without tests. */
export async function countFailedDeliveries(
  db: Db,
  account: Account,
  now: number,
): Promise<number> {
  return countRows(
    db
      .selectFrom('deliveries')
      .where('account_id', '=', account.id)
      .where('status', '=', 'failed')
      .where('created_at', '>=', now - DAY)
      .where('is_test', '=', 0),
  );
}
