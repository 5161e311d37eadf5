import { pathSegment } from './base-url.js';
import type { Calls } from './calls.js';
import type { CallOptions } from './options.js';
import type { ListOptions, Rows } from './paging.js';
import type { Deleted } from './resources.js';
import {
  type CreateWebhookBody,
  type Delivery,
  type DeliveryDetails,
  type DeliveryFilter,
  decodeDelivery,
  decodeDeliveryDetails,
  decodeResent,
  decodeRotatedWebhook,
  decodeWebhook,
  decodeWebhookWithSecret,
  type Resent,
  type RotatedWebhook,
  type UpdateWebhookBody,
  type Webhook,
  type WebhookWithSecret,
} from './webhooks.js';

/**
 * Webhooks and their deliveries: the part of the client that needs feedctl's own service. Every
 * method throws `UnsupportedError` for another service.
 */
export class WebhookMethods {
  protected readonly calls: Calls;

  protected constructor(calls: Calls) {
    this.calls = calls;
  }

  /** Creates a webhook. Keep the `secret` of the answer: no later answer has it. Never repeated. */
  createWebhook(body: CreateWebhookBody, options: CallOptions = {}): Promise<WebhookWithSecret> {
    return this.#own(options, () =>
      this.calls.call('POST', '/v1/webhooks', decodeWebhookWithSecret, { ...options, body }),
    );
  }

  /** Walks the account's webhooks, newest first, a page at a time. */
  webhooks(options: ListOptions = {}): Rows<Webhook> {
    return this.calls.rows(options, (call) =>
      this.#own(call, () => this.calls.page('/v1/webhooks', decodeWebhook, call)),
    );
  }

  /** Retrieves a webhook, without its secret. */
  getWebhook(id: string, options: CallOptions = {}): Promise<Webhook> {
    return this.#own(options, () =>
      this.calls.call('GET', webhookPath(id), decodeWebhook, options),
    );
  }

  /** Changes, enables or disables a webhook; only the given fields change. */
  updateWebhook(id: string, body: UpdateWebhookBody, options: CallOptions = {}): Promise<Webhook> {
    return this.#own(options, () =>
      this.calls.call('PATCH', webhookPath(id), decodeWebhook, { ...options, body }),
    );
  }

  /** Deletes a webhook and its deliveries permanently. */
  deleteWebhook(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.#own(options, () => this.calls.delete(id, webhookPath(id), options));
  }

  /** Sends a sample event now, in one attempt, and tells how it went. Takes up to 15 seconds. */
  testWebhook(id: string, options: CallOptions = {}): Promise<DeliveryDetails> {
    return this.#own(options, () =>
      this.calls.call('POST', `${webhookPath(id)}/test`, decodeDeliveryDetails, options),
    );
  }

  /** Replaces the secret of a webhook; for 24 hours deliveries carry the signatures of both. */
  rotateWebhookSecret(id: string, options: CallOptions = {}): Promise<RotatedWebhook> {
    return this.#own(options, () =>
      this.calls.call('POST', `${webhookPath(id)}/rotate`, decodeRotatedWebhook, options),
    );
  }

  /** Sends a webhook everything again that was announced to it since a time. */
  resendDeliveries(id: string, since: Date | string, options: CallOptions = {}): Promise<Resent> {
    const body = { since: isoTime(since) };
    return this.#own(options, () =>
      this.calls.call('POST', `${webhookPath(id)}/resend`, decodeResent, { ...options, body }),
    );
  }

  /** Walks the account's deliveries, newest first, a page at a time. They are kept for 30 days. */
  deliveries({
    webhook,
    status,
    since,
    ...options
  }: ListOptions & DeliveryFilter = {}): Rows<Delivery> {
    const query = { webhook, status, since: since === undefined ? undefined : isoTime(since) };
    return this.calls.rows(
      options,
      (call) => this.#own(call, () => this.calls.page('/v1/deliveries', decodeDelivery, call)),
      query,
    );
  }

  /** Retrieves a delivery with its attempts and its event. */
  getDelivery(id: string, options: CallOptions = {}): Promise<DeliveryDetails> {
    return this.#own(options, () =>
      this.calls.call('GET', deliveryPath(id), decodeDeliveryDetails, options),
    );
  }

  /** Sends one delivery again, under the same event id. */
  replayDelivery(id: string, options: CallOptions = {}): Promise<Delivery> {
    return this.#own(options, () =>
      this.calls.call('POST', `${deliveryPath(id)}/replay`, decodeDelivery, options),
    );
  }

  #own<T>({ signal }: CallOptions, work: () => Promise<T>): Promise<T> {
    return this.calls.own('webhooks', { signal }, work);
  }
}

function webhookPath(id: string): string {
  return `/v1/webhooks/${pathSegment('id', id)}`;
}

function deliveryPath(id: string): string {
  return `/v1/deliveries/${pathSegment('id', id)}`;
}

function isoTime(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString();
}
