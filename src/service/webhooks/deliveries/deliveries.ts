import { type InferResult, sql } from 'kysely';
import type { Delivery, DeliveryDetails } from '../../../contract/index.js';
import type { Account } from '../../accounts/account.js';
import { ServiceError } from '../../core/errors.js';
import type { Page } from '../../core/paging.js';
import { isoTime, isoTimeOrNull } from '../../core/time.js';
import type { Deps } from '../../feeds/deps.js';
import type { Db } from '../../store/store.js';
import { findWebhook } from '../webhook.js';

/** The state of a delivery after an attempt. */
export type Settled = Delivery['status'];

/** Deliveries of an account with the names of feed and webhook. */
function selectDeliveries(db: Db, account: Account) {
  return db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select([
      'deliveries.id',
      'deliveries.webhook_id',
      'deliveries.event_id',
      'events.feed_id',
      'deliveries.status',
      'deliveries.is_test',
      'deliveries.attempts',
      'deliveries.created_at',
      'deliveries.last_attempt_at',
      'deliveries.next_attempt_at',
      'deliveries.lease_token',
      'deliveries.last_status',
      'deliveries.last_error',
      'deliveries.last_duration_ms',
      // Subqueries: the feed may have been deleted.
      sql<string | null>`(
          select coalesce(feeds.title_override, feeds.title) from feeds where feeds.id = events.feed_id
        )`.as('feed_title'),
      sql<string | null>`(
          select webhooks.name from webhooks where webhooks.id = deliveries.webhook_id
        )`.as('webhook_name'),
    ])
    .where('deliveries.account_id', '=', account.id);
}

type DeliveryRow = InferResult<ReturnType<typeof selectDeliveries>>[number];

function presentDelivery({ is_test, lease_token, ...row }: DeliveryRow): Delivery {
  return {
    ...row,
    webhook_name: row.webhook_name || null,
    test: is_test === 1,
    created_at: isoTime(row.created_at),
    last_attempt_at: isoTimeOrNull(row.last_attempt_at),
    // During an attempt, the column holds the end of the lease.
    next_attempt_at: lease_token === null ? isoTimeOrNull(row.next_attempt_at) : null,
  };
}

/**
 * A delivery with all attempts and its event.
 * @throws ServiceError DELIVERY_NOT_FOUND
 */
export async function getDelivery(
  { store }: Pick<Deps, 'store'>,
  account: Account,
  id: string,
): Promise<DeliveryDetails> {
  const { delivery, payload } = await findDelivery(store.db, account, id);
  const log = await store.db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute();
  return {
    ...delivery,
    log: log.map(({ delivery_id: _, at, ...attempt }) => ({ ...attempt, at: isoTime(at) })),
    event: JSON.parse(payload) as unknown,
  };
}

/** @throws ServiceError DELIVERY_NOT_FOUND, also for a delivery of another account. */
export async function findDelivery(db: Db, account: Account, id: string) {
  const row = await selectDeliveries(db, account)
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .select(['events.payload', 'webhooks.disabled_reason'])
    .where('deliveries.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) {
    throw new ServiceError(
      'DELIVERY_NOT_FOUND',
      `There is no delivery ${id} in this account. Deliveries are kept for 30 days.`,
    );
  }
  const { payload, disabled_reason, ...delivery } = row;
  return { delivery: presentDelivery(delivery), payload, disabled_reason };
}

export interface DeliverySelection extends Page {
  /** Id of the webhook, if only its deliveries are listed. */
  webhookId?: string | undefined;
  status?: Settled | undefined;
  /** Only deliveries of events since this time, in milliseconds. */
  since?: number | undefined;
  /** Only deliveries of events before this time, in milliseconds. */
  until?: number | undefined;
  /** Only events of these feeds. */
  feedIds?: readonly string[] | undefined;
  eventId?: string | undefined;
}

/**
 * The account's deliveries, newest first.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function listDeliveries(
  { store }: Pick<Deps, 'store'>,
  account: Account,
  selection: DeliverySelection,
): Promise<Delivery[]> {
  const { webhookId, status, since, until, feedIds, eventId, limit, offset } = selection;
  if (feedIds?.length === 0) return [];
  if (webhookId !== undefined) await findWebhook(store.db, account, webhookId);
  let query = selectDeliveries(store.db, account);
  if (webhookId !== undefined) query = query.where('deliveries.webhook_id', '=', webhookId);
  if (status !== undefined) query = query.where('deliveries.status', '=', status);
  // The condition must be the same as that of the partial index of undelivered ones.
  if (status !== undefined && status !== 'delivered') {
    query = query.where('deliveries.status', '<>', sql.lit('delivered'));
  }
  if (since !== undefined) query = query.where('deliveries.created_at', '>=', since);
  if (until !== undefined) query = query.where('deliveries.created_at', '<', until);
  if (feedIds !== undefined) query = query.where('events.feed_id', 'in', feedIds);
  if (eventId !== undefined) query = query.where('deliveries.event_id', '=', eventId);
  const rows = await query
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.position', 'desc')
    .orderBy('deliveries.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(presentDelivery);
}

/** Number of deliveries of a webhook by state, without tests. */
export type DeliveryCounts = Record<Settled, number>;

/** The deliveries of events since a time in milliseconds, by webhook. */
export async function countDeliveries(
  { store }: Pick<Deps, 'store'>,
  account: Account,
  since: number,
): Promise<Map<string, DeliveryCounts>> {
  const rows = await store.db
    .selectFrom('deliveries')
    .select(({ fn }) => ['webhook_id', 'status', fn.countAll<number>().as('count')])
    .where('account_id', '=', account.id)
    .where('created_at', '>=', since)
    .where('is_test', '=', 0)
    .groupBy(['webhook_id', 'status'])
    .execute();
  const counts = new Map<string, DeliveryCounts>();
  for (const { webhook_id, status, count } of rows) {
    const before = counts.get(webhook_id) ?? { delivered: 0, pending: 0, failed: 0, held: 0 };
    counts.set(webhook_id, { ...before, [status]: Number(count) });
  }
  return counts;
}
