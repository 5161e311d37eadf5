import { sql } from 'kysely';
import type { Account } from '../accounts/account.js';
import { HEALTH_COLUMNS, type Health, healthOf } from '../feeds/feed-health.js';
import type { Db } from '../store/store.js';
import { type SilentFeed, silentAmong } from './silent-feeds.js';

const DAY_MS = 24 * 60 * 60_000;

/** Rows of one list of the overview. */
const SHOWN = 5;

/** A feed in a list of the overview. Times in milliseconds. */
export interface OverviewFeed {
  id: string;
  title: string;
  sourceUrl: string;
  icon: string;
}

const FEED_COLUMNS = [
  'feeds.id',
  'feeds.title',
  'feeds.title_override',
  'feeds.source_url',
  'feeds.icon',
  'feeds.icon_override',
] as const;

interface FeedRow {
  id: string;
  title: string;
  title_override: string | null;
  source_url: string;
  icon: string;
  icon_override: string | null;
}

function feedOf(row: FeedRow): OverviewFeed {
  return {
    id: row.id,
    title: row.title_override ?? row.title,
    sourceUrl: row.source_url,
    icon: row.icon_override ?? row.icon,
  };
}

export interface TroubledFeed extends OverviewFeed {
  health: Health;
  since: number | null;
  reason: string | null;
}

/** Feeds that are failing, the most recently added first, along the index `feeds_health`. */
export async function failingFeeds(db: Db, account: Account): Promise<TroubledFeed[]> {
  const rows = await db
    .selectFrom('feeds')
    .select(FEED_COLUMNS)
    .select(HEALTH_COLUMNS)
    .where('feeds.account_id', '=', account.id)
    .where('feeds.is_active', '=', 1)
    .where('feeds.failures', '>', 0)
    .orderBy('feeds.failures', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => {
    const { health, failingSince, reason } = healthOf(row);
    return { ...feedOf(row), health, since: failingSince, reason };
  });
}

/** Feeds of pages whose list is no longer found. */
export async function driftedFeeds(db: Db, account: Account): Promise<OverviewFeed[]> {
  const rows = await db
    .selectFrom('feeds')
    .select(FEED_COLUMNS)
    .where('feeds.account_id', '=', account.id)
    .where('feeds.drift', 'is not', null)
    .limit(SHOWN)
    .execute();
  return rows.map(feedOf);
}

export interface NewestItem {
  feed: OverviewFeed;
  url: string;
  title: string;
  thumbnail: string | null;
  /** When it was published, or discovered; in milliseconds. */
  at: number;
}

const NEWEST = 8;
/** Feeds of one query: the first ones tell a time that few items of the others are newer than. */
const FEWEST_FEEDS = 8;
const MOST_FEEDS = 500;

/**
 * The newest items of the account: by the date of publication, and by that of discovery where the
 * source names none. Those with a date in the future are left out until then. A feed has no item
 * that is newer than its last batch, so most feeds need not be read.
 */
export async function newestItems(db: Db, account: Account, now: number): Promise<NewestItem[]> {
  let newest: NewestItem[] = [];
  for (let offset = 0; ; ) {
    const since = newest[NEWEST - 1]?.at ?? -1;
    const limit = offset === 0 ? FEWEST_FEEDS : MOST_FEEDS;
    const feeds = await db
      .selectFrom('feeds')
      .select(FEED_COLUMNS)
      .where('feeds.account_id', '=', account.id)
      .where('feeds.last_batch_at', '>', since)
      .orderBy('feeds.last_batch_at', 'desc')
      .orderBy('feeds.id')
      .limit(limit)
      .offset(offset)
      .execute();
    const found = await newerItems(db, feeds, { since, now });
    newest = [...newest, ...found].toSorted((a, b) => b.at - a.at).slice(0, NEWEST);
    if (feeds.length < limit) return newest;
    offset += limit;
  }
}

/** The newest items of these feeds between two times. */
async function newerItems(
  db: Db,
  rows: readonly FeedRow[],
  { since, now }: { since: number; now: number },
): Promise<NewestItem[]> {
  if (rows.length === 0) return [];
  const feeds = new Map(rows.map((row) => [row.id, feedOf(row)]));
  const read = () =>
    db
      .selectFrom('items')
      .select(['feed_id', 'url', 'title', 'thumbnail', 'added_at', 'date_published'])
      .where('feed_id', 'in', [...feeds.keys()])
      .limit(NEWEST);
  const [dated, undated] = await Promise.all([
    read()
      .where('date_published', '>', since)
      .where('date_published', '<=', now)
      .orderBy('date_published', 'desc')
      .orderBy('position')
      .execute(),
    read()
      .where('date_published', 'is', null)
      // An expression: the index of `added_at` has many more rows after an import.
      .where(sql<boolean>`+added_at > ${since}`)
      .orderBy('added_at', 'desc')
      .orderBy('position')
      .execute(),
  ]);
  return [...dated, ...undated].flatMap(({ feed_id, added_at, date_published, ...item }) => {
    const feed = feeds.get(feed_id);
    return feed === undefined ? [] : [{ feed, ...item, at: date_published ?? added_at }];
  });
}

/** Feeds are looked for that had nothing new between these two ages. */
const SILENCE_MS = { from: 60 * DAY_MS, until: DAY_MS };
const MAX_CANDIDATES = 300;

/** Feeds whose silence is longer than their rhythm explains, the longest first. */
export async function silentFeeds(
  db: Db,
  account: Account,
  now: number,
): Promise<SilentFeed<OverviewFeed>[]> {
  const rows = await db
    .selectFrom('feeds')
    .select(FEED_COLUMNS)
    .select(['feeds.item_dates', 'feeds.is_active', 'feeds.failures', 'feeds.refresh_interval'])
    .where('feeds.account_id', '=', account.id)
    .where('feeds.last_batch_at', '>', now - SILENCE_MS.from)
    .where('feeds.last_batch_at', '<', now - SILENCE_MS.until)
    .orderBy('feeds.last_batch_at')
    .limit(MAX_CANDIDATES)
    .execute();
  // What fails or is paused is not expected to have anything new.
  const expected = rows.filter(
    (row) => row.is_active === 1 && row.failures === 0 && row.refresh_interval !== 0,
  );
  const feeds = expected.map((row) => ({ feed: feedOf(row), itemDates: row.item_dates }));
  return silentAmong(feeds, now).slice(0, SHOWN);
}

export interface NextFetch {
  feed: OverviewFeed;
  at: number;
}

/** Accounts with more feeds have some of the next fetches of the service. */
const FEW_FEEDS = 2_000;

/** The feeds that are fetched next. @param count feeds of the account */
export async function nextFetches(db: Db, account: Account, count: number): Promise<NextFetch[]> {
  // An expression keeps the planner from sorting all feeds of a large account; see `feeds_due`.
  const isOwn =
    count > FEW_FEEDS
      ? sql<boolean>`feeds.account_id || '' = ${account.id}`
      : sql<boolean>`feeds.account_id = ${account.id}`;
  const rows = await db
    .selectFrom('feeds')
    .select(FEED_COLUMNS)
    .select('feeds.next_refresh_at')
    .where(isOwn)
    .where('feeds.suspended_at', 'is', null)
    .where((feed) =>
      feed.or([feed('refresh_interval', 'is', null), feed('refresh_interval', '>', 0)]),
    )
    .orderBy('feeds.next_refresh_at')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({ feed: feedOf(row), at: row.next_refresh_at }));
}

export interface TroubledWebhook {
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
    .select([
      'id',
      'name',
      'url',
      'failing_since as failingSince',
      'disabled_reason as disabledReason',
    ])
    .where('account_id', '=', account.id)
    .where('kind', 'is', null)
    .where((webhook) =>
      webhook.or([
        webhook('failing_since', 'is not', null),
        webhook('disabled_reason', 'is not', null),
      ]),
    )
    .limit(SHOWN)
    .execute();
}

/** Deliveries of the last 24 hours that failed permanently; tests do not count. */
export async function countFailedDeliveries(
  db: Db,
  account: Account,
  now: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', account.id)
    .where('status', '=', 'failed')
    .where('created_at', '>=', now - DAY_MS)
    .where('is_test', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}
