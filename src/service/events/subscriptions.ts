import type { Filters } from '../../contract/index.js';
import { filtersColumn } from '../filters/stored-filters.js';
import { prepared } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import type { WebhookFilter } from './webhook-filter.js';

/** Webhooks with the same filter and size for a feed; they share the events. */
export interface Subscription {
  filter: SubscriptionFilter;
  /** Maximum number of items in one event; null: the default. */
  maxItems: number | null;
  webhooks: readonly SubscribedWebhook[];
}

interface SubscriptionFilter {
  only: WebhookFilter['only'];
  /**
   * Filters of the bundle that the webhook is limited to, and of the webhook; see column `filters`
   * of feeds.
   */
  filters: readonly string[];
}

export interface SubscribedWebhook {
  id: string;
  /** True if the webhook is disabled: its deliveries are held until somebody requests them. */
  off: boolean;
}

const selectWebhooks = prepared((db, accountId: string, feedId: string, member: string) =>
  db
    .selectFrom('webhooks')
    .leftJoin('bundles', 'bundles.id', 'webhooks.scope_id')
    .select(['webhooks.id', 'webhooks.filter', 'webhooks.max_items', 'webhooks.disabled_reason'])
    .select('bundles.filters as bundle_filters')
    .where('webhooks.account_id', '=', accountId)
    .where('webhooks.kind', 'is', null)
    .where((webhook) =>
      webhook.or([
        webhook('scope_id', 'is', null),
        webhook('scope_id', '=', feedId),
        webhook(
          'scope_id',
          'in',
          webhook.selectFrom('bundle_feeds').select('bundle_id').where('feed_id', '=', member),
        ),
      ]),
    ),
);

/** The webhooks of the account whose scope contains the feed: all feeds, this feed, or a bundle. */
export async function subscriptionsTo(
  db: Db,
  feed: { id: string; account_id: string },
): Promise<Subscription[]> {
  const rows = await selectWebhooks(db, feed.account_id, feed.id, feed.id);
  const byFilter = new Map<string, Subscription>();
  for (const { id, filter: stored, max_items, disabled_reason, bundle_filters } of rows) {
    const { only, ...rules } = JSON.parse(stored) as WebhookFilter;
    const filters = [bundle_filters, filtersColumn(subscriptionsInOrder(rules))].filter(
      (column) => column !== null,
    );
    const key = JSON.stringify([only, filters, max_items]);
    const same = byFilter.get(key)?.webhooks ?? [];
    const webhooks = [...same, { id, off: disabled_reason !== null }];
    byFilter.set(key, { filter: { only, filters }, maxItems: max_items, webhooks });
  }
  return [...byFilter.values()];
}

/** The filters with sorted rules: their order does not matter. */
function subscriptionsInOrder({ include, exclude }: Filters): Filters {
  return { include: include.toSorted(), exclude: exclude.toSorted() };
}
