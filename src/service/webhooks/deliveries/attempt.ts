import { STANDARD_HEADERS, standardHeaders } from '../../../contract/webhook-signature/index.js';
import { ServiceError } from '../../core/errors.js';
import type { Store } from '../../store/store.js';
import { isDelivered } from '../delivery-schedule.js';
import { secretsAt } from '../rotate-secret.js';
import type { WebhookDeps } from '../webhook.js';
import type { ClaimedDelivery } from './claim.js';

/** Longest wait for an answer, in milliseconds. */
export const TIMEOUT_MS = 15_000;

/** How an attempt went. Times in milliseconds. */
export interface Attempt {
  at: number;
  durationMs: number;
  /** HTTP status of the answer; null when there was none. */
  status: number | null;
  retryAfterMs: number | null;
  /** What went wrong, in words; null when the event has arrived. */
  error: string | null;
  /** Beginning of what was sent, without the signature. */
  request: string;
  /** Beginning of what came back. */
  response: string | null;
}

/**
 * Sends a claimed delivery once. Null when it is not there any more.
 * @throws the reason of `signal` when that was aborted.
 */
export async function attemptDelivery(
  { store, clock, sender, logger }: WebhookDeps,
  delivery: ClaimedDelivery,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<Attempt | null> {
  const message = await messageOf(store, delivery);
  if (message === undefined) return null;
  const { url, event_id: id, payload: body } = message;
  const at = clock.now();
  const timestamp = Math.floor(at / 1000);
  const headers = standardHeaders(secretsAt(message, at), { id, timestamp, body });
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

async function messageOf({ db }: Store, { id, lease_token }: ClaimedDelivery) {
  return db
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select([
      'deliveries.event_id',
      'webhooks.url',
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
    return `It answered HTTP ${status}, a redirect, and those are not followed. Change the address of the webhook.`;
  }
  if (status === 410) return 'It answered HTTP 410: it wants no more events.';
  if (status === 401 || status === 403) {
    return `It answered HTTP ${status}: it does not accept the event. Check that it has the secret of this webhook.`;
  }
  return `It answered HTTP ${status}; a receiver says 2xx when the event has arrived.`;
}

/** A fault of ours must not show its insides to whoever looks at the log. */
function reason(error: unknown): string {
  return error instanceof ServiceError
    ? error.message
    : 'The event could not be sent because of a fault in feedctl.';
}

/** Characters of a body that the attempt log keeps. */
const EXCERPT_LENGTH = 1000;

/** A request as the attempt log shows it: whoever reads that cannot sign with it. */
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

/** The beginning of an answer; the null character, which PostgreSQL cannot keep, is left out. */
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
