import type { Db } from '../store/store.js';
import type { WebhookFilter } from './filters.js';

/** Webhooks with the same filter for a feed; they share the events. */
export interface Subscription {
  filter: WebhookFilter;
  webhooks: readonly SubscribedWebhook[];
}

export interface SubscribedWebhook {
  id: string;
  /** Disabled: its deliveries are held until they are requested. */
  off: boolean;
}

/** The webhooks of the account whose scope contains the feed: all feeds, this feed, or a bundle. */
export async function subscriptionsTo(
  db: Db,
  feed: { id: string; account_id: string },
): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'filter', 'disabled_reason'])
    .where('account_id', '=', feed.account_id)
    .where((webhook) =>
      webhook.or([
        webhook('scope_id', 'is', null),
        webhook('scope_id', '=', feed.id),
        webhook(
          'scope_id',
          'in',
          webhook.selectFrom('bundle_feeds').select('bundle_id').where('feed_id', '=', feed.id),
        ),
      ]),
    )
    .execute();
  const byFilter = new Map<string, Subscription>();
  for (const { id, filter, disabled_reason } of rows) {
    const same = byFilter.get(filter)?.webhooks ?? [];
    const webhooks = [...same, { id, off: disabled_reason !== null }];
    byFilter.set(filter, { filter: JSON.parse(filter) as WebhookFilter, webhooks });
  }
  return [...byFilter.values()];
}
