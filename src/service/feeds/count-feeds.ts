import type { Account } from '../accounts/account.js';
import type { Db } from '../store/store.js';
import { type Health, ofHealth } from './feed-health.js';

/** The number of feeds per health, from an index alone. */
export async function countFeeds(
  db: Db,
  account: Account,
): Promise<Record<Health | 'all', number>> {
  const counted = await db
    .selectFrom('feeds')
    .select(({ fn }) => {
      const count = fn.countAll<number>();
      return [
        count.as('all'),
        count.filterWhere('is_active', '=', 0).as('inactive'),
        count.filterWhere('is_active', '=', 1).filterWhere('failures', '>', 0).as('failing'),
      ];
    })
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  // PostgreSQL returns counts as strings.
  const [all, inactive, failing] = [counted.all, counted.inactive, counted.failing].map(Number);
  return {
    all: all ?? 0,
    inactive: inactive ?? 0,
    failing: failing ?? 0,
    ok: (all ?? 0) - (inactive ?? 0) - (failing ?? 0),
  };
}

/** The number of feeds that fail or are inactive; null without any feed. No other feed is counted. */
export async function countTroubled(db: Db, account: Account): Promise<number | null> {
  const feeds = db.selectFrom('feeds').where('account_id', '=', account.id);
  const [first, ...troubled] = await Promise.all([
    feeds.select('id').limit(1).executeTakeFirst(),
    ...(['failing', 'inactive'] as const).map((health) =>
      ofHealth(feeds, health)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  ]);
  if (first === undefined) return null;
  return troubled.reduce((sum, { count }) => sum + Number(count), 0);
}
