import type { Account } from '../accounts/account.js';
import type { Health } from '../feeds/feed-health.js';
import type { Db } from '../store/store.js';

export type FeedCounts = Record<Health, number> & { all: number };

/** How many feeds of the account there are of each health; from an index alone. */
export async function countFeeds(db: Db, account: Account): Promise<FeedCounts> {
  const counted = await db
    .selectFrom('feeds')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('is_active', '=', 0).as('inactive'),
      fn
        .countAll<number>()
        .filterWhere('is_active', '=', 1)
        .filterWhere('failures', '>', 0)
        .as('failing'),
    ])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  // PostgreSQL counts in strings.
  const all = Number(counted.all);
  const inactive = Number(counted.inactive);
  const failing = Number(counted.failing);
  return { all, inactive, failing, ok: all - inactive - failing };
}
