import type { FeedFetch } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Page } from '../core/paging.js';
import { isoTime } from '../core/time.js';
import { findFeed } from '../feeds/feed.js';
import { preparedInsert, preparedWrite } from '../store/prepared.js';
import type { RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';

export type RefreshEntry = RowOf<'refreshes'>;

/** Number of history rows that are kept per feed. */
export const KEPT_REFRESHES = 100;

/** Number of fetches between two cleanups: a cleanup costs as much as a fetch. */
const CLEARING_EVERY = 10;

const ENTRY_COLUMNS = [
  ...(['feed_id', 'number', 'at', 'outcome', 'status', 'items_new', 'items_changed'] as const),
  ...(['duration_ms', 'error_code', 'error_message', 'note', 'pushed', 'texts'] as const),
] satisfies (keyof RefreshEntry)[];

const insertEntry = preparedInsert(ENTRY_COLUMNS, (db, entry: RefreshEntry) =>
  db.insertInto('refreshes').values(entry),
);

const deleteUpTo = preparedWrite((db, feedId: string, number: number) =>
  db.deleteFrom('refreshes').where('feed_id', '=', feedId).where('number', '<=', number),
);

/**
 * Adds a fetch to the history of its feed; rows beyond the newest hundred are deleted eventually.
 */
export async function enterIntoHistory(db: Db, entry: RefreshEntry): Promise<void> {
  await insertEntry(db, entry);
  if (entry.number % CLEARING_EVERY !== 0) return;
  await deleteUpTo(db, entry.feed_id, entry.number - KEPT_REFRESHES);
}

/** The latest fetches of a feed, newest first; 100 are kept. */
export async function refreshHistory(
  db: Db,
  feedId: string,
  limit: number,
  offset = 0,
): Promise<RefreshEntry[]> {
  return db
    .selectFrom('refreshes')
    .selectAll()
    .where('feed_id', '=', feedId)
    .orderBy('number', 'desc')
    .limit(Math.min(limit, KEPT_REFRESHES))
    .offset(offset)
    .execute();
}

export async function lastRefresh(db: Db, feedId: string): Promise<RefreshEntry | undefined> {
  return (await refreshHistory(db, feedId, 1))[0];
}

/**
 * GET /v1/feeds/:id/history: the latest fetches of a feed, newest first.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function listFeedHistory(
  db: Db,
  account: Account,
  id: string,
  { limit, offset }: Page,
): Promise<FeedFetch[]> {
  await findFeed(db, account, id);
  return (await refreshHistory(db, id, limit, offset)).map(fetchOf);
}

function fetchOf(entry: RefreshEntry): FeedFetch {
  const { error_code: code, error_message: message } = entry;
  return {
    number: entry.number,
    at: isoTime(entry.at),
    outcome: entry.outcome,
    http_status: entry.status,
    items_new: entry.items_new,
    items_changed: entry.items_changed,
    duration_ms: Math.round(entry.duration_ms),
    error: code === null ? null : { code, message: message ?? '' },
    ...(entry.note === null ? {} : { note: entry.note }),
    ...(entry.pushed === 1 && { pushed: true as const }),
    ...(entry.texts === null ? {} : { texts: JSON.parse(entry.texts) as FeedFetch['texts'] }),
  };
}
