const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Waits after the first, second, … failed attempt of a delivery: ten attempts in a good three days. */
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

/** An endpoint that failed for so long is switched off. */
export const DISABLE_AFTER = 5 * DAY;

/** Part of a delay that is added at random: after an outage deliveries must not all come at once. */
const JITTER = 0.1;

/** Longest Retry-After of a receiver that is obeyed. */
const MAX_RETRY_AFTER = DAY;

/** An attempt that failed. Times and durations in milliseconds. */
export interface FailedDelivery {
  /** Attempts made for this delivery so far, the failed one included. */
  attempts: number;
  /** HTTP status of the answer, or null when there was none. */
  status: number | null;
  retryAfterMs: number | null;
  now: number;
  /** A number in [0, 1). */
  random: () => number;
}

/** When to try again, or null when the delivery is given up: it can still be replayed by hand. */
export function nextAttemptAt(failed: FailedDelivery): number | null {
  const delay = RETRY_DELAYS[failed.attempts - 1];
  if (delay === undefined || failed.status === 410) return null;
  const jittered = delay * (1 + JITTER * failed.random());
  const asked = Math.min(failed.retryAfterMs ?? 0, MAX_RETRY_AFTER);
  return failed.now + Math.round(Math.max(jittered, asked));
}

/** Whether an answer means that the event has arrived. Redirects are not followed and do not. */
export function isDelivered(status: number): boolean {
  return status >= 200 && status < 300;
}

/** What is stored with an endpoint about how its deliveries go. */
export interface EndpointHealth {
  /** When the first of the failures since the last success was, milliseconds; null after one. */
  failingSince: number | null;
  /** Why it takes no deliveries any more, in words for its owner; null while it does. */
  disabledReason: string | null;
}

/** An endpoint at creation, after a success, and when its owner switches it on again. */
export const HEALTHY_ENDPOINT: Readonly<EndpointHealth> = {
  failingSince: null,
  disabledReason: null,
};

/**
 * The state of an endpoint after one more failed attempt. It is switched off by an answer of 410,
 * and by five days without a success - judged when an attempt fails, never by a timer, so that an
 * endpoint nobody has an event for stays as it is.
 */
export function afterFailedDelivery(
  health: EndpointHealth,
  failure: { status: number | null; now: number },
): EndpointHealth {
  const failingSince = health.failingSince ?? failure.now;
  return {
    failingSince,
    disabledReason: health.disabledReason ?? reasonToDisable(failingSince, failure),
  };
}

function reasonToDisable(
  failingSince: number,
  { status, now }: { status: number | null; now: number },
): string | null {
  if (status === 410) return 'The address answered 410 Gone: it wants no more deliveries.';
  if (now - failingSince < DISABLE_AFTER) return null;
  const since = new Date(failingSince).toISOString().slice(0, 10);
  return `No delivery has succeeded since ${since}.`;
}
