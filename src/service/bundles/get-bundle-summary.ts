import type { BundleSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { findBundle } from './find-bundle.js';
import { membersOf } from './members.js';
import { presentBundle } from './present-bundle.js';

/**
 * The bundle without its items, which is what every mutation answers with.
 * @throws ServiceError BUNDLE_NOT_FOUND
 */
export async function getBundleSummary(
  { store, publicAddress }: Deps,
  account: Account,
  id: string,
): Promise<BundleSummary> {
  const bundle = await findBundle(store.db, account, id);
  const members = await membersOf(store.db, [id]);
  return presentBundle(bundle, members.get(id) ?? [], await publicAddress.base());
}
