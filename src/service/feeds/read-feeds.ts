import type { DroppedChoice, Feed, Sort } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { type AnswerBytes, type Answers, encodeJson } from '../core/answers.js';
import { chosenItems } from '../filters/apply-filters.js';
import { mutedBy } from '../filters/muted.js';
import { presentItem, selectShownItems } from '../items/item.js';
import { itemsEnd } from '../items/items-json.js';
import { revisionAt } from '../items/look.js';
import type { Db } from '../store/store.js';
import type { Deps } from './deps.js';
import { findFeed, type OwnFeedRow, presentFullFeed, presentOwnFeed } from './feed.js';
import { findPush, type PushState } from './push-subscription.js';

/** The order in which items are read, and whether items that filters hide are included. */
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
  // The queries run concurrently: each costs a round trip to a remote database.
  const [feed, items, muted, base] = await Promise.all([
    findFeed(store.db, account, id),
    selectShownItems(store.db, id, sort, clock.now()),
    mutedBy(store.db, account.id),
    publicAddress.base(),
  ]);
  const push = await findPush(store.db, feed, clock.now());
  const shown = await chosenItems(
    items.map((item) => presentItem(item, feed)),
    [muted, { of: id, filters: feed.filters }],
    dropped,
  );
  return { ...presentFullFeed(feed, shown, base), ...(push !== null && { push }) };
}

/**
 * As `getFeed`, as JSON in consecutive parts. The items come from `answers` while the revision of
 * the feed is the same; the health of the feed, which changes with every fetch, is read for each
 * request.
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
  // The items may be newer than this revision, never older: the next request uses the newer
  // revision.
  const name = `items ${account.id} ${id} ${sort} ${dropped ?? ''}`;
  const now = clock.now();
  const items = await answers.get(name, revisionAt(feed, now).revision, () =>
    itemsJson(store.db, account, feed, { sort, dropped }, now),
  );
  return [headOf(feed, base, push), items];
}

function headOf(feed: OwnFeedRow, base: string, push: PushState | null): AnswerBytes {
  return encodeJson({ ...presentOwnFeed(feed, base), ...(push !== null && { push }) }, -1);
}

async function itemsJson(
  db: Db,
  account: Account,
  feed: OwnFeedRow,
  { sort = 'last_added', dropped }: ItemsQuery,
  now: number,
): Promise<AnswerBytes> {
  const { id, filters } = feed;
  const items = await selectShownItems(db, id, sort, now);
  const muted = await mutedBy(db, account.id);
  const presented = items.map((item) => presentItem(item, feed));
  return itemsEnd(await chosenItems(presented, [muted, { of: id, filters }], dropped));
}
