import { DAY, HOUR, MINUTE, SECOND } from '../core/durations.js';

/** Delays after the first, second, … failed attempt: ten attempts in just over three days. */
export const RETRY_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Request timeout, in milliseconds. */
export const TIMEOUT_MS = 15 * SECOND;

/** Timeout for a receiver that let the last attempt time out. */
const SHORT_TIMEOUT_MS = 5 * SECOND;

/**
 * The timeout of an attempt, in milliseconds. A receiver that never answers occupies a slot for as
 * long: after a timeout, every second attempt is short, and the others have the full time.
 */
export function attemptTimeout(last: {
  failures: number;
  last_status: number | null;
  last_duration_ms: number | null;
}): number {
  const hasTimedOut = last.last_status === null && (last.last_duration_ms ?? 0) >= SHORT_TIMEOUT_MS;
  return hasTimedOut && last.failures % 2 === 1 ? SHORT_TIMEOUT_MS : TIMEOUT_MS;
}

/** A webhook that failed for this long is disabled. */
const DISABLE_AFTER = 5 * DAY;

/** Random part of a delay, so that deliveries are spread after an outage. */
const JITTER = 0.1;

/** Longest accepted Retry-After of a receiver. */
const MAX_RETRY_AFTER = DAY;

/** A failed attempt. Times and durations in milliseconds. */
interface FailedDelivery {
  /** Attempts of this delivery so far, including the failed one. */
  attempts: number;
  /** HTTP status, or null without a response. */
  status: number | null;
  /** True if the receiver will never accept anything again. */
  gone: boolean;
  retryAfterMs: number | null;
  now: number;
  /** A number in [0, 1). */
  random: () => number;
}

/** Time of the next attempt, or null when the delivery is abandoned; it can still be replayed. */
export function nextAttemptAt(failed: FailedDelivery): number | null {
  const delay = RETRY_DELAYS[failed.attempts - 1];
  if (delay === undefined || failed.gone) return null;
  const jittered = delay * (1 + JITTER * failed.random());
  const asked = Math.min(failed.retryAfterMs ?? 0, MAX_RETRY_AFTER);
  return failed.now + Math.round(Math.max(jittered, asked));
}

/** Minimum delay of the next attempt, as a share of the time without a success. */
const PATIENCE = 0.1;

/**
 * Time of the next attempt at a chat with a rate limit: the requested one, but later the longer
 * nothing was accepted. A chat that answers "in a second" for days would get 86,400 requests a day.
 * @param failingSince time of the first failure since the last success; null without one
 */
export function afterRateLimit(asked: number, failingSince: number | null, now: number): number {
  return Math.max(asked, Math.round(now + PATIENCE * (now - (failingSince ?? now))));
}

/** True if the status accepts the event. Redirects are not followed and do not. */
export function isDelivered(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The stored delivery health of a webhook. */
export interface EndpointHealth {
  /** Time of the first failure since the last success, in milliseconds; null after a success. */
  failing_since: number | null;
  /** Why it is disabled, for its owner; null while it is enabled. */
  disabled_reason: string | null;
}

/** The state at creation, after a success, and after its owner enabled it. */
export const HEALTHY_ENDPOINT: Readonly<EndpointHealth> = {
  failing_since: null,
  disabled_reason: null,
};

/**
 * The state of a webhook after another failed attempt. It is disabled when the receiver is gone, such
 * as after a 410 response, and after five days without a success. The latter is checked only when an
 * attempt fails, so that a webhook without events is not disabled.
 */
export function afterFailedDelivery(
  health: EndpointHealth,
  { gone, now }: { gone: string | null; now: number },
): EndpointHealth {
  const since = health.failing_since ?? now;
  const day = new Date(since).toISOString().slice(0, 10);
  const tooLong = now - since < DISABLE_AFTER ? null : `No delivery has succeeded since ${day}.`;
  return { failing_since: since, disabled_reason: health.disabled_reason ?? gone ?? tooLong };
}
