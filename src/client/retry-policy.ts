/** How often, and with which delays, the client retries. */
export interface RetryOptions {
  /** Number of retries. Default 3; 0 turns them off. */
  retries: number;
  /** Maximum of the first delay in milliseconds; it doubles with every attempt. Default 500. */
  baseDelayMs: number;
  /** Maximum delay that the client chooses itself, in milliseconds. Default 8,000. */
  maxDelayMs: number;
  /**
   * Maximum delay that a service may ask for, in milliseconds; longer ones end the retries. Default
   * 60,000.
   */
  maxRetryAfterMs: number;
}

export const DEFAULT_RETRY: RetryOptions = {
  retries: 3,
  baseDelayMs: 500,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 60_000,
};

/** Why an attempt failed: no answer, no answer in time, or an answer with this status. */
export type FailedAttempt =
  | { kind: 'network' }
  | { kind: 'timeout' }
  | { kind: 'status'; status: number; retryAfterSeconds: number | undefined };

// Methods that are safe to retry. POST is not: a lost answer would create a second feed or bundle.
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
