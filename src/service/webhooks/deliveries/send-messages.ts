import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookEvent } from '../../../contract/index.js';
import type { MessageRequest, Renderer } from '../../../messages/renderer.js';
import { FORMATS, type MessageFormat } from '../../../resources/message-formats.js';
import { ServiceError } from '../../core/errors.js';
import type { Answer } from '../sender.js';
import type { WebhookDeps } from '../webhook.js';
import { type ClaimedDelivery, LEASE_MS } from './claim.js';

/** Maximum time for the messages of one attempt, in milliseconds; the rest follows in the next. */
const ATTEMPT_MS = 60_000;

/** An update on its way to a chat. */
export interface ChatDelivery {
  delivery: ClaimedDelivery;
  format: MessageFormat;
  url: string;
  template: string | null;
  headers: Readonly<Record<string, string>>;
  /** JSON of the event. */
  payload: string;
  /** Messages that earlier attempts have sent. */
  sent: number;
  /** Timeout of a request, in milliseconds. */
  timeoutMs: number;
  /** Maximum time of the attempt, in milliseconds. */
  withinMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** How far an attempt came. */
export interface ChatResult {
  answer: Answer | null;
  /** Body of the last request, without the recipient. */
  body: string;
  /** The failure for people; null when every message so far was accepted. */
  error: string | null;
  gone: boolean;
  /** Milliseconds until the next message may follow; null when there is none, or after a failure. */
  nextInMs: number | null;
  /** Minimum time until the next message to this address, in milliseconds. */
  intervalMs: number;
}

/**
 * Sends the messages of an update that were not sent yet, one after the other. Each accepted one is
 * recorded at once, so that a retry does not repeat it. Null when the lease was lost.
 * @throws the reason of the signal
 */
export async function sendMessages(
  deps: WebhookDeps,
  chat: ChatDelivery,
): Promise<ChatResult | null> {
  const format = await rendererOf(chat.format);
  const { intervalMs } = FORMATS[chat.format].limits;
  const messages = await render(format, chat);
  if ('problem' in messages) return unsendable(messages.problem, intervalMs);
  const ends = performance.now() + (chat.withinMs ?? ATTEMPT_MS);
  // A renderer of another release may make fewer messages.
  let sent = Math.min(chat.sent, messages.requests.length - 1);
  for (;;) {
    const request = messages.requests[sent];
    const body = JSON.stringify(messages.shown[sent]?.body);
    if (request?.url == null) return unsendable('The update has no messages.', intervalMs);
    const of = messages.requests.length;
    const which = of === 1 ? '' : `Message ${sent + 1} of ${of}: `;
    const timeoutMs = Math.max(1, Math.min(chat.timeoutMs, Math.ceil(ends - performance.now())));
    const answer = await post(deps, chat, { ...request, url: request.url }, timeoutMs);
    if ('problem' in answer)
      return { ...unsendable(`${which}${answer.problem}`, intervalMs), body };
    const { status, headers, excerpt } = answer;
    const failure = format.failure({ status, headers, body: excerpt });
    const result = { answer, body, error: null, gone: false, nextInMs: null, intervalMs };
    if (failure !== null) {
      const { gone, waitMs } = failure;
      return { ...result, error: `${which}${failure.problem}`, gone, nextInMs: waitMs };
    }
    sent += 1;
    if (sent === messages.requests.length) return result;
    if (!(await recordSent(deps, chat.delivery, sent))) return null;
    if (performance.now() + intervalMs >= ends) return { ...result, nextInMs: intervalMs };
    await wait(deps, intervalMs, chat.signal);
  }
}

/** @throws the reason of the signal */
async function post(
  { sender }: WebhookDeps,
  { headers, signal }: ChatDelivery,
  { url, body }: { url: string; body: object },
  timeoutMs: number,
): Promise<Answer | { problem: string }> {
  try {
    return await sender.post(url, {
      headers,
      body: JSON.stringify(body),
      timeoutMs,
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ServiceError) return { problem: error.message };
    throw error;
  }
}

/** Loaded with the first message: the library of templates comes with it. */
async function rendererOf(name: MessageFormat): Promise<Renderer> {
  const { RENDERERS } = await import('../../../messages/renderers.js');
  return RENDERERS[name];
}

interface Rendered {
  requests: readonly MessageRequest[];
  /** The same without their recipients, for the log. */
  shown: readonly MessageRequest[];
}

async function render(
  format: Renderer,
  { payload, url, template }: ChatDelivery,
): Promise<Rendered | { problem: string }> {
  const { updateOf } = await import('../../../messages/update.js');
  const { TemplateError } = await import('../../../messages/template.js');
  const update = updateOf(JSON.parse(payload) as WebhookEvent);
  try {
    return {
      requests: format.render(update, { url, template }),
      shown: format.render(update, { url: null, template }),
    };
  } catch (error) {
    if (error instanceof TemplateError) return { problem: `The template ${error.message}.` };
    throw error;
  }
}

function unsendable(error: string, intervalMs: number): ChatResult {
  return { answer: null, body: '', error, gone: false, nextInMs: null, intervalMs };
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

function wait({ wait }: WebhookDeps, ms: number, signal: AbortSignal | undefined) {
  return wait === undefined ? sleep(ms, undefined, { signal }) : wait(ms);
}
