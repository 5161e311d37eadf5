import type { BundleSummary } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Page } from '../core/page.js';
import type { Deps } from '../domain/deps.js';
import { BUNDLE_COLUMNS } from './bundle-row.js';
import { membersOf } from './members.js';
import { presentBundle } from './present-bundle.js';

/** GET /v1/bundles: the account's bundles, newest first, without their items. */
export async function listBundles(
  { store, publicAddress }: Deps,
  account: Account,
  { limit, offset }: Page,
): Promise<BundleSummary[]> {
  const bundles = await store.db
    .selectFrom('bundles')
    .select(BUNDLE_COLUMNS)
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const members = await membersOf(
    store.db,
    bundles.map((bundle) => bundle.id),
  );
  const base = await publicAddress.base();
  return bundles.map((bundle) => presentBundle(bundle, members.get(bundle.id) ?? [], base));
}
