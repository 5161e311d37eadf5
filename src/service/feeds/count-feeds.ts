import type { Account } from '../accounts/account.js';
import { countFeedsOf } from '../accounts/feed-quota.js';
import { countRows } from '../store/count-rows.js';
import type { Db } from '../store/store.js';
import { type Health, ofHealth } from './feed-health.js';

/**
 * The number of feeds per health, read only from indexes. The few that are failing or inactive are
 * counted by their range: a check of the health of each feed takes twice as long as counting all.
 */
export async function countFeeds(
  db: Db,
  account: Account,
): Promise<Record<Health | 'all', number>> {
  const feeds = db.selectFrom('feeds').where('account_id', '=', account.id);
  const [all, inactive, failing] = await Promise.all([
    countFeedsOf(db, account),
    countRows(ofHealth(feeds, 'inactive')),
    countRows(ofHealth(feeds, 'failing')),
  ]);
  return { all, inactive, failing, ok: Math.max(0, all - inactive - failing) };
}

/**
 * The number of feeds that fail or are inactive; null if the account has no feed. No other feed is
 * counted.
 */
export async function countTroubled(db: Db, account: Account): Promise<number | null> {
  const feeds = db.selectFrom('feeds').where('account_id', '=', account.id);
  const [first, failing, inactive] = await Promise.all([
    feeds.select('id').limit(1).executeTakeFirst(),
    countRows(ofHealth(feeds, 'failing')),
    countRows(ofHealth(feeds, 'inactive')),
  ]);
  return first === undefined ? null : failing + inactive;
}
