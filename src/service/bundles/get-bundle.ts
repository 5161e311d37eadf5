import type { Bundle, Sort } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { presentItem } from '../items/present-item.js';
import { getBundleSummary } from './get-bundle-summary.js';
import { selectBundleItems } from './select-bundle-items.js';

/**
 * GET /v1/bundles/:id: the bundle with the newest items of all its members.
 * @throws ServiceError BUNDLE_NOT_FOUND
 */
export async function getBundle(
  deps: Deps,
  account: Account,
  id: string,
  sort: Sort = 'last_added',
): Promise<Bundle> {
  const bundle = await getBundleSummary(deps, account, id);
  const items = await selectBundleItems(deps.store.db, id, sort);
  return { ...bundle, items: items.map((item) => presentItem(item, item.custom_author)) };
}
