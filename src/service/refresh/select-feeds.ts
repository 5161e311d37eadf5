import { isBundleId } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { membersOf } from '../bundles/bundle.js';
import type { Db } from '../store/store.js';
import { isDue } from './is-due.js';

/** Which feeds of an account to refresh: some, by their ids or those of bundles; or the due; or all. */
export type FeedSelection = { ids: readonly string[] } | 'due' | 'all';

/**
 * Ids of the selected feeds, each once: in the order they were named, else the longest due first.
 * Suspended feeds are among them only when they are named themselves. An id that the account does not
 * have stays in the list, so that the caller reports it.
 * @param floorMs the operator's shortest time between two fetches
 */
export async function selectFeeds(
  db: Db,
  account: Account,
  selection: FeedSelection,
  now: number,
  floorMs?: number,
): Promise<string[]> {
  if (typeof selection === 'object') return withMembers(db, account, selection.ids);
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', '=', account.id)
    .where('suspended_at', 'is', null)
    .$if(selection === 'due', (feeds) => feeds.where(isDue(now, floorMs)))
    .orderBy('next_refresh_at')
    .execute();
  return rows.map(({ id }) => id);
}

async function withMembers(db: Db, account: Account, ids: readonly string[]): Promise<string[]> {
  const named = ids.filter(isBundleId);
  if (named.length === 0) return [...new Set(ids)];
  const own = await db
    .selectFrom('bundles')
    .select('id')
    .where('account_id', '=', account.id)
    .where('id', 'in', named)
    .execute();
  const members = await membersOf(
    db,
    own.map(({ id }) => id),
  );
  const suspended = await suspendedOf(db, account);
  const readable = (id: string) => members.get(id)?.filter((member) => !suspended.has(member));
  return [...new Set(ids.flatMap((id) => readable(id) ?? id))];
}

/** There are few of them: a source that ends processes is rare. */
async function suspendedOf(db: Db, account: Account): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', '=', account.id)
    .where('suspended_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
