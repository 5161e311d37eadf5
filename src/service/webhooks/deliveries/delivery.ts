import { sql } from 'kysely';
import type { Delivery } from '../../../contract/index.js';
import { isoTime, isoTimeOrNull } from '../../core/time.js';

/** The state of a delivery after an attempt. */
export type Settled = 'delivered' | 'pending' | 'failed' | 'held';

export const DELIVERY_COLUMNS = [
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
] as const;

/** What people call the feed and the webhook. Subqueries: the feed may have been deleted. */
export const DELIVERY_NAMES = [
  sql<string | null>`(
    select coalesce(feeds.title_override, feeds.title) from feeds where feeds.id = events.feed_id
  )`.as('feed_title'),
  sql<string | null>`(
    select webhooks.name from webhooks where webhooks.id = deliveries.webhook_id
  )`.as('webhook_name'),
] as const;

export interface DeliveryRow
  extends Pick<
    Delivery,
    | 'id'
    | 'webhook_id'
    | 'webhook_name'
    | 'event_id'
    | 'feed_id'
    | 'feed_title'
    | 'status'
    | 'attempts'
    | 'last_status'
    | 'last_error'
    | 'last_duration_ms'
  > {
  is_test: 0 | 1;
  created_at: number;
  last_attempt_at: number | null;
  next_attempt_at: number | null;
  lease_token: string | null;
}

export function presentDelivery({
  is_test,
  created_at,
  last_attempt_at,
  next_attempt_at,
  lease_token,
  ...row
}: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    webhook_name: row.webhook_name || null,
    event_id: row.event_id,
    feed_id: row.feed_id,
    feed_title: row.feed_title,
    status: row.status,
    test: is_test === 1,
    attempts: row.attempts,
    created_at: isoTime(created_at),
    last_attempt_at: isoTimeOrNull(last_attempt_at),
    // During an attempt, the column holds the end of the lease.
    next_attempt_at: lease_token === null ? isoTimeOrNull(next_attempt_at) : null,
    last_status: row.last_status,
    last_error: row.last_error,
    last_duration_ms: row.last_duration_ms,
  };
}
