import type { MessageFormat } from '../../../resources/message-formats.js';
import { bigint, type Flag, id, idOf, integer, table, text } from './table.js';

export const webhookTables = {
  /** The outbox: snapshots that are written in the transaction of the change that they announce. */
  events: table({
    /** `evt_…` */
    id: id(),
    /** No foreign key: the events of a deleted feed are still delivered. */
    feed_id: text().fixed(),
    account_id: idOf('accounts'),
    created_at: bigint().fixed(),
    /** JSON of `WebhookEvent`. */
    payload: text().fixed(),
  }).indexed({
    account: '(account_id, created_at desc, id)',
    // Finds expired rows by their age, a few at a time, after the last position.
    age: '(created_at, id)',
    feed: '(feed_id, created_at desc)',
  }),
  /** Addresses to which an account's events are sent. */
  webhooks: table({
    /** `wh_…` */
    id: id(),
    account_id: idOf('accounts'),
    /**
     * `hub`: the hub of the operator, which is pinged about published feeds; null for a webhook of
     * the owner.
     */
    kind: text<'hub'>().optional().fixed(),
    name: text().optional(),
    url: text(),
    /** Format; null: standard. The address of any other format contains a token. */
    format: text<MessageFormat>().optional(),
    /** Source of the template, for the format `template`. */
    template: text().optional(),
    /** JSON of extra request headers, names in lower case, with their secret values. */
    headers: text().optional(),
    /** No message is sent before: the rate limit of a chat. Null: at once. */
    next_message_at: bigint().optional(),
    /** A feed or a bundle; null for every feed. It may be gone: then nothing comes any more. */
    scope_id: text().optional(),
    /** JSON of `WebhookFilter`. */
    filter: text(),
    /** Items of one event at most; null: the usual number. */
    max_items: integer().optional(),
    /** Until then the address may be one of this machine: a command listens there. Null: no command. */
    listens_until: bigint().optional(),
    /** `whsec_…`, kept as it is because deliveries are signed with it. */
    secret: text(),
    /** Signs in addition to `secret` until `previous_secret_until`. */
    previous_secret: text().optional(),
    previous_secret_until: bigint().optional(),
    /** See `EndpointHealth`. */
    failing_since: bigint().optional(),
    disabled_reason: text().optional(),
    last_success_at: bigint().optional(),
    created_at: bigint().fixed(),
    updated_at: bigint(),
  }).indexed({
    listing: '(account_id, created_at desc, id)',
    hub: `unique (account_id) where kind = 'hub'`,
    listening: '(listens_until) where listens_until is not null',
  }),
  /** One event on its way to one webhook. */
  deliveries: table({
    /** `dlv_…` */
    id: id(),
    /** That of the webhook: the newest of an account are found without its other deliveries. */
    account_id: idOf('accounts'),
    webhook_id: idOf('webhooks'),
    event_id: idOf('events'),
    /** Place among the events of one update. */
    position: integer().fixed(),
    /** A test is attempted once and says nothing of the webhook's health. */
    is_test: integer<Flag>().fixed(),
    /** `held`: the webhook was switched off; `failed`: given up, can be replayed. */
    status: text<'pending' | 'delivered' | 'failed' | 'held'>(),
    /** Attempts ever made. */
    attempts: integer(),
    /** Attempts that failed since it was made or replayed: the step of the retry schedule. */
    failures: integer(),
    /** Null unless pending. While leased, the time at which the lease runs out. */
    next_attempt_at: bigint().optional(),
    lease_token: text().optional(),
    /** Messages of the update that a chat has accepted already; null when all or none are. */
    sent_messages: integer().optional(),
    created_at: bigint().fixed(),
    last_attempt_at: bigint().optional(),
    last_status: integer().optional(),
    last_error: text().optional(),
    last_duration_ms: integer().optional(),
  }).indexed({
    event: 'unique (event_id, webhook_id)',
    // The queue of each webhook in its order: how many wait behind a slow one costs the others nothing.
    due: '(webhook_id, next_attempt_at, created_at, position)',
    next: '(next_attempt_at) where next_attempt_at is not null',
    leased: '(webhook_id, next_attempt_at) where lease_token is not null',
    history: '(webhook_id, created_at desc, position desc, id)',
    recent: '(account_id, created_at desc, position desc, id)',
    // Most deliveries succeed: the others are found without reading those.
    undelivered: `(account_id, status, created_at desc, position desc, id) where status <> 'delivered'`,
  }),
  /** How one attempt went. Excerpts hold no secret and no signature. */
  delivery_attempts: table({
    delivery_id: idOf('deliveries'),
    number: integer().fixed(),
    at: bigint().fixed(),
    duration_ms: integer().fixed(),
    /** HTTP status of the answer; null when there was none. */
    status: integer().optional().fixed(),
    /** What went wrong, in words; null when it arrived. */
    error: text().optional().fixed(),
    request: text().fixed(),
    response: text().optional().fixed(),
  }).keyedBy('delivery_id', 'number'),
};
