import { sql } from 'kysely';
import { newEventId, newWebhookId } from '../core/ids.js';
import { rssFeedUrl } from '../operation/public-address.js';
import type { Db } from '../store/store.js';
import { insertDeliveries } from './insert-deliveries.js';

/** Maximum number of bundles of a feed in one ping; a feed is rarely in more. */
const MAX_BUNDLES = 20;

/** Formats that hubs fetch: CSV cannot contain the link to a hub. */
const FORMATS = ['xml', 'atom', 'json'] as const;

/** The payload of an event with which the hub learns what documents changed. */
export interface HubPing {
  id: string;
  type: 'hub_ping';
  feed: { id: string };
  data: { topics: string[] };
}

interface PublishedChange {
  feed: { id: string; account_id: string };
  /** `hub` */
  hub: string;
  /** The public address of the published feeds. */
  base: string;
  now: number;
}

/**
 * Queues a ping of the hub, in the transaction that stores the change, for the documents of a feed
 * and of its bundles. It is delivered and retried like an event; the hub is a webhook of the account.
 * @returns whether a delivery was queued, and not held
 */
export async function publishHubPing(
  transaction: Db,
  { feed, hub, base, now }: PublishedChange,
): Promise<boolean> {
  const bundles = await transaction
    .selectFrom('bundle_feeds')
    .select('bundle_id')
    .where('feed_id', '=', feed.id)
    .orderBy('bundle_id')
    .limit(MAX_BUNDLES)
    .execute();
  const ids = [feed.id, ...bundles.map(({ bundle_id }) => bundle_id)];
  const ping: HubPing = {
    id: newEventId(),
    type: 'hub_ping',
    feed: { id: feed.id },
    data: { topics: ids.flatMap((id) => topicsOf(base, id)) },
  };
  const { account_id: accountId } = feed;
  const webhook = await hubWebhook(transaction, accountId, hub, now);
  await transaction
    .insertInto('events')
    .values({
      id: ping.id,
      feed_id: feed.id,
      account_id: accountId,
      created_at: now,
      payload: JSON.stringify(ping),
    })
    .execute();
  await insertDeliveries(transaction, [webhook], [ping.id], { accountId, now });
  return !webhook.off;
}

function topicsOf(base: string, id: string): string[] {
  const rss = rssFeedUrl(base, id);
  return FORMATS.map((format) => rss.replace(/xml$/, format));
}

/** The webhook of the hub: created for the first ping, and updated with the setting. */
async function hubWebhook(transaction: Db, accountId: string, hub: string, now: number) {
  const known = await transaction
    .selectFrom('webhooks')
    .select(['id', 'url', 'disabled_reason'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'hub')
    .executeTakeFirst();
  if (known?.url === hub) return { id: known.id, off: known.disabled_reason !== null };
  const fresh = { url: hub, failing_since: null, disabled_reason: null, updated_at: now };
  const { id } = await transaction
    .insertInto('webhooks')
    .values({
      id: known?.id ?? newWebhookId(),
      account_id: accountId,
      kind: 'hub',
      ...fresh,
      filter: JSON.stringify({ include: [], exclude: [], only: null }),
      // Pings are not signed.
      secret: '',
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('account_id').where('kind', '=', sql.lit('hub')).doUpdateSet(fresh),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, off: false };
}
