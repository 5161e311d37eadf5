import { STANDARD_HEADERS, standardHeaders } from '../../../contract/webhook-signature/index.js';
import { ServiceError } from '../../core/errors.js';
import type { HubPing } from '../../events/hub-ping.js';
import type { Store } from '../../store/store.js';
import { isDelivered } from '../delivery-schedule.js';
import { secretsAt } from '../rotate-secret.js';
import type { WebhookDeps } from '../webhook.js';
import type { ClaimedDelivery } from './claim.js';

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
  /** Start of the request, without the signature. */
  request: string;
  /** Start of the response. */
  response: string | null;
}

/**
 * Sends a claimed delivery once. Null when it no longer exists.
 * @throws the reason of `signal` when it was aborted
 */
export async function attemptDelivery(
  { store, clock, sender, logger }: WebhookDeps,
  delivery: ClaimedDelivery,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<Attempt | null> {
  const message = await messageOf(store, delivery);
  if (message === undefined) return null;
  const { url } = message;
  const at = clock.now();
  const { headers, body } = message.kind === 'hub' ? pingOf(message) : signed(message, at);
  const started = performance.now();
  const finish = (result: Pick<Attempt, 'status' | 'retryAfterMs' | 'error' | 'response'>) => ({
    at,
    durationMs: Math.round(performance.now() - started),
    request: describeRequest(url, headers, body),
    ...result,
  });
  try {
    const sent = { headers, body, timeoutMs, ...(signal === undefined ? {} : { signal }) };
    const { status, retryAfterMs, excerpt } = await sender.post(url, sent);
    const error = isDelivered(status) ? null : refusal(status);
    return finish({ status, retryAfterMs, error, response: responseExcerpt(excerpt) });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ServiceError)) {
      logger.error({ delivery: delivery.id, err: error }, 'a delivery failed unexpectedly');
    }
    return finish({ status: null, retryAfterMs: null, error: reason(error), response: null });
  }
}

type StoredMessage = NonNullable<Awaited<ReturnType<typeof messageOf>>>;

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
      'webhooks.url',
      'webhooks.kind',
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

/** Characters of a body that the delivery log keeps. */
const EXCERPT_LENGTH = 1000;

/** A request for the delivery log, without what its readers could sign with. */
function describeRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const shown = Object.entries(headers)
    .filter(([name]) => name !== STANDARD_HEADERS.signature)
    .map(([name, value]) => `${name}: ${value}`);
  return [`POST ${withoutQuery(url)}`, ...shown, '', cut(body)].join('\n');
}

/** The start of a response, without null characters, which PostgreSQL cannot store. */
function responseExcerpt(body: string): string {
  return cut(body.replaceAll('\0', ''));
}

/** Receivers put their own keys into the query string. */
function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function cut(text: string): string {
  return text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, EXCERPT_LENGTH)}…`;
}
