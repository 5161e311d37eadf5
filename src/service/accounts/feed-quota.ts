import { sql } from 'kysely';
import { counted } from '../../base/text.js';
import { ServiceError } from '../core/errors.js';
import { send } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import type { Account } from './account.js';
import { accountDisabled } from './authenticate.js';

/** Facts that decide whether an account may create a feed now. */
export interface CreationLimits {
  /** Maximum number of concurrent creations; null: no limit. */
  creations: number | null;
  /** See column `muted` of accounts. */
  muted: string | null;
  /**
   * Rejects one more feed than the account may have. Called before its source is read, which may
   * take long; `lockQuota` repeats it in the transaction that stores the feed. @throws ServiceError
   * FEED_LIMIT_REACHED
   */
  requireRoom(): void;
}

/** The limits of an account, its number of feeds and its muted rules, in one read. */
export async function creationLimits(db: Db, account: Account): Promise<CreationLimits> {
  const { max_feeds, max_creations, muted, feeds } = await db
    .selectFrom('accounts')
    .select(({ eb }) => [
      'max_feeds',
      'max_creations',
      'muted',
      // Feeds are counted only if there is a limit.
      eb.case().when('max_feeds', 'is not', null).then(numberOfFeeds(account)).end().as('feeds'),
    ])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  return {
    creations: max_creations,
    muted,
    requireRoom() {
      if (max_feeds !== null && Number(feeds) >= max_feeds) throw noRoom(max_feeds);
    },
  };
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
    if ((await countFeedsOf(transaction, account)) > limit) throw noRoom(limit);
  };
}

/**
 * Serialises transactions that count against the limits of one account. Not `for update`, so that
 * rows that refer to the account can still be written.
 */
export async function lockLimits(transaction: Db, { id }: Account): Promise<void> {
  await send(
    transaction,
    transaction.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate(),
  );
}

/**
 * Until the transaction ends, no feed of the account is created, and those that are being created are
 * stored: their rows refer to this one. On SQLite every transaction does.
 */
export async function lockCreations(transaction: Db, { id }: Account): Promise<void> {
  await transaction.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
}

/** The number of feeds of an account. */
export async function countFeedsOf(db: Db, account: Account): Promise<number> {
  const { rows } = await sql<{ feeds: number }>`select ${numberOfFeeds(account)} as feeds`.execute(
    db,
  );
  return Number(rows[0]?.feeds);
}

/**
 * Of the only account, all feeds: SQLite counts a whole table by its pages, and those of an account
 * one by one.
 */
function numberOfFeeds({ id }: Account) {
  return sql<number>`case when exists (select 1 from accounts where id <> ${id})
    then (select count(*) from feeds where account_id = ${id})
    else (select count(*) from feeds) end`;
}

function noRoom(limit: number): ServiceError {
  const feeds = counted(limit, 'feed');
  return new ServiceError(
    'FEED_LIMIT_REACHED',
    `This account may have ${feeds}, and the limit is reached. Delete a feed, or ask the operator of the service to raise the limit.`,
  );
}
