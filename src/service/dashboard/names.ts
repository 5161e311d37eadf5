import type { Account } from '../accounts/account.js';
import type { Db } from '../store/store.js';

/** Ids per statement. */
const MAX_IDS = 500;

/**
 * The names of the feeds and bundles of the account with these ids; deleted ones are omitted.
 */
export async function namesOf(
  db: Db,
  account: Account,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].slice(0, MAX_IDS);
  if (wanted.length === 0) return new Map();
  const feeds = await db
    .selectFrom('feeds')
    .select(['id', 'title', 'title_override'])
    .where('account_id', '=', account.id)
    .where('id', 'in', wanted)
    .execute();
  const bundles = await db
    .selectFrom('bundles')
    .select(['id', 'name'])
    .where('account_id', '=', account.id)
    .where('id', 'in', wanted)
    .execute();
  return new Map([
    ...feeds.map((feed) => [feed.id, feed.title_override ?? feed.title] as const),
    ...bundles.map(({ id, name }) => [id, name] as const),
  ]);
}

/** The bundles of the account for a choice, newest first. */
export function bundleNames(db: Db, account: Account): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('bundles')
    .select(['id', 'name'])
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_IDS)
    .execute();
}
