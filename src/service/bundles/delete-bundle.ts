import type { Deleted } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { bundleNotFound } from './find-bundle.js';

/**
 * DELETE /v1/bundles/:id: for good; its feeds stay.
 * @throws ServiceError BUNDLE_NOT_FOUND, also the second time.
 */
export async function deleteBundle(
  { store }: Deps,
  account: Account,
  id: string,
): Promise<Deleted> {
  const { numDeletedRows } = await store.db
    .deleteFrom('bundles')
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw bundleNotFound(id);
  return { id, deleted: true };
}
