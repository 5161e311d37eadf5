/** How often and how long the client tries again. */
export interface RetryOptions {
  /** Attempts after the first. Default 3; 0 switches retries off. */
  retries: number;
  /** Upper end of the first wait in milliseconds; it doubles with every attempt. Default 500. */
  baseDelayMs: number;
  /** Longest wait of the client's own choosing in milliseconds. Default 8,000. */
  maxDelayMs: number;
  /** A service that asks for a longer wait than this is not tried again. Default 60,000. */
  maxRetryAfterMs: number;
}

export const DEFAULT_RETRY: RetryOptions = {
  retries: 3,
  baseDelayMs: 500,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 60_000,
};

/** How an attempt went wrong: no answer, no answer in time, or an answer with this status. */
export type FailedAttempt =
  | { kind: 'network' }
  | { kind: 'timeout' }
  | { kind: 'status'; status: number; retryAfterSeconds: number | undefined };

// POST is not here: a second feed or bundle would be the price of a lost answer.
const REPEATABLE_METHODS: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE', 'PATCH']);
const REPEATABLE_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Decides whether a failed attempt is repeated: the wait in milliseconds, or null for "give up".
 *
 * The wait is drawn evenly from zero up to a doubling ceiling ("full jitter"), so clients that
 * failed together do not come back together. A `Retry-After` is never undercut; one beyond
 * `maxRetryAfterMs` means giving up, because coming back early would only be refused again.
 * An attempt that ran out of time is not repeated: the caller's timeout means what it says.
 *
 * @param attempt 1 for the first attempt
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function retryDelay(
  method: string,
  attempt: number,
  failure: FailedAttempt,
  random: number,
  options: RetryOptions = DEFAULT_RETRY,
): number | null {
  if (attempt > options.retries || !REPEATABLE_METHODS.has(method)) return null;
  if (failure.kind === 'timeout') return null;
  const jitter = random * Math.min(options.maxDelayMs, options.baseDelayMs * 2 ** (attempt - 1));
  if (failure.kind === 'network') return jitter;
  if (!REPEATABLE_STATUSES.has(failure.status)) return null;
  if (failure.retryAfterSeconds === undefined) return jitter;
  const asked = failure.retryAfterSeconds * 1000;
  if (asked > options.maxRetryAfterMs) return null;
  return asked + random * options.baseDelayMs;
}
