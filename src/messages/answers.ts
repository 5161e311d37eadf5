import { isObject, parseJson } from '../base/json.js';
import type { MessageFailure, ServiceAnswer } from './renderer.js';
import { cutText } from './text.js';

const SECOND = 1000;

/** The wait when a service limits the rate without naming a time. */
const DEFAULT_WAIT_MS = 60 * SECOND;
const MAX_WAIT_MS = 24 * 60 * 60 * SECOND;
const MIN_WAIT_MS = SECOND;

/** Whole numbers from this value on are milliseconds: no chat service asks for 16 minutes. */
const MILLISECONDS_FROM = 1000;

/** A JSON object in a body, or null. */
export function jsonObject(body: string): Record<string, unknown> | null {
  if (!body.trimStart().startsWith('{')) return null;
  const value = parseJson(body);
  return isObject(value) ? value : null;
}

export function isSuccess({ status }: ServiceAnswer): boolean {
  return status >= 200 && status < 300;
}

/**
 * Milliseconds that a rate-limited sender must wait. Services write it as
 * - `retry-after-ms`, `x-ms-retry-after-ms` (Azure) in milliseconds,
 * - `x-ratelimit-reset-after` in seconds with a fraction (Discord, every version of its interface),
 * - `retry_after` of the body: seconds, with a fraction (Discord 8 and later) or in `parameters`
 *   (Telegram); whole milliseconds in Discord 6, which addresses without a version still get
 *   (https://github.com/discord/discord-api-docs/issues/4722),
 * - `Retry-After` in seconds (RFC 9110) or as a date.
 */
export function waitMs(answer: ServiceAnswer, now = Date.now()): number {
  const wait = statedWait(answer, now) ?? DEFAULT_WAIT_MS;
  return Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, Math.ceil(wait)));
}

function statedWait({ headers, body }: ServiceAnswer, now: number): number | null {
  const header = (name: string) => {
    const value = headers[name];
    const text = Array.isArray(value) ? value[0] : value;
    return text === undefined || text.trim() === '' ? null : text.trim();
  };
  const number = (text: string | null) =>
    text !== null && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
  const inMs = number(header('retry-after-ms')) ?? number(header('x-ms-retry-after-ms'));
  if (inMs !== null) return inMs;
  const reset = number(header('x-ratelimit-reset-after'));
  if (reset !== null) return reset * SECOND;
  const stated = waitInBody(jsonObject(body));
  if (stated !== null) return stated;
  const retryAfter = header('retry-after');
  const seconds = number(retryAfter);
  if (seconds !== null) return seconds * SECOND;
  const date = retryAfter === null ? Number.NaN : Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function waitInBody(body: Record<string, unknown> | null): number | null {
  if (body === null) return null;
  const { retry_after_ms, retry_after, parameters } = body;
  if (isCount(retry_after_ms)) return retry_after_ms;
  if (isObject(parameters) && isCount(parameters.retry_after)) {
    return parameters.retry_after * SECOND;
  }
  if (!isCount(retry_after)) return null;
  const isMs = Number.isInteger(retry_after) && retry_after >= MILLISECONDS_FROM;
  return isMs ? retry_after : retry_after * SECOND;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** A failure with the service's words, for the owner of the webhook. */
export function failed(
  service: string,
  answer: ServiceAnswer,
  { said, gone = false, limited = answer.status === 429, advice = '' }: FailureFacts = {},
): MessageFailure {
  const what =
    said === undefined || said === '' ? '' : `: ${cutText(said.replace(/\s+/g, ' '), 200)}`;
  const how = isSuccess(answer) ? `refused the message` : `returned HTTP ${answer.status}`;
  const text = limited && !gone ? `${service} limits the rate of messages` : `${service} ${how}`;
  const end = /[.!?]$/.test(what) ? '' : '.';
  return {
    problem: `${text}${what}${end}${advice === '' ? '' : ` ${advice}`}`,
    gone,
    waitMs: limited && !gone ? waitMs(answer) : null,
  };
}

interface FailureFacts {
  /** The text of the service. */
  said?: string;
  gone?: boolean;
  /** True if the service limits the rate; default: the status is 429. */
  limited?: boolean;
  /** What the owner can do about it. */
  advice?: string;
}
