import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { feedNotFound } from '../feeds/find-feed.js';

/**
 * Takes back what the owner set: title, description and icon are the source's again.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function restoreMetadata(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
): Promise<void> {
  const { numUpdatedRows } = await store.db
    .updateTable('feeds')
    .set({ title_override: null, description_override: null, icon_override: null })
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw feedNotFound(id);
}
