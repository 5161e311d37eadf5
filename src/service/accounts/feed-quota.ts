import { counted } from '../../base/text.js';
import { ServiceError } from '../core/errors.js';
import { countRows } from '../store/count-rows.js';
import type { Db } from '../store/store.js';
import type { Account } from './account.js';
import { accountDisabled } from './authenticate.js';

/**
 * Rejects one more feed than the account may have. Called before its source is read, which may take
 * long, and again by `lockQuota` in the transaction that stores it.
 * @throws ServiceError FEED_LIMIT_REACHED
 */
export async function requireRoom(db: Db, account: Account): Promise<void> {
  const { max_feeds: limit } = await db
    .selectFrom('accounts')
    .select('max_feeds')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (limit !== null && (await feedsOf(db, account)) >= limit) throw noRoom(limit);
}

/**
 * Locks the feeds of a limited account until the transaction ends, so that the count is exact. Must
 * be called before the feed is stored.
 * @returns a function that throws when the stored feed exceeds the limit
 * @throws ServiceError ACCOUNT_DISABLED when it was disabled while the source was being read
 */
export async function lockQuota(transaction: Db, account: Account): Promise<() => Promise<void>> {
  const { max_feeds: limit, disabled_at } = await transaction
    .selectFrom('accounts')
    .select(['max_feeds', 'disabled_at'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (disabled_at !== null) throw accountDisabled();
  if (limit === null) return async () => undefined;
  await lockLimits(transaction, account);
  return async () => {
    if ((await feedsOf(transaction, account)) > limit) throw noRoom(limit);
  };
}

/**
 * Serialises transactions that count against the limits of one account. Not `for update`, so that
 * rows that refer to the account can still be written.
 */
export async function lockLimits(transaction: Db, { id }: Account): Promise<void> {
  await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

async function feedsOf(db: Db, { id }: Account): Promise<number> {
  return countRows(db.selectFrom('feeds').where('account_id', '=', id));
}

function noRoom(limit: number): ServiceError {
  const feeds = counted(limit, 'feed');
  return new ServiceError(
    'FEED_LIMIT_REACHED',
    `This account may have ${feeds}, and the limit is reached. Delete a feed, or ask the operator of the service to raise the limit.`,
  );
}
