import { type SelectQueryBuilder, sql } from 'kysely';
import { parseUrl } from '../../base/url.js';
import type { FeedOrder, HealthFilter, KeywordMode, PageMode } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { registrableDomain } from '../core/registrable-domain.js';
import type { Page } from '../core/time.js';
import { COMPARE } from '../feeds/compare-feeds.js';
import { type FeedHealth, HEALTH_COLUMNS, type Health, healthOf } from '../feeds/feed-health.js';
import { feedSegments, feedsOf, pageOfIds } from '../feeds/feed-order.js';
import { searchFeeds } from '../feeds/search-feeds.js';
import { taggedFeeds } from '../search/tagged-feeds.js';
import type { Database } from '../store/schema.js';
import type { Db } from '../store/store.js';

/** What a feed is made from: a feed of the site, a page, or a search of the news. */
export type FeedKind = 'feed' | 'page' | PageMode | KeywordMode;

/** The feeds to list. */
export interface FeedQuery {
  /** Part of a title or an address; "" for any. */
  search: string;
  /** Null for any. */
  health: HealthFilter | null;
  /** Only paused feeds, or only those whose page lost its list. */
  state?: 'paused' | 'drifted' | undefined;
  /** Only members of this bundle. */
  bundleId?: string | undefined;
  kind?: FeedKind | undefined;
  /** Host or address; every host of its registrable domain matches. */
  site?: string | undefined;
  /** Only feeds with items of this tag. */
  tag?: string | undefined;
  /** Default: newest first. */
  sort?: FeedOrder | undefined;
}

/** The ids of one page of the list, in its order. */
export async function matchingFeeds(
  db: Db,
  account: Account,
  query: FeedQuery,
  page: Page,
): Promise<string[]> {
  const { search, sort = 'created', tag } = query;
  const health = query.health ?? undefined;
  const tagged = tag === undefined ? undefined : await taggedFeeds(db, account.id, tag);
  if (tagged?.length === 0) return [];
  const chosen = { ...query, tagged };
  if (search === '') {
    const segments = feedSegments(db, account, { sort, health });
    return pageOfIds(
      segments.map((segment) => narrowed(segment, chosen)),
      page,
    );
  }
  const feeds = narrowed(feedsOf(db, account, health), chosen)
    .select(['feeds.id', 'feeds.title', 'feeds.title_override', 'feeds.source_url'])
    .select(['feeds.created_at', 'feeds.is_active', 'feeds.failures', 'feeds.item_dates']);
  return searchFeeds(feeds, search, page, sort === 'created' ? undefined : COMPARE[sort]);
}

/** Each filter has an index; its constants are literals, because partial indexes need them. */
function narrowed<Row>(
  feeds: SelectQueryBuilder<Database, 'feeds', Row>,
  { state, bundleId, kind, site, tagged }: FeedQuery & { tagged: readonly string[] | undefined },
): SelectQueryBuilder<Database, 'feeds', Row> {
  let chosen = feeds;
  if (state === 'paused') chosen = chosen.where('feeds.refresh_interval', '=', sql.lit(0));
  if (state === 'drifted') chosen = chosen.where('feeds.drift', 'is not', null);
  if (kind === 'page') chosen = chosen.where('feeds.origin', '=', sql.lit('page'));
  else if (kind === 'feed') {
    chosen = chosen.where('feeds.mode', '=', 'url').where('feeds.origin', '=', 'feed');
  } else if (kind !== undefined) chosen = chosen.where('feeds.mode', '=', kind);
  if (site !== undefined) chosen = ofSite(chosen, site);
  if (tagged !== undefined) chosen = chosen.where('feeds.id', 'in', tagged);
  if (bundleId === undefined) return chosen;
  return chosen.where('feeds.id', 'in', (members) =>
    members.selectFrom('bundle_feeds').select('feed_id').where('bundle_id', '=', bundleId),
  );
}

/** IP addresses and local names have no registrable domain, and are few: the host must be equal. */
function ofSite<Row>(
  feeds: SelectQueryBuilder<Database, 'feeds', Row>,
  site: string,
): SelectQueryBuilder<Database, 'feeds', Row> {
  const { hostname = '' } = parseUrl(site) ?? parseUrl(`http://${site}`) ?? {};
  const domain = registrableDomain(hostname);
  if (domain !== null) return feeds.where('feeds.poll_domain', '=', domain);
  // Without wildcards of LIKE; host names have none.
  const host = hostname.replace(/[%_\\]/g, '');
  const origins = ['http', 'https'].map((scheme) => `${scheme}://${host}`);
  const starts = origins.flatMap((origin) => [`${origin}:%`, `${origin}/%`]);
  return feeds
    .where('feeds.poll_domain', 'is', null)
    .where(({ or, eb }) => or(starts.map((start) => eb('feeds.poll_url', 'like', start))));
}

/** A feed in a list. */
export interface FeedEntry extends FeedHealth {
  id: string;
  title: string;
  sourceUrl: string;
  /** Its address; "" for none. */
  icon: string;
  kind: FeedKind;
}

/** One page of the matching feeds of the account. */
export async function findFeeds(
  db: Db,
  account: Account,
  query: FeedQuery,
  { limit, offset }: Page,
): Promise<{ feeds: FeedEntry[]; hasMore: boolean }> {
  // One more than shown tells whether there is another page.
  const ids = await matchingFeeds(db, account, query, { limit: limit + 1, offset });
  const feeds = await feedEntries(db, account, ids.slice(0, limit));
  return { feeds, hasMore: ids.length > limit };
}

/** Feeds of the account with these ids, in their order; deleted ones are omitted. */
export async function feedEntries(
  db: Db,
  account: Account,
  ids: readonly string[],
): Promise<FeedEntry[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('feeds')
    .select(['feeds.id', 'feeds.title', 'feeds.title_override', 'feeds.source_url'])
    .select(['feeds.mode', 'feeds.origin', 'feeds.icon', 'feeds.icon_override'])
    .select(HEALTH_COLUMNS)
    .where('feeds.id', 'in', ids)
    .where('feeds.account_id', '=', account.id)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const title = row.title_override ?? row.title;
    const kind = row.mode === 'url' ? row.origin : row.mode;
    const icon = row.icon_override ?? row.icon;
    return [{ id, title, sourceUrl: row.source_url, icon, kind, ...healthOf(row) }];
  });
}

/** The number of feeds per health, from an index alone. */
export async function countFeeds(
  db: Db,
  account: Account,
): Promise<Record<Health | 'all', number>> {
  const counted = await db
    .selectFrom('feeds')
    .select(({ fn }) => {
      const count = fn.countAll<number>();
      return [
        count.as('all'),
        count.filterWhere('is_active', '=', 0).as('inactive'),
        count.filterWhere('is_active', '=', 1).filterWhere('failures', '>', 0).as('failing'),
      ];
    })
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  // PostgreSQL returns counts as strings.
  const [all, inactive, failing] = [counted.all, counted.inactive, counted.failing].map(Number);
  return {
    all: all ?? 0,
    inactive: inactive ?? 0,
    failing: failing ?? 0,
    ok: (all ?? 0) - (inactive ?? 0) - (failing ?? 0),
  };
}

/** Ids per statement. */
const MAX_IDS = 500;

/** The names of the feeds and bundles of the account with these ids; deleted ones are omitted. */
export async function namesOf(
  db: Db,
  account: Account,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].slice(0, MAX_IDS);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('feeds')
    .select(({ fn }) => ['id', fn.coalesce('title_override', 'title').as('name')])
    .where('account_id', '=', account.id)
    .where('id', 'in', wanted)
    .unionAll(
      db
        .selectFrom('bundles')
        .select(['id', 'name'])
        .where('account_id', '=', account.id)
        .where('id', 'in', wanted),
    )
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The bundles of the account for a choice, newest first. */
export function bundleNames(db: Db, account: Account): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('bundles')
    .select(['id', 'name'])
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_IDS)
    .execute();
}
