import * as z from 'zod';
import {
  type Feed,
  type FeedSummary,
  type Item,
  isSearch,
  selectorsSchema,
} from '../../contract/index.js';
import type { ListDrift } from '../../generator/stored.js';
import type { Account } from '../accounts/account.js';
import { MINUTE } from '../core/durations.js';
import { ServiceError } from '../core/errors.js';
import { isoTime } from '../core/time.js';
import { readFilters } from '../filters/stored-filters.js';
import { rssFeedUrl } from '../operation/public-address.js';
import { prepared } from '../store/prepared.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';
import { presentHealth } from './feed-health.js';
import { SETTING_COLUMNS } from './setting-columns.js';
import { maskedAccess, storedSteps } from './source-access.js';

/** The columns that `presentFeed` and `presentSource` show. */
const SUMMARY_COLUMNS = [
  'id',
  'title',
  'description',
  'icon',
  'title_override',
  'description_override',
  'icon_override',
  'filters',
  'mode',
  'keyword',
  'region',
  'source_url',
  'selectors',
  'read_from',
  'access',
  'render',
  'steps',
  'origin',
  'poll_url',
  'site_url',
  'document_total',
  'is_active',
] as const satisfies readonly (keyof Database['feeds'])[];

/** The public columns of a feed, without its fetch state. */
export const FEED_COLUMNS = [
  ...SUMMARY_COLUMNS,
  ...SETTING_COLUMNS,
  'revision',
  'updated_at',
] as const satisfies readonly (keyof Database['feeds'])[];

type SummaryRow = Pick<RowOf<'feeds'>, (typeof SUMMARY_COLUMNS)[number]>;

export type FeedRow = Pick<RowOf<'feeds'>, (typeof FEED_COLUMNS)[number]>;

/** The columns of the fetch status, which the owner sees. */
const STATE_COLUMNS = [
  'inactive_reason',
  'failures',
  'failing_since',
  'last_error',
  'last_refreshed_at',
  'item_dates',
  'drift',
  'next_refresh_at',
  'refresh_reason',
  'suspended_at',
] as const satisfies readonly (keyof Database['feeds'])[];

export const OWN_FEED_COLUMNS = [...FEED_COLUMNS, ...STATE_COLUMNS] as const;

export type OwnFeedRow = Pick<RowOf<'feeds'>, (typeof OWN_FEED_COLUMNS)[number]>;

/**
 * The columns that `presentOwnFeed` shows, and no others: a list reads them for a hundred feeds.
 */
export const LISTED_COLUMNS = [...SUMMARY_COLUMNS, ...STATE_COLUMNS, 'refresh_interval'] as const;

export type ListedFeedRow = Pick<RowOf<'feeds'>, (typeof LISTED_COLUMNS)[number]>;

const selectFeed = prepared((db, id: string, accountId: string) =>
  db
    .selectFrom('feeds')
    .select(OWN_FEED_COLUMNS)
    .select('push_links')
    .where('id', '=', id)
    .where('account_id', '=', accountId),
);

/**
 * The feed of the account with this id.
 * @throws ServiceError FEED_NOT_FOUND, also for a feed of another account
 */
export async function findFeed(
  db: Db,
  account: Account,
  id: string,
): Promise<OwnFeedRow & Pick<RowOf<'feeds'>, 'push_links'>> {
  const [feed] = await selectFeed(db, id, account.id);
  if (feed === undefined) throw feedNotFound(id);
  return feed;
}

/**
 * As `findFeed`, with every column, for changes of how a feed is read.
 * @throws ServiceError FEED_NOT_FOUND, also for a feed of another account
 */
export async function findWholeFeed(
  db: Db,
  account: Account,
  id: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<RowOf<'feeds'>> {
  const feed = await db
    .selectFrom('feeds')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (feed === undefined) throw feedNotFound(id);
  return feed;
}

export function feedNotFound(id: string): ServiceError {
  const hint = id.startsWith('_') ? ' This is the id of a bundle.' : '';
  return new ServiceError('FEED_NOT_FOUND', `There is no feed ${id} in this account.${hint}`);
}

/** Marks the published documents of the feed as changed. */
export async function raiseRevision(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('feeds')
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

/** The feed without extensions, as in events. Values set by PATCH override those of the source. */
export function presentFeed(row: SummaryRow, publicBase: string): FeedSummary {
  return {
    id: row.id,
    title: row.title_override ?? row.title,
    description: row.description_override ?? row.description,
    icon: row.icon_override ?? row.icon,
    source_url: row.source_url,
    rss_feed_url: rssFeedUrl(publicBase, row.id),
    is_active: row.is_active === 1,
  };
}

/**
 * The feed for its owner, with the extensions of `feedSummarySchema`: its source and its health.
 */
export function presentOwnFeed(row: ListedFeedRow, publicBase: string) {
  // One object is filled: spreading five objects into one took longer than reading the row.
  const feed = Object.assign(presentFeed(row, publicBase), presentSource(row));
  if (row.filters !== null) feed.filters = readFilters(row.filters);
  return Object.assign(feed, presentHealth(row), presentDrift(row.drift)) satisfies FeedSummary;
}

export type OwnFeed = ReturnType<typeof presentOwnFeed>;

export function presentFullFeed(row: OwnFeedRow, items: Item[], publicBase: string): Feed {
  return { ...presentOwnFeed(row, publicBase), items };
}

function presentSource(row: SummaryRow): Partial<FeedSummary> {
  const { mode, keyword, region, selectors, read_from, access, render, steps } = row;
  if (isSearch(mode)) return { mode, keyword: keyword ?? '', region };
  const source: Partial<FeedSummary> = {};
  if (mode !== 'url') source.mode = mode;
  if (selectors !== null) source.selectors = selectorsSchema.parse(JSON.parse(selectors));
  if (read_from !== 'auto' && mode !== 'changes') source.from = read_from;
  if (access !== null) source.access = maskedAccess(access);
  if (render !== null) source.render = render;
  if (steps !== null) source.steps = storedSteps(steps);
  source.document = presentDocument(row);
  return source;
}

function presentDocument(row: SummaryRow): NonNullable<FeedSummary['document']> {
  const { origin, poll_url, source_url, site_url, document_total } = row;
  const document: FeedSummary['document'] = {
    kind: origin === 'feed' ? 'feed' : 'html',
    url: poll_url || source_url,
  };
  if (site_url) document.site_url = site_url;
  if (document_total !== null) document.entries = document_total;
  return document;
}

function presentDrift(stored: string | null): Pick<FeedSummary, 'drift'> {
  const drift = readDrift(stored);
  return drift === null ? {} : { drift: { ...drift, since: isoTime(drift.since) } };
}

const driftSchema = z.object({
  since: z.number(),
  expected: z.number(),
  found: z.number(),
  confidence: z.number(),
});

/** The drift of the list that is stored with a feed; null if there is none. */
export function readDrift(stored: string | null): ListDrift | null {
  return stored === null ? null : driftSchema.parse(JSON.parse(stored));
}

const MIN_TTL_MINUTES = 5;
const MAX_TTL_MINUTES = 24 * 60;

/** Time for which readers may cache a document, in minutes: from 5 minutes to a day. */
export function ttlMinutes(refreshIntervalMs: number): number {
  const minutes = Math.round(refreshIntervalMs / MINUTE);
  return Math.min(MAX_TTL_MINUTES, Math.max(MIN_TTL_MINUTES, minutes));
}
