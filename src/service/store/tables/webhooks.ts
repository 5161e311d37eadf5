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

/** The tables above, and their indexes; see `foundation`. */
export const webhookTables: readonly string[] = [
  `create table events (
    id text primary key not null,
    feed_id text not null,
    account_id text not null references accounts (id) on delete cascade,
    created_at bigint not null,
    payload text not null
  )`,
  'create index events_account on events (account_id, created_at desc, id)',
  // What is cleared away is found by its age, a few rows at a time, from where the last few ended.
  'create index events_age on events (created_at, id)',
  'create index events_feed on events (feed_id, created_at desc)',
  `create table webhooks (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    kind text,
    name text,
    url text not null,
    format text,
    template text,
    headers text,
    next_message_at bigint,
    scope_id text,
    filter text not null,
    secret text not null,
    previous_secret text,
    previous_secret_until bigint,
    failing_since bigint,
    disabled_reason text,
    last_success_at bigint,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index webhooks_listing on webhooks (account_id, created_at desc, id)',
  `create unique index webhooks_hub on webhooks (account_id) where kind = 'hub'`,
  `create table deliveries (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    webhook_id text not null references webhooks (id) on delete cascade,
    event_id text not null references events (id) on delete cascade,
    position integer not null,
    is_test integer not null,
    status text not null,
    attempts integer not null,
    failures integer not null,
    next_attempt_at bigint,
    lease_token text,
    sent_messages integer,
    created_at bigint not null,
    last_attempt_at bigint,
    last_status integer,
    last_error text,
    last_duration_ms integer
  )`,
  'create unique index deliveries_event on deliveries (event_id, webhook_id)',
  // The queue of each webhook in its order: how many wait behind a slow one costs the others nothing.
  'create index deliveries_due on deliveries (webhook_id, next_attempt_at, created_at, position)',
  'create index deliveries_next on deliveries (next_attempt_at) where next_attempt_at is not null',
  `create index deliveries_leased
    on deliveries (webhook_id, next_attempt_at) where lease_token is not null`,
  'create index deliveries_history on deliveries (webhook_id, created_at desc, position desc, id)',
  'create index deliveries_recent on deliveries (account_id, created_at desc, position desc, id)',
  // Most deliveries succeed: the others are found without reading those.
  `create index deliveries_undelivered
    on deliveries (account_id, status, created_at desc, position desc, id) where status <> 'delivered'`,
  `create table delivery_attempts (
    delivery_id text not null references deliveries (id) on delete cascade,
    number integer not null,
    at bigint not null,
    duration_ms integer not null,
    status integer,
    error text,
    request text not null,
    response text,
    primary key (delivery_id, number)
  )`,
];
