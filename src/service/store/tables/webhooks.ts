import type { ColumnType } from 'kysely';
import type { MessageFormat } from '../../../resources/message-formats.js';
import type { Fixed, Flag, Nullable } from './columns.js';

/** The outbox: snapshots written in the transaction that stored what they announce. */
export interface EventsTable {
  /** `evt_…` */
  id: Fixed<string>;
  /** Without a foreign key: the events of a deleted feed are still delivered. */
  feed_id: Fixed<string>;
  account_id: Fixed<string>;
  created_at: Fixed<number>;
  /** JSON of `WebhookEvent`. */
  payload: Fixed<string>;
}

/** Where an account wants its events sent. */
export interface WebhooksTable {
  /** `wh_…` */
  id: Fixed<string>;
  account_id: Fixed<string>;
  /** `hub`: FEEDCTL_HUB, which is told about published feeds; null for a webhook of the owner. */
  kind: ColumnType<'hub' | null, 'hub' | undefined, never>;
  name: Nullable<string>;
  url: string;
  /** Null: standard. The address of any other format holds a token. */
  format: Nullable<MessageFormat>;
  /** For the format `template`. */
  template: Nullable<string>;
  /** JSON of extra request headers, names in lower case, with their secret values. */
  headers: Nullable<string>;
  /** No message is sent before: the rate limit of a chat. Null: at once. */
  next_message_at: Nullable<number>;
  /** A feed or a bundle; null for every feed. It may be gone: then nothing comes any more. */
  scope_id: string | null;
  /** JSON of `WebhookFilter`. */
  filter: string;
  /** `whsec_…`, kept as it is because deliveries are signed with it. */
  secret: string;
  /** Signs beside `secret` until `previous_secret_until`. */
  previous_secret: string | null;
  previous_secret_until: number | null;
  /** See `EndpointHealth`. */
  failing_since: number | null;
  disabled_reason: string | null;
  last_success_at: number | null;
  created_at: Fixed<number>;
  updated_at: number;
}

/** One event on its way to one webhook. */
export interface DeliveriesTable {
  /** `dlv_…` */
  id: Fixed<string>;
  /** That of the webhook: the newest of an account are found without its other deliveries. */
  account_id: Fixed<string>;
  webhook_id: Fixed<string>;
  event_id: Fixed<string>;
  /** Place among the events of one update. */
  position: Fixed<number>;
  /** A test is attempted once and says nothing of the webhook's health. */
  is_test: Fixed<Flag>;
  /** `held`: the webhook was switched off; `failed`: given up, can be replayed. */
  status: 'pending' | 'delivered' | 'failed' | 'held';
  /** Attempts ever made. */
  attempts: number;
  /** Attempts that failed since it was made or replayed: the step of the retry schedule. */
  failures: number;
  /** Null unless pending. While leased, the time at which the lease runs out. */
  next_attempt_at: number | null;
  lease_token: string | null;
  /** Messages of the update that a chat has accepted already; null when all or none are. */
  sent_messages: Nullable<number>;
  created_at: Fixed<number>;
  last_attempt_at: number | null;
  last_status: number | null;
  last_error: string | null;
  last_duration_ms: number | null;
}

/** How one attempt went. Excerpts hold no secret and no signature. */
export interface DeliveryAttemptsTable {
  delivery_id: Fixed<string>;
  number: Fixed<number>;
  at: Fixed<number>;
  duration_ms: Fixed<number>;
  /** HTTP status of the answer; null when there was none. */
  status: Fixed<number | null>;
  /** What went wrong, in words; null when it arrived. */
  error: Fixed<string | null>;
  request: Fixed<string>;
  response: Fixed<string | null>;
}
