import { type SelectQueryBuilder, sql } from 'kysely';
import { parseUrl } from '../../base/url.js';
import type { FeedOrder, HealthFilter, KeywordMode, PageMode } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Page } from '../core/paging.js';
import { registrableDomain } from '../core/registrable-domain.js';
import {
  type CreationPage,
  cursorPlace,
  isBehind,
  type Listed,
  type Place,
  pageInOrder,
  refusedCursor,
} from '../store/creation-order.js';
import { isFeedOf } from '../store/dialect.js';
import type { Database } from '../store/schema.js';
import type { Db } from '../store/store.js';
import { COMPARE } from './compare-feeds.js';
import type { Deps } from './deps.js';
import { LISTED_COLUMNS, type ListedFeedRow, type OwnFeed, presentOwnFeed } from './feed.js';
import { presentUsualGap } from './feed-health.js';
import { feedSegments, feedsOf, pageOfIds } from './feed-order.js';
import { presentSettings } from './feed-settings.js';
import { mayMatch, newestThatMayMatch, searchFeeds } from './search-feeds.js';
import { SETTING_COLUMNS, type SettingCells } from './setting-columns.js';

/** The kind of source of a feed: a feed of the site, a page, or a search of the news. */
export type FeedKind = 'feed' | 'page' | PageMode | KeywordMode;

/** The filter and the order of a list of feeds. */
export interface FeedQuery {
  /** A part of a title or an address; any feed matches if it is "" or omitted. */
  search?: string | undefined;
  health?: HealthFilter | undefined;
  /** The order; default `created`, newest first. */
  sort?: FeedOrder | undefined;
  /** If set, only paused feeds, or only feeds whose page lost its list. */
  state?: 'paused' | 'drifted' | undefined;
  kind?: FeedKind | undefined;
  /** A host or an address; every host of its registrable domain matches. */
  site?: string | undefined;
  /** If set, only members of this bundle. */
  bundleId?: string | undefined;
  /** If set, only feeds with these ids. */
  among?: readonly string[] | undefined;
  /** If set, only feeds after this position; in the order `created`. */
  behind?: Place | undefined;
}

/** The query for one page of a list. */
export interface FeedListQuery extends Omit<FeedQuery, 'behind'>, CreationPage {
  /** Adds the settings of each feed, or its usual gap between items. */
  include?: 'settings' | 'usual_gap' | undefined;
}

/**
 * GET /v1/feeds: the account's feeds without their items.
 * @throws ServiceError INVALID_FIELD for a cursor of another list
 */
export async function listFeeds(
  { store, publicAddress, refreshFloorMs }: ListDeps & Pick<Deps, 'refreshFloorMs'>,
  account: Account,
  query: FeedListQuery,
): Promise<Listed<OwnFeed>> {
  const { sort = 'created', limit, include } = query;
  const behind = cursorPlace('feeds', account, query);
  if (behind !== undefined && sort !== 'created') {
    throw refusedCursor('"cursor" is for the order "created". Omit "sort", or page by "offset".');
  }
  const [read, base] = await Promise.all([
    selectRows(store.db, account, { ...query, behind, limit: limit + 1 }),
    publicAddress.base(),
  ]);
  const { rows, hasMore, next } = pageInOrder('feeds', account, read, limit);
  const more = {
    settings: (row: ListedRow) => ({ settings: presentSettings(row, refreshFloorMs) }),
    usual_gap: presentUsualGap,
    none: () => ({}),
  }[include ?? 'none'];
  const present = (row: ListedRow) => Object.assign(presentOwnFeed(row, base), more(row));
  return {
    rows: rows.map(present),
    hasMore,
    next: sort === 'created' ? next : null,
  };
}

const COLUMNS = [...LISTED_COLUMNS, 'created_at'] as const;
const WITH_SETTINGS = [...new Set([...COLUMNS, ...SETTING_COLUMNS])];

type ListDeps = Pick<Deps, 'store' | 'publicAddress'>;

/** The feeds of the account with these ids, in the order of the ids; deleted ones are omitted. */
export async function feedsOfIds(
  { store, publicAddress }: ListDeps,
  account: Account,
  ids: readonly string[],
): Promise<OwnFeed[]> {
  const rows = await rowsOfIds(store.db, account, ids);
  const base = await publicAddress.base();
  return rows.map((feed) => presentOwnFeed(feed, base));
}

/**
 * Minimum offset from which the ids of a page are first read only from the index; otherwise
 * PostgreSQL reads every skipped row.
 */
const DEEP_OFFSET = 1000;

/** A row of a list. It contains the settings only if they were requested. */
type ListedRow = ListedFeedRow & Place & SettingCells;

async function selectRows(
  db: Db,
  account: Account,
  query: FeedQuery & Page & Pick<FeedListQuery, 'include'>,
): Promise<ListedRow[]> {
  const { limit, offset, search = '', include } = query;
  const [only, ...others] = segmentsOf(db, account, query);
  if (search === '' && offset < DEEP_OFFSET && only !== undefined && others.length === 0) {
    return only.select(listedColumns(include)).limit(limit).offset(offset).execute();
  }
  return rowsOfIds(db, account, await listedIds(db, account, query, query), include);
}

function listedColumns(include: FeedListQuery['include']) {
  return include === undefined ? COLUMNS : WITH_SETTINGS;
}

async function rowsOfIds(
  db: Db,
  account: Account,
  ids: readonly string[],
  include?: FeedListQuery['include'],
): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('feeds')
    .select(listedColumns(include))
    .where(isFeedOf(account))
    .where('feeds.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The ids of one page of the list, in its order. */
export async function listedIds(
  db: Db,
  account: Account,
  query: FeedQuery,
  page: Page,
): Promise<string[]> {
  const { search = '', sort = 'created', health } = query;
  if (search === '') return pageOfIds(segmentsOf(db, account, query), page);
  const feedsAmong = (ids?: readonly string[]) =>
    narrowed(feedsOf(db, account, health, ids), query)
      .select(['feeds.id', 'feeds.title', 'feeds.title_override', 'feeds.source_url'])
      .select(['feeds.created_at', 'feeds.is_active', 'feeds.failures', 'feeds.item_dates']);
  const matches = await mayMatch(db, account, search);
  const among = matches && [...matches, ...(await newestThatMayMatch(feedsAmong(), search))];
  const wanted = { text: search, among };
  const feeds = feedsAmong(among ?? undefined);
  return searchFeeds(feeds, wanted, page, sort === 'created' ? undefined : COMPARE[sort]);
}

function segmentsOf(db: Db, account: Account, query: FeedQuery) {
  return feedSegments(db, account, query).map((segment) => narrowed(segment, query));
}

/**
 * Applies the filters. Each has an index; its constants are literals, because partial indexes need
 * them.
 */
function narrowed<Row>(
  feeds: SelectQueryBuilder<Database, 'feeds', Row>,
  { state, bundleId, kind, site, among, behind }: FeedQuery,
): SelectQueryBuilder<Database, 'feeds', Row> {
  let chosen = feeds;
  if (state === 'paused') chosen = chosen.where('feeds.refresh_interval', '=', sql.lit(0));
  if (state === 'drifted') chosen = chosen.where('feeds.drift', 'is not', null);
  if (kind === 'page') chosen = chosen.where('feeds.origin', '=', sql.lit('page'));
  else if (kind === 'feed') {
    chosen = chosen.where('feeds.mode', '=', 'url').where('feeds.origin', '=', 'feed');
  } else if (kind !== undefined) chosen = chosen.where('feeds.mode', '=', kind);
  if (site !== undefined) chosen = ofSite(chosen, site);
  if (behind !== undefined) chosen = chosen.where(isBehind('feeds', behind));
  // The id "", which no feed has, is added because PostgreSQL accepts no empty list.
  if (among !== undefined) chosen = chosen.where('feeds.id', 'in', ['', ...among]);
  if (bundleId === undefined) return chosen;
  return chosen.where('feeds.id', 'in', (members) =>
    members.selectFrom('bundle_feeds').select('feed_id').where('bundle_id', '=', bundleId),
  );
}

/**
 * Restricts a query to feeds of a site. For IP addresses and local names, which are few and have no
 * registrable domain, the host must be equal.
 */
function ofSite<Row>(
  feeds: SelectQueryBuilder<Database, 'feeds', Row>,
  site: string,
): SelectQueryBuilder<Database, 'feeds', Row> {
  const { hostname = '' } = parseUrl(site) ?? parseUrl(`http://${site}`) ?? {};
  const domain = registrableDomain(hostname);
  if (domain !== null) return feeds.where('feeds.poll_domain', '=', domain);
  // The wildcards of LIKE are removed; host names contain none.
  const host = hostname.replace(/[%_\\]/g, '');
  const origins = ['http', 'https'].map((scheme) => `${scheme}://${host}`);
  const starts = origins.flatMap((origin) => [`${origin}:%`, `${origin}/%`]);
  return feeds
    .where('feeds.poll_domain', 'is', null)
    .where(({ or, eb }) => or(starts.map((start) => eb('feeds.poll_url', 'like', start))));
}
