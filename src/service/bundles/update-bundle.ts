import type { BundleSummary, UpdateBundleBody } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { getBundleSummary } from './get-bundle-summary.js';

/**
 * PATCH /v1/bundles/:id: name, description and icon; only what is given changes.
 * @throws ServiceError BUNDLE_NOT_FOUND
 */
export async function updateBundle(
  deps: Deps,
  account: Account,
  id: string,
  { name, description, icon }: UpdateBundleBody,
): Promise<BundleSummary> {
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
  };
  if (Object.keys(changes).length > 0) {
    await deps.store.db
      .updateTable('bundles')
      .set(changes)
      .set((column) => ({ revision: column('revision', '+', 1), updated_at: deps.clock.now() }))
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .execute();
  }
  return getBundleSummary(deps, account, id);
}
