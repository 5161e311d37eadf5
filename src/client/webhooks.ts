import { WEBHOOK_FORMATS } from '../resources/message-formats.js';
import { pathSegment } from './base-url.js';
import type { Calls } from './calls.js';
import {
  DecodeError,
  decodeFilters,
  identifier,
  isObject,
  object,
  type Page,
  text,
  textOrNull,
} from './decode.js';
import type { CallOptions, PageOptions } from './options.js';
import type { ListOptions, Rows } from './paging.js';
import type {
  CreateWebhookBody,
  Deleted,
  Delivery,
  DeliveryDetails,
  DeliveryStatus,
  ResendBody,
  Resent,
  RotatedWebhook,
  UpdateWebhookBody,
  Webhook,
  WebhookWithSecret,
} from './resources.js';

/** Which deliveries are listed. */
export interface DeliveryFilter {
  /** Id of a webhook. */
  webhook?: string | undefined;
  status?: DeliveryStatus | undefined;
  /** Only deliveries of events from this time on. */
  since?: Date | string | undefined;
}

/** Webhooks of the account. Only feedctl's own service has these endpoints. */
export class WebhookCalls {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Creates a webhook. Keep the `secret` of the answer: no later answer has it. Never repeated. */
  create(body: CreateWebhookBody, options: CallOptions = {}): Promise<WebhookWithSecret> {
    return this.#call('POST', WEBHOOKS_PATH, decodeWebhookWithSecret, { ...options, body });
  }

  /** Reads one page of the webhooks, newest first. */
  async list({ limit, offset, ...options }: PageOptions = {}): Promise<Webhook[]> {
    return (await this.#page({ ...options, query: { limit, offset } })).data;
  }

  /** Walks all webhooks, newest first, a page at a time. */
  all(options: ListOptions = {}): Rows<Webhook> {
    return this.#calls.rows(options, (call) => this.#page(call));
  }

  /** Retrieves a webhook, without its secret. */
  get(id: string, options: CallOptions = {}): Promise<Webhook> {
    return this.#call('GET', webhookPath(id), decodeWebhook, options);
  }

  /** Changes, enables or disables a webhook; only the given fields change. */
  update(id: string, body: UpdateWebhookBody, options: CallOptions = {}): Promise<Webhook> {
    return this.#call('PATCH', webhookPath(id), decodeWebhook, { ...options, body });
  }

  /** Deletes a webhook and its deliveries permanently. */
  delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.#calls.own(WEBHOOKS, options, () =>
      this.#calls.delete(id, webhookPath(id), options),
    );
  }

  /** Sends a sample event now, in one attempt, and tells how it went. Takes up to 15 seconds. */
  test(id: string, options: CallOptions = {}): Promise<DeliveryDetails> {
    return this.#call('POST', `${webhookPath(id)}/test`, decodeDeliveryDetails, options);
  }

  /** Replaces the secret of a webhook; for 24 hours deliveries carry the signatures of both. */
  rotateSecret(id: string, options: CallOptions = {}): Promise<RotatedWebhook> {
    return this.#call('POST', `${webhookPath(id)}/rotate`, decodeRotatedWebhook, options);
  }

  /** Sends a webhook again everything that was sent to it since a time. */
  resend(id: string, since: Date | string, options: CallOptions = {}): Promise<Resent> {
    const body: ResendBody = { since: isoTime(since) };
    return this.#call('POST', `${webhookPath(id)}/resend`, decodeResent, { ...options, body });
  }

  #call<T extends object>(...call: Parameters<typeof Calls.prototype.call<T>>): Promise<T> {
    return this.#calls.own(WEBHOOKS, call[3], () => this.#calls.call(...call));
  }

  #page(call: PageCall): Promise<Page<Webhook>> {
    return this.#calls.own(WEBHOOKS, call, () =>
      this.#calls.page(WEBHOOKS_PATH, decodeWebhook, call),
    );
  }
}

/** Deliveries of all webhooks of the account, kept for 30 days. Only feedctl's own service has them. */
export class DeliveryCalls {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Reads one page of the deliveries, newest first. */
  async list({
    limit,
    offset,
    webhook,
    status,
    since,
    ...options
  }: PageOptions & DeliveryFilter = {}): Promise<Delivery[]> {
    const query = { limit, offset, ...filterQuery({ webhook, status, since }) };
    return (await this.#page({ ...options, query })).data;
  }

  /** Walks all deliveries, newest first, a page at a time. */
  all({ webhook, status, since, ...options }: ListOptions & DeliveryFilter = {}): Rows<Delivery> {
    const query = filterQuery({ webhook, status, since });
    return this.#calls.rows(options, (call) => this.#page(call), query);
  }

  /** Retrieves a delivery with its attempts and its event. */
  get(id: string, options: CallOptions = {}): Promise<DeliveryDetails> {
    return this.#call('GET', deliveryPath(id), decodeDeliveryDetails, options);
  }

  /** Sends one delivery again, under the same event id. */
  replay(id: string, options: CallOptions = {}): Promise<Delivery> {
    return this.#call('POST', `${deliveryPath(id)}/replay`, decodeDelivery, options);
  }

  #call<T extends object>(...call: Parameters<typeof Calls.prototype.call<T>>): Promise<T> {
    return this.#calls.own(WEBHOOKS, call[3], () => this.#calls.call(...call));
  }

  #page(call: PageCall): Promise<Page<Delivery>> {
    return this.#calls.own(WEBHOOKS, call, () =>
      this.#calls.page(DELIVERIES_PATH, decodeDelivery, call),
    );
  }
}

type PageCall = Parameters<Calls['page']>[2];

const WEBHOOKS = 'webhooks';
const WEBHOOKS_PATH = '/v1/webhooks';
const DELIVERIES_PATH = '/v1/deliveries';

function webhookPath(id: string): string {
  return `${WEBHOOKS_PATH}/${pathSegment('id', id)}`;
}

function deliveryPath(id: string): string {
  return `${DELIVERIES_PATH}/${pathSegment('id', id)}`;
}

function filterQuery({ webhook, status, since }: DeliveryFilter) {
  return { webhook, status, since: since === undefined ? undefined : isoTime(since) };
}

function isoTime(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString();
}

/** Decodes a webhook; fields that the client does not know are kept. */
function decodeWebhook(body: unknown): Webhook {
  const raw = object(body, 'a webhook');
  return {
    ...raw,
    id: identifier(raw, 'a webhook'),
    name: text(raw.name),
    url: text(raw.url),
    format: WEBHOOK_FORMATS.find((known) => known === raw.format) ?? 'standard',
    scope: text(raw.scope) || 'all',
    scope_deleted: raw.scope_deleted === true,
    filters: decodeFilters(raw.filters),
    only: raw.only === 'new' || raw.only === 'changed' ? raw.only : null,
    enabled: raw.enabled !== false,
    disabled_reason: textOrNull(raw.disabled_reason),
    failing_since: textOrNull(raw.failing_since),
    last_success_at: textOrNull(raw.last_success_at),
    created_at: text(raw.created_at),
  };
}

/** Decodes the answer to a creation: a webhook without its secret would be of no use. */
function decodeWebhookWithSecret(body: unknown): WebhookWithSecret {
  const { secret } = object(body, 'a webhook');
  if (typeof secret === 'string' && secret !== '') return { ...decodeWebhook(body), secret };
  throw new DecodeError('the body is not a webhook with a secret');
}

/** Decodes the answer to a rotation. */
function decodeRotatedWebhook(body: unknown): RotatedWebhook {
  const { previous_secret_until } = object(body, 'a webhook');
  return {
    ...decodeWebhookWithSecret(body),
    previous_secret_until: text(previous_secret_until),
  };
}

const STATUSES: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed', 'held'];

/** Decodes a delivery; fields that the client does not know are kept. */
function decodeDelivery(body: unknown): Delivery {
  const raw = object(body, 'a delivery');
  const status = STATUSES.find((known) => known === raw.status);
  if (status === undefined) throw new DecodeError('the body is not a delivery: it has no status');
  return {
    ...raw,
    id: identifier(raw, 'a delivery'),
    webhook_id: text(raw.webhook_id),
    webhook_name: textOrNull(raw.webhook_name),
    event_id: text(raw.event_id),
    feed_id: text(raw.feed_id),
    feed_title: textOrNull(raw.feed_title),
    status,
    test: raw.test === true,
    attempts: numberOrNull(raw.attempts) ?? 0,
    created_at: text(raw.created_at),
    last_attempt_at: textOrNull(raw.last_attempt_at),
    next_attempt_at: textOrNull(raw.next_attempt_at),
    last_status: numberOrNull(raw.last_status),
    last_error: textOrNull(raw.last_error),
    last_duration_ms: numberOrNull(raw.last_duration_ms),
  };
}

/** Decodes a delivery with its attempts. */
function decodeDeliveryDetails(body: unknown): DeliveryDetails {
  const { log, event } = object(body, 'a delivery');
  const attempts = Array.isArray(log) ? log.filter(isObject) : [];
  return {
    ...decodeDelivery(body),
    log: attempts.map((attempt) => ({
      ...attempt,
      number: numberOrNull(attempt.number) ?? 0,
      at: text(attempt.at),
      duration_ms: numberOrNull(attempt.duration_ms) ?? 0,
      status: numberOrNull(attempt.status),
      error: textOrNull(attempt.error),
      request: text(attempt.request),
      response: typeof attempt.response === 'string' ? attempt.response : null,
    })),
    event,
  };
}

/** Decodes the answer to a resend. */
function decodeResent(body: unknown): Resent {
  const raw = object(body, 'a number of deliveries');
  const resent = numberOrNull(raw.resent);
  if (resent === null) throw new DecodeError('the body is not a number of deliveries');
  return { ...raw, id: text(raw.id), resent };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
