import type { Account } from '../accounts/account.js';
import { ServiceError } from '../errors.js';
import type { Db } from '../store/store.js';
import { FEED_COLUMNS, type FeedRow } from './feed-row.js';

/**
 * The account's feed with this id.
 * @throws ServiceError FEED_NOT_FOUND, also for a feed of another account.
 */
export async function findFeed(db: Db, account: Account, id: string): Promise<FeedRow> {
  const feed = await db
    .selectFrom('feeds')
    .select(FEED_COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (feed === undefined) throw feedNotFound(id);
  return feed;
}

export function feedNotFound(id: string): ServiceError {
  const hint = id.startsWith('_') ? ' This is the id of a bundle.' : '';
  return new ServiceError('FEED_NOT_FOUND', `There is no feed ${id} in this account.${hint}`);
}
