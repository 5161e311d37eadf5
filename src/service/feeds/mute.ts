import type { Mute } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { checkFilters } from '../filters/check-filters.js';
import { mutedBy } from '../filters/muted.js';
import { filtersColumn, NO_FILTERS, readFilters } from '../filters/stored-filters.js';
import type { Db } from '../store/store.js';
import type { Deps } from './deps.js';

/** GET /v1/mute: the rules that hide items of all feeds of the account. */
export async function getMute(db: Db, account: Account): Promise<Mute> {
  const { filters } = await mutedBy(db, account.id);
  return { rules: readFilters(filters).exclude };
}

/**
 * PATCH /v1/mute: replaces these rules. They apply to stored items at once, so the shown content of
 * every feed may change.
 * @throws ServiceError INVALID_FIELD
 */
export async function updateMute(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  { rules }: Mute,
): Promise<Mute> {
  const muted = filtersColumn(await checkFilters({ exclude: rules }, NO_FILTERS, () => 'rules'));
  await store.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('accounts').set({ muted }).where('id', '=', account.id).execute();
    await transaction
      .updateTable('feeds')
      .set((column) => ({ revision: column('revision', '+', 1), updated_at: clock.now() }))
      .where('account_id', '=', account.id)
      .execute();
  });
  return { rules: readFilters(muted).exclude };
}
