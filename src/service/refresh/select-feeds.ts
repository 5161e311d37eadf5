import { isBundleId } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { membersOf } from '../bundles/members.js';
import type { Db } from '../store/store.js';
import { isDue } from './is-due.js';

/** Which feeds of an account to refresh: some, by their ids or those of bundles; or the due; or all. */
export type FeedSelection = { ids: readonly string[] } | 'due' | 'all';

/**
 * Ids of the selected feeds, each once: in the order they were named, else the longest due first. An
 * id that is none of the account's stays in the list, for its owner to hear of.
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
  return [...new Set(ids.flatMap((id) => members.get(id) ?? id))];
}
