import type { WebhookEvent } from '../../../contract/index.js';
import { standardHeaders } from '../../../contract/webhook-signature.js';
import type { MessageFailure } from '../../../messages/renderer.js';
import { RENDERERS } from '../../../messages/renderers.js';
import { TemplateError } from '../../../messages/template.js';
import { updateOf } from '../../../messages/update.js';
import { FORMATS, type MessageFormat } from '../../../resources/message-formats.js';
import type { HubPing } from '../../events/hub-ping.js';
import type { Store } from '../../store/store.js';
import { isDelivered } from '../delivery-schedule.js';
import { secretsAt } from '../secrets.js';
import type { Answer } from '../sender.js';
import { storedHeaders } from '../webhook-format.js';
import type { ClaimedDelivery } from './claim.js';

/**
 * The stored message of a claimed delivery. Undefined if the lease was lost, or the delivery
 * deleted.
 */
export async function requestMessage({ db }: Store, { id, lease_token }: ClaimedDelivery) {
  return db
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select([
      'deliveries.event_id',
      'deliveries.sent_messages',
      'webhooks.url',
      'webhooks.kind',
      'webhooks.format',
      'webhooks.template',
      'webhooks.headers',
      'webhooks.secret',
      'webhooks.previous_secret',
      'webhooks.previous_secret_until',
      'webhooks.listens_until',
      'events.payload',
    ])
    .where('deliveries.id', '=', id)
    .where('deliveries.lease_token', '=', lease_token)
    .executeTakeFirst();
}

export type StoredMessage = NonNullable<Awaited<ReturnType<typeof requestMessage>>>;

export interface OutgoingRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The body for the log: messages without their recipient. */
  shown: string;
}

/** The requests of a delivery, in order, and a function that reads their answers. */
export interface OutgoingRequests {
  requests: readonly OutgoingRequest[];
  /** Minimum time between two of them, in milliseconds. */
  intervalMs: number;
  /** Why an answer is a failure; null if the request was accepted. */
  failure(answer: Answer): MessageFailure | null;
}

/**
 * The requests of a delivery: the event itself, the ping of a hub, or the messages for a chat.
 * @param at time of the signature, in milliseconds @returns the problem, for the owner, if nothing
 * can be sent
 */
export function requestsOf(message: StoredMessage, at: number): OutgoingRequests | string {
  const { url, format, kind } = message;
  if (format !== null) return chatMessages(message, format);
  const { headers, body } = kind === 'hub' ? pingOf(message) : signed(message, at);
  const all = { ...headers, ...storedHeaders(message.headers) };
  return {
    requests: [{ url, headers: all, body, shown: body }],
    intervalMs: 0,
    failure: ({ status }) =>
      isDelivered(status) ? null : { problem: refusal(status), gone: status === 410, waitMs: null },
  };
}

function chatMessages(
  { url, template, payload, ...message }: StoredMessage,
  format: MessageFormat,
): OutgoingRequests | string {
  const renderer = RENDERERS[format];
  const headers = storedHeaders(message.headers);
  const update = updateOf(JSON.parse(payload) as WebhookEvent);
  const { intervalMs } = FORMATS[format].limits;
  try {
    const shown = renderer.render(update, { url: null, template });
    const requests = renderer.render(update, { url, template }).map((request, index) => ({
      url: request.url ?? url,
      headers,
      body: JSON.stringify(request.body),
      shown: JSON.stringify(shown[index]?.body),
    }));
    const failure = ({ status, headers, excerpt }: Answer) =>
      renderer.failure({ status, headers, body: excerpt });
    return { requests, intervalMs, failure };
  } catch (error) {
    if (error instanceof TemplateError) return `The template ${error.message}.`;
    throw error;
  }
}

function signed(message: StoredMessage, at: number) {
  const { event_id: id, payload: body } = message;
  const timestamp = Math.floor(at / 1000);
  return { headers: standardHeaders(secretsAt(message, at), { id, timestamp, body }), body };
}

/** PubSubHubbub 0.3 section 7.1: `hub.url` is repeated for several topics. */
function pingOf({ payload }: StoredMessage) {
  const { data } = JSON.parse(payload) as HubPing;
  const form = new URLSearchParams({ 'hub.mode': 'publish' });
  for (const topic of data.topics) form.append('hub.url', topic);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { headers, body: form.toString() };
}

function refusal(status: number): string {
  if (status >= 300 && status < 400) {
    return `The receiver returned HTTP ${status}, a redirect, which is not followed. Change the address of the webhook.`;
  }
  if (status === 410) return 'The receiver returned 410 Gone: it wants no more deliveries.';
  if (status === 401 || status === 403) {
    return `The receiver returned HTTP ${status}: it rejected the event. Check that it has the secret of this webhook.`;
  }
  return `The receiver returned HTTP ${status}; a receiver must return 2xx to accept an event.`;
}
