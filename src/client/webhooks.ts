import { pathSegment } from './base-url.js';
import type { Calls } from './calls.js';
import { decodeAs, type Page } from './decode.js';
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

const decodeWebhook = decodeAs<Webhook>('id', 'url');
/** A new webhook without its secret would be of no use. */
const decodeWebhookWithSecret = decodeAs<WebhookWithSecret>('id', 'secret');
const decodeRotatedWebhook = decodeAs<RotatedWebhook>('id', 'secret');
const decodeDelivery = decodeAs<Delivery>('id', 'status');
const decodeDeliveryDetails = decodeAs<DeliveryDetails>('id', 'status', 'log');
const decodeResent = decodeAs<Resent>('resent');
