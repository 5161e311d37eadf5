import { randomBytes } from 'node:crypto';
import { newCallbackId } from '../core/ids.js';
import type { PushLinks } from '../core/source-document.js';
import { isoTime } from '../core/time.js';
import { prepared, send } from '../store/prepared.js';
import type { Db } from '../store/store.js';

/**
 * The addresses for subscriptions to a feed: its hubs, and the topic that identifies the feed
 * there.
 */
export interface Pushes {
  hubs: string[];
  topic: string;
}

/** The column `push_links`; null for a document without a hub. */
export function pushLinksColumn(links: PushLinks | undefined): string | null {
  if (links === undefined || links.self === null || links.hubs.length === 0) return null;
  const pushes: Pushes = { hubs: links.hubs, topic: links.self };
  return JSON.stringify(pushes);
}

/**
 * Stores the current hubs of a feed; the subscriber of `serve` does the rest. Other hubs or another
 * topic create a new subscription with a new secret, and the callback of the old one is removed.
 * @param links the column `push_links`
 */
export async function recordPushLinks(
  transaction: Db,
  feedId: string,
  links: string | null,
  now: number,
): Promise<void> {
  if (links === null) return recheckSubscription(transaction, feedId, now);
  const { hubs, topic } = JSON.parse(links) as Pushes;
  await send(
    transaction,
    transaction.deleteFrom('push_subscriptions').where('feed_id', '=', feedId),
  );
  await send(
    transaction,
    transaction.insertInto('push_subscriptions').values({
      id: newCallbackId(),
      feed_id: feedId,
      hubs: JSON.stringify(hubs),
      topic,
      secret: randomBytes(32).toString('base64url'),
      failures: 0,
      next_attempt_at: now,
      pushes: 0,
      rejected: 0,
      created_at: now,
    }),
  );
}

/** Makes the subscription due, so that the subscriber soon checks whether the feed is still wanted. */
export async function recheckSubscription(db: Db, feedId: string, now: number): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ next_attempt_at: now, failures: 0 })
    .where('feed_id', '=', feedId)
    .execute();
}

/** The hub that pushes a feed, as the owner of the feed sees it. */
export interface PushState {
  hub: string;
  until: string;
}

const selectSubscription = prepared((db, feedId: string, now: number) =>
  db
    .selectFrom('push_subscriptions')
    .select(['hub', 'lease_until'])
    .where('feed_id', '=', feedId)
    .where('lease_until', '>', now),
);

/**
 * The verified subscription of a feed; null if there is none. Most feeds name no hub, and nothing
 * is read for them.
 */
export async function findPush(
  db: Db,
  feed: { id: string; push_links: string | null },
  now: number,
): Promise<PushState | null> {
  if (feed.push_links === null) return null;
  const [row] = await selectSubscription(db, feed.id, now);
  if (row?.hub == null || row.lease_until === null) return null;
  return { hub: row.hub, until: isoTime(row.lease_until) };
}
