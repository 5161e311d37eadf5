import { type SelectQueryBuilder, sql } from 'kysely';
import type { FeedOrder, HealthFilter } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Page } from '../core/paging.js';
import { countRows } from '../store/count-rows.js';
import { isAmong, isFeedOf, newestItemDate, TITLE_ORDER } from '../store/dialect.js';
import type { Database } from '../store/schema.js';
import type { Db } from '../store/store.js';
import { type Health, ofHealth } from './feed-health.js';

/** A query for feeds of an account in the order of an index; without selected columns. */
type FeedSegment = SelectQueryBuilder<Database, 'feeds', object>;

/** The order of `sort=health`: the worst first. */
export const WORST_FIRST = ['inactive', 'failing', 'ok'] as const satisfies readonly Health[];

/**
 * The list of an account's feeds as queries that run one after the other. Each scans one index.
 * Only the order by health needs several, because no single direction of `feeds_health` puts the
 * worst first.
 */
export function feedSegments(
  db: Db,
  account: Account,
  { sort = 'created', health }: { sort?: FeedOrder | undefined; health?: HealthFilter | undefined },
): FeedSegment[] {
  if (sort !== 'health') return [ordered(db, feedsOf(db, account, health), sort)];
  return WORST_FIRST.filter((state) => fits(state, health)).map((state) =>
    byFailures(feedsOf(db, account, state), state),
  );
}

/**
 * Feeds of the account, all or of one health, unordered.
 * @param ids if given, only feeds with these ids
 */
export function feedsOf(
  db: Db,
  account: Account,
  health: HealthFilter | undefined,
  ids?: readonly string[],
): FeedSegment {
  const all = db.selectFrom('feeds');
  const feeds =
    ids === undefined
      ? all.where('feeds.account_id', '=', account.id)
      : all.where(isFeedOf(account)).where(isAmong(db, 'feeds.id', ids));
  if (health === undefined) return feeds;
  if (health !== 'unhealthy') return ofHealth(feeds, health);
  return feeds.where(({ or, eb }) =>
    or([eb('feeds.is_active', '=', 0), eb('feeds.failures', '>', 0)]),
  );
}

function fits(state: Health, health: HealthFilter | undefined): boolean {
  if (health === 'unhealthy') return state !== 'ok';
  return health === undefined || health === state;
}

/**
 * Sorts along `feeds_health`: backwards, so that the most failures come first; forwards for feeds
 * without failures.
 */
function byFailures(feeds: FeedSegment, state: Health): FeedSegment {
  return state === 'ok'
    ? feeds.orderBy('feeds.failures').orderBy('feeds.created_at', 'desc').orderBy('feeds.id')
    : feeds
        .orderBy('feeds.failures', 'desc')
        .orderBy('feeds.created_at')
        .orderBy('feeds.id', 'desc');
}

function ordered(db: Db, feeds: FeedSegment, sort: Exclude<FeedOrder, 'health'>): FeedSegment {
  switch (sort) {
    case 'title':
      return feeds.orderBy(sql.raw(TITLE_ORDER)).orderBy('feeds.id');
    case 'last_item':
      return feeds
        .orderBy(newestItemDate(db), (order) => order.desc().nullsLast())
        .orderBy('feeds.id');
    case 'created':
      return feeds.orderBy('feeds.created_at', 'desc').orderBy('feeds.id');
  }
}

/** The ids of one page of the whole list. */
export async function pageOfIds(
  segments: readonly FeedSegment[],
  { limit, offset }: Page,
): Promise<string[]> {
  const ids: string[] = [];
  let skip = offset;
  for (const segment of segments) {
    const page = segment
      .select('feeds.id')
      .limit(limit - ids.length)
      .offset(skip);
    const rows = await page.execute();
    ids.push(...rows.map(({ id }) => id));
    if (ids.length === limit) break;
    // After rows of this segment, the page continues at the start of the next one.
    skip = rows.length > 0 || segment === segments.at(-1) ? 0 : skip - (await countRows(segment));
  }
  return ids;
}
