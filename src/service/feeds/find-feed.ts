import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { prepared } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import { OWN_FEED_COLUMNS, type OwnFeedRow } from './feed-row.js';

const selectFeed = prepared((db, id: string, accountId: string) =>
  db
    .selectFrom('feeds')
    .select(OWN_FEED_COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', accountId),
);

/**
 * The account's feed with this id.
 * @throws ServiceError FEED_NOT_FOUND, also for a feed of another account.
 */
export async function findFeed(db: Db, account: Account, id: string): Promise<OwnFeedRow> {
  const [feed] = await selectFeed(db, id, account.id);
  if (feed === undefined) throw feedNotFound(id);
  return feed;
}

export function feedNotFound(id: string): ServiceError {
  const hint = id.startsWith('_') ? ' This is the id of a bundle.' : '';
  return new ServiceError('FEED_NOT_FOUND', `There is no feed ${id} in this account.${hint}`);
}
