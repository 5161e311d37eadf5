import { standardHeaders } from '../../../contract/webhook-signature.js';
import type { MessageFormat } from '../../../resources/message-formats.js';
import { ServiceError } from '../../core/errors.js';
import type { HubPing } from '../../events/hub-ping.js';
import type { Store } from '../../store/store.js';
import { isDelivered } from '../delivery-schedule.js';
import { redact } from '../redact.js';
import { secretsAt } from '../rotate-secret.js';
import type { WebhookDeps } from '../webhook.js';
import { storedHeaders } from '../webhook-format.js';
import type { ClaimedDelivery } from './claim.js';
import { describeRequest, responseExcerpt } from './excerpts.js';
import { sendMessages } from './send-messages.js';

/** Request timeout, in milliseconds. */
export const TIMEOUT_MS = 15_000;

/** The result of an attempt. Times in milliseconds. */
export interface Attempt {
  at: number;
  durationMs: number;
  /** HTTP status; null without a response. */
  status: number | null;
  retryAfterMs: number | null;
  /** The error for people; null when the event was delivered. */
  error: string | null;
  /** Why the receiver will not accept anything again; null otherwise. */
  gone: string | null;
  /** When the rest of the messages follows, or the rate limit ends; null otherwise. */
  continueAt: number | null;
  /** Before this time no message is sent to the webhook; null: no limit. */
  nextMessageAt: number | null;
  /** Start of the request, without the signature. */
  request: string;
  /** Start of the response. */
  response: string | null;
}

interface AttemptOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
}

/**
 * Sends a claimed delivery once. Null when it no longer exists.
 * @throws the reason of `signal` when it was aborted
 */
export async function attemptDelivery(
  deps: WebhookDeps,
  delivery: ClaimedDelivery,
  options: AttemptOptions = {},
): Promise<Attempt | null> {
  const message = await messageOf(deps.store, delivery);
  if (message === undefined) return null;
  const at = deps.clock.now();
  const started = performance.now();
  try {
    const result =
      message.format === null
        ? await sendEvent(deps, message, at, options)
        : await sendChat(deps, delivery, message, message.format, options);
    if (result === null) return null;
    return { ...result, at, durationMs: Math.round(performance.now() - started) };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof ServiceError)) {
      deps.logger.error({ delivery: delivery.id, err: error }, 'a delivery failed unexpectedly');
    }
    return {
      ...UNANSWERED,
      at,
      durationMs: Math.round(performance.now() - started),
      error: redact(reason(error), message),
      request: describeRequest(
        message,
        message.format === null ? requestOf(message, at) : { headers: {}, body: '' },
      ),
    };
  }
}

type StoredMessage = NonNullable<Awaited<ReturnType<typeof messageOf>>>;
type Result = Omit<Attempt, 'at' | 'durationMs'>;

const UNANSWERED = {
  status: null,
  retryAfterMs: null,
  error: null,
  gone: null,
  continueAt: null,
  nextMessageAt: null,
  response: null,
};

/** The event itself, or the ping of a hub. */
async function sendEvent(
  { sender }: WebhookDeps,
  message: StoredMessage,
  at: number,
  { timeoutMs = TIMEOUT_MS, signal }: AttemptOptions,
): Promise<Result> {
  const { headers, body } = requestOf(message, at);
  const { status, retryAfterMs, excerpt } = await sender.post(message.url, {
    headers,
    body,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    ...UNANSWERED,
    status,
    retryAfterMs,
    error: isDelivered(status) ? null : refusal(status),
    gone: status === 410 ? GONE : null,
    request: describeRequest(message, { headers, body }),
    response: redact(responseExcerpt(excerpt), message),
  };
}

const GONE = 'The receiver returned 410 Gone: it wants no more deliveries.';

async function sendChat(
  deps: WebhookDeps,
  delivery: ClaimedDelivery,
  message: StoredMessage,
  format: MessageFormat,
  { timeoutMs, signal }: AttemptOptions,
): Promise<Result | null> {
  const headers = storedHeaders(message.headers);
  const sent = await sendMessages(deps, {
    delivery,
    format,
    url: message.url,
    template: message.template,
    headers,
    payload: message.payload,
    sent: message.sent_messages ?? 0,
    timeoutMs: timeoutMs ?? TIMEOUT_MS,
    withinMs: timeoutMs,
    signal,
  });
  if (sent === null) return null;
  const { answer, body, gone, nextInMs, intervalMs } = sent;
  const error = sent.error === null ? null : redact(sent.error, message);
  const now = deps.clock.now();
  const pauseMs = nextInMs ?? (answer === null ? 0 : intervalMs);
  return {
    status: answer?.status ?? null,
    retryAfterMs: answer?.retryAfterMs ?? null,
    error,
    gone: gone ? error : null,
    continueAt: nextInMs === null ? null : now + nextInMs,
    nextMessageAt: pauseMs === 0 ? null : now + pauseMs,
    request: redact(describeRequest(message, { headers, body }), message),
    response: answer === null ? null : redact(responseExcerpt(answer.excerpt), message),
  };
}

function requestOf(message: StoredMessage, at: number) {
  const { headers, body } = message.kind === 'hub' ? pingOf(message) : signed(message, at);
  return { headers: { ...headers, ...storedHeaders(message.headers) }, body };
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

async function messageOf({ db }: Store, { id, lease_token }: ClaimedDelivery) {
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
      'events.payload',
    ])
    .where('deliveries.id', '=', id)
    .where('deliveries.lease_token', '=', lease_token)
    .executeTakeFirst();
}

function refusal(status: number): string {
  if (status >= 300 && status < 400) {
    return `The receiver returned HTTP ${status}, a redirect, which is not followed. Change the address of the webhook.`;
  }
  if (status === 410) return 'The receiver returned HTTP 410: it wants no more events.';
  if (status === 401 || status === 403) {
    return `The receiver returned HTTP ${status}: it rejected the event. Check that it has the secret of this webhook.`;
  }
  return `The receiver returned HTTP ${status}; a receiver must return 2xx to accept an event.`;
}

/** Do not leak internal errors into the delivery log. */
function reason(error: unknown): string {
  return error instanceof ServiceError
    ? error.message
    : 'The event could not be sent because of an internal error of feedctl.';
}
