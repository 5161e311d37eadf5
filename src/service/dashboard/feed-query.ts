import { type SelectQueryBuilder, sql } from 'kysely';
import { parseUrl } from '../../base/url.js';
import type { FeedOrder, KeywordMode, PageMode } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { registrableDomain } from '../core/registrable-domain.js';
import type { Page } from '../core/time.js';
import { COMPARE } from '../feeds/compare-feeds.js';
import type { Health } from '../feeds/feed-health.js';
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
  health: Health | null;
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
  const { search, sort = 'created', health, tag } = query;
  const tagged = tag === undefined ? undefined : await taggedFeeds(db, account.id, tag);
  if (tagged?.length === 0) return [];
  const chosen = { ...query, tagged };
  if (search === '') {
    const segments = feedSegments(db, account, { sort, health: health ?? undefined });
    return pageOfIds(
      segments.map((segment) => narrowed(segment, chosen)),
      page,
    );
  }
  const feeds = narrowed(feedsOf(db, account, health ?? undefined), chosen)
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
  const host = (parseUrl(site) ?? parseUrl(`http://${site}`))?.hostname ?? '';
  const domain = registrableDomain(host);
  if (domain !== null) return feeds.where('feeds.poll_domain', '=', domain);
  return feeds
    .where('feeds.poll_domain', 'is', null)
    .where(({ or, eb }) =>
      or(
        ['http', 'https'].flatMap((scheme) =>
          [':', '/'].map((end) =>
            eb('feeds.poll_url', 'like', `${scheme}://${literal(host)}${end}%`),
          ),
        ),
      ),
    );
}

/** Without wildcards of LIKE; host names have none. */
function literal(host: string): string {
  return host.replace(/[%_\\]/g, '');
}
