import { prepared } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import type { OwnedFilter } from './apply-filters.js';

/**
 * Used instead of the id of a feed or bundle if a rule of the account's mute list hides the item.
 */
export const MUTED = 'mute';

const selectMuted = prepared((db, accountId: string) =>
  db.selectFrom('accounts').select('muted').where('id', '=', accountId),
);

/**
 * The filter for the items of all feeds of an account; it is applied before those of feeds and
 * bundles.
 */
export async function mutedBy(db: Db, accountId: string): Promise<OwnedFilter> {
  const [account] = await selectMuted(db, accountId);
  return { of: MUTED, filters: account?.muted ?? null };
}
