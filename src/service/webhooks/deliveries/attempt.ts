import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../core/errors.js';
import { TIMEOUT_MS } from '../delivery-schedule.js';
import { redact } from '../redact.js';
import type { WebhookDeps } from '../webhook.js';
import { storedHeaders } from '../webhook-format.js';
import { type ClaimedDelivery, LEASE_MS } from './claim.js';
import { describeRequest, describeResponse } from './excerpts.js';
import {
  type OutgoingRequest,
  type OutgoingRequests,
  requestMessage,
  requestsOf,
  type StoredMessage,
} from './requests.js';

/** Maximum time for the messages of one attempt, in milliseconds; the rest follows in the next. */
const ATTEMPT_MS = 60_000;

/** The result of an attempt. Times in milliseconds. */
export interface Attempt {
  at: number;
  durationMs: number;
  /** HTTP status; null without a response. */
  status: number | null;
  retryAfterMs: number | null;
  /** The error for people; null when the event was delivered. */
  error: string | null;
  /** Why the receiver will never accept anything again; null otherwise. */
  gone: string | null;
  /** Time at which the remaining messages follow, or the rate limit ends; null otherwise. */
  continueAt: number | null;
  /** Before this time no message is sent to the webhook; null: no limit. */
  nextMessageAt: number | null;
  /** Start of the request, without the signature. */
  request: string;
  /** Status, headers and start of the response. */
  response: string | null;
}

interface AttemptOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
}

type Result = Omit<Attempt, 'at' | 'durationMs'>;

/**
 * Sends a claimed delivery once. Null when it no longer exists, or its lease was lost.
 * @throws the reason of `signal` when it was aborted
 */
export async function attemptDelivery(
  deps: WebhookDeps,
  delivery: ClaimedDelivery,
  options: AttemptOptions = {},
): Promise<Attempt | null> {
  const message = await requestMessage(deps.store, delivery);
  if (message === undefined) return null;
  const at = deps.clock.now();
  const started = performance.now();
  const result = await sendAll({ deps, delivery, message }, at, options).catch(
    (error: unknown): Result => {
      options.signal?.throwIfAborted();
      return { ...unsent(message, reasonOf(deps, delivery, error)) };
    },
  );
  return result && { ...result, at, durationMs: Math.round(performance.now() - started) };
}

interface Sending {
  deps: WebhookDeps;
  delivery: ClaimedDelivery;
  message: StoredMessage;
}

/**
 * Sends the requests that were not sent yet, one after the other. Each accepted one is recorded at
 * once, so that a retry does not repeat it. Null when the lease was lost.
 * @throws the reason of the signal
 */
async function sendAll(
  { deps, delivery, message }: Sending,
  at: number,
  { timeoutMs, signal }: AttemptOptions,
): Promise<Result | null> {
  const outgoing = requestsOf(message, at);
  if (typeof outgoing === 'string') return unsent(message, outgoing);
  const { requests, intervalMs } = outgoing;
  const ends = performance.now() + (timeoutMs ?? ATTEMPT_MS);
  // A renderer of another release may make fewer messages.
  let sent = Math.min(message.sent_messages ?? 0, requests.length - 1);
  for (;;) {
    const request = requests[sent];
    if (request === undefined) return unsent(message, 'The update has no messages.');
    const which = requests.length === 1 ? '' : `Message ${sent + 1} of ${requests.length}: `;
    const left = Math.max(1, Math.ceil(ends - performance.now()));
    const limits = {
      timeoutMs: Math.min(timeoutMs ?? TIMEOUT_MS, left),
      isLocal: message.listens_until !== null && message.listens_until > at,
      ...(signal && { signal }),
    };
    const { url, headers, body } = request;
    const answer = await deps.sender.post(url, { headers, body, ...limits }).catch((error) => {
      signal?.throwIfAborted();
      return reasonOf(deps, delivery, error);
    });
    const result = resultOf(deps, message, { outgoing, request, which, answer });
    if (result.error !== null) return result;
    sent += 1;
    if (sent === requests.length) return result;
    if (!(await recordSent(deps, delivery, sent))) return null;
    if (performance.now() + intervalMs >= ends) {
      return { ...result, continueAt: deps.clock.now() + intervalMs };
    }
    await (deps.wait?.(intervalMs) ?? sleep(intervalMs, undefined, { signal }));
  }
}

function resultOf(
  { clock }: WebhookDeps,
  message: StoredMessage,
  {
    outgoing,
    request,
    which,
    answer,
  }: {
    outgoing: OutgoingRequests;
    request: OutgoingRequest;
    which: string;
    answer: Awaited<ReturnType<WebhookDeps['sender']['post']>> | string;
  },
): Result {
  const shown = describeRequest(message, { headers: request.headers, body: request.shown });
  const described = message.format === null ? shown : redact(shown, message);
  if (typeof answer === 'string') return { ...unsent(message, which + answer), request: described };
  const { status, retryAfterMs } = answer;
  const failure = outgoing.failure(answer);
  const error = failure === null ? null : redact(which + failure.problem, message);
  const waitMs = failure?.waitMs ?? null;
  const pauseMs = waitMs ?? outgoing.intervalMs;
  const now = clock.now();
  return {
    status,
    retryAfterMs,
    error,
    gone: failure?.gone ? error : null,
    continueAt: waitMs === null ? null : now + waitMs,
    nextMessageAt: pauseMs === 0 ? null : now + pauseMs,
    request: described,
    response: redact(describeResponse(answer), message),
  };
}

/** The result if nothing was sent, or no response arrived. */
function unsent(message: StoredMessage, problem: string): Result {
  return {
    status: null,
    retryAfterMs: null,
    error: redact(problem, message),
    gone: null,
    continueAt: null,
    nextMessageAt: null,
    request: describeRequest(message, { headers: storedHeaders(message.headers), body: '' }),
    response: null,
  };
}

/** The error for people. Do not leak internal errors into the delivery log. */
function reasonOf({ logger }: WebhookDeps, { id }: ClaimedDelivery, error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  logger.error({ delivery: id, err: error }, 'a delivery failed unexpectedly');
  return 'The event could not be sent because of an internal error of feedctl.';
}

/** Stores the progress and renews the lease. @returns false when the lease was lost */
async function recordSent(
  { store, clock, leaseMs = LEASE_MS }: WebhookDeps,
  { id, lease_token }: ClaimedDelivery,
  sent: number,
): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('deliveries')
    .set({ sent_messages: sent, next_attempt_at: clock.now() + leaseMs })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
