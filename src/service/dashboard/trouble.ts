import type { Account } from '../accounts/account.js';
import type { Db } from '../store/store.js';
import { type SilentFeed, silentAmong } from './silent-feeds.js';

const DAY_MS = 24 * 60 * 60_000;

/** Rows of one list. */
const SHOWN = 20;

/** A feed that needs attention. */
export interface TroubledFeed {
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

function feedOf(row: FeedRow): TroubledFeed {
  return {
    id: row.id,
    title: row.title_override ?? row.title,
    sourceUrl: row.source_url,
    icon: row.icon_override ?? row.icon,
  };
}

/** Feeds of pages whose list is no longer found. */
export async function driftedFeeds(db: Db, account: Account): Promise<TroubledFeed[]> {
  const rows = await db
    .selectFrom('feeds')
    .select(FEED_COLUMNS)
    .where('feeds.account_id', '=', account.id)
    .where('feeds.drift', 'is not', null)
    .limit(SHOWN)
    .execute();
  return rows.map(feedOf);
}

/** Feeds are looked for that had nothing new between these two ages. */
const SILENCE_MS = { from: 60 * DAY_MS, until: DAY_MS };
const MAX_CANDIDATES = 300;

/** Feeds whose silence is longer than their rhythm explains, the longest first. */
export async function silentFeeds(
  db: Db,
  account: Account,
  now: number,
): Promise<SilentFeed<TroubledFeed>[]> {
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
