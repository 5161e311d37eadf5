import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { Db } from '../store/store.js';
import { BUNDLE_COLUMNS, type BundleRow } from './bundle-row.js';

/**
 * The account's bundle with this id.
 * @throws ServiceError BUNDLE_NOT_FOUND, also for a bundle of another account.
 */
export async function findBundle(db: Db, account: Account, id: string): Promise<BundleRow> {
  const bundle = await db
    .selectFrom('bundles')
    .select(BUNDLE_COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (bundle === undefined) throw bundleNotFound(id);
  return bundle;
}

export function bundleNotFound(id: string): ServiceError {
  const hint = id.startsWith('_') ? '' : ' Ids of bundles begin with "_".';
  return new ServiceError('BUNDLE_NOT_FOUND', `There is no bundle ${id} in this account.${hint}`);
}
