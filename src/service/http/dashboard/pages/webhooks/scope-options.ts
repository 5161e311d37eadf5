import { PAGE } from '../../../../../contract/index.js';
import type { Account } from '../../../../accounts/account.js';
import { listBundles } from '../../../../bundles/list-bundles.js';
import { findFeeds } from '../../../../dashboard/find-feeds.js';
import { namesOf } from '../../../../dashboard/names.js';
import type { Deps } from '../../../../domain/deps.js';
import { ALL_FEEDS } from '../../../../webhooks/webhook.js';
import type { ScopeOptions } from '../../views/webhook-form.js';

const SOME = { limit: PAGE.maxLimit, offset: 0 };

/**
 * What a webhook can hear of: everything, the newest bundles and feeds, and the one that is chosen,
 * which may be neither of those.
 */
export async function scopeOptions(
  deps: Deps,
  account: Account,
  chosen: string,
): Promise<ScopeOptions> {
  const { db } = deps.store;
  const bundles = await listBundles(deps, account, SOME);
  const { feeds } = await findFeeds(db, account, { search: '', health: null }, SOME);
  const options = new Map<string, string>([
    [ALL_FEEDS, 'All feeds'],
    ...bundles.map(({ id, name }) => [id, `Bundle: ${name}`] as const),
    ...feeds.map(({ id, title }) => [id, `Feed: ${title}`] as const),
  ]);
  if (chosen !== '' && !options.has(chosen)) {
    const name = (await namesOf(db, account, [chosen])).get(chosen);
    options.set(chosen, name ?? `Deleted: ${chosen}`);
  }
  return [...options];
}
