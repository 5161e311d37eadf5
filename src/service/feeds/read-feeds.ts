import type {
  DroppedChoice,
  Feed,
  FeedOrder,
  FeedSummary,
  HealthFilter,
  Sort,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { type AnswerBytes, type Answers, encodeJson } from '../core/answers.js';
import type { Page } from '../core/time.js';
import { chosenItems } from '../filters/sift.js';
import { presentItem, selectShownItems } from '../items/item.js';
import { itemsEnd } from '../items/items-json.js';
import { revisionAt } from '../items/shown.js';
import type { Db } from '../store/store.js';
import { COMPARE } from './compare-feeds.js';
import type { Deps } from './deps.js';
import {
  findFeed,
  OWN_FEED_COLUMNS,
  type OwnFeedRow,
  presentFullFeed,
  presentOwnFeed,
} from './feed.js';
import { feedSegments, feedsOf, pageOfIds } from './feed-order.js';
import { presentSettings } from './feed-settings.js';
import { findPush, type PushState } from './push-subscription.js';
import { searchFeeds } from './search-feeds.js';

/** How items are read: in which order, and with or without those that filters hide. */
export interface ItemsQuery {
  sort?: Sort | undefined;
  dropped?: DroppedChoice | undefined;
}

/**
 * GET /v1/feeds/:id: the feed with all its current items.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function getFeed(
  { store, publicAddress, clock }: Deps,
  account: Account,
  id: string,
  { sort = 'last_added', dropped }: ItemsQuery = {},
): Promise<Feed> {
  // Concurrent queries: each costs a round trip to a remote database.
  const [feed, items, base] = await Promise.all([
    findFeed(store.db, account, id),
    selectShownItems(store.db, id, sort, clock.now()),
    publicAddress.base(),
  ]);
  const push = await findPush(store.db, feed, clock.now());
  const shown = await chosenItems(
    items.map((item) => presentItem(item, feed.custom_author)),
    { of: id, filters: feed.filters },
    dropped,
  );
  return { ...presentFullFeed(feed, shown, base), ...(push !== null && { push }) };
}

/**
 * The same as JSON, in parts whose bytes follow each other. The items come from `answers` while the
 * revision of the feed is the same; the health of the feed, which changes with every fetch, is read
 * for each request.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function getFeedJson(
  { store, publicAddress, clock }: Deps,
  answers: Answers,
  account: Account,
  id: string,
  { sort = 'last_added', dropped }: ItemsQuery = {},
): Promise<AnswerBytes[]> {
  const [feed, base] = await Promise.all([findFeed(store.db, account, id), publicAddress.base()]);
  const push = await findPush(store.db, feed, clock.now());
  // The items may be newer than this revision, never older: the next request has the newer one.
  const name = `items ${account.id} ${id} ${sort} ${dropped ?? ''}`;
  const now = clock.now();
  const items = await answers.get(name, revisionAt(feed, now).revision, () =>
    itemsJson(store.db, feed, { sort, dropped }, now),
  );
  return [headOf(feed, base, push), items];
}

function headOf(feed: OwnFeedRow, base: string, push: PushState | null): AnswerBytes {
  return encodeJson({ ...presentOwnFeed(feed, base), ...(push !== null && { push }) }, -1);
}

async function itemsJson(
  db: Db,
  feed: OwnFeedRow,
  { sort = 'last_added', dropped }: ItemsQuery,
  now: number,
): Promise<AnswerBytes> {
  const { id, custom_author, filters } = feed;
  const items = await selectShownItems(db, id, sort, now);
  const presented = items.map((item) => presentItem(item, custom_author));
  return itemsEnd(await chosenItems(presented, { of: id, filters }, dropped));
}

/**
 * From this offset on, the ids of a page are read from the index alone first; otherwise PostgreSQL
 * reads every skipped row.
 */
const DEEP_OFFSET = 1000;

/** Filter and order of the list. */
export interface FeedListQuery extends Page {
  /** Part of a title or an address; "" or omitted: any. */
  search?: string | undefined;
  health?: HealthFilter | undefined;
  /** Default `created`, newest first. */
  sort?: FeedOrder | undefined;
  /** Adds the settings of each feed. */
  include?: 'settings' | undefined;
}

/** GET /v1/feeds: the account's feeds without their items. */
export async function listFeeds(
  { store, publicAddress, refreshFloorMs }: Deps,
  account: Account,
  query: FeedListQuery,
): Promise<FeedSummary[]> {
  const [rows, base] = await Promise.all([
    selectRows(store.db, account, query),
    publicAddress.base(),
  ]);
  return rows.map((feed) => ({
    ...presentOwnFeed(feed, base),
    ...(query.include === 'settings' && { settings: presentSettings(feed, refreshFloorMs) }),
  }));
}

async function selectRows(db: Db, account: Account, query: FeedListQuery): Promise<OwnFeedRow[]> {
  const { limit, offset, search = '' } = query;
  const segments = feedSegments(db, account, query);
  const [only, ...others] = segments;
  if (search === '' && offset < DEEP_OFFSET && only !== undefined && others.length === 0) {
    return only.select(OWN_FEED_COLUMNS).limit(limit).offset(offset).execute();
  }
  const ids =
    search === ''
      ? await pageOfIds(segments, query)
      : await findIds(db, account, { ...query, search });
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('feeds')
    .select(OWN_FEED_COLUMNS)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Omits feeds that were deleted between the two queries.
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function findIds(db: Db, account: Account, query: FeedListQuery & { search: string }) {
  const { search, sort = 'created', health } = query;
  const feeds = feedsOf(db, account, health)
    .select(['feeds.id', 'feeds.title', 'feeds.title_override', 'feeds.source_url'])
    .select(['feeds.created_at', 'feeds.is_active', 'feeds.failures', 'feeds.item_dates']);
  return searchFeeds(feeds, search, query, sort === 'created' ? undefined : COMPARE[sort]);
}
