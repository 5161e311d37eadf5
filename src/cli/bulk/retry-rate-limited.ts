import { ApiError } from '../../client/errors.js';
import { systemTiming } from '../../client/timing.js';

/** Longest accepted Retry-After, in milliseconds; beyond it the error is reported. */
const MAX_WAIT_MS = 120_000;
/** Consecutive refusals after which the limit counts as persistent. */
const MAX_REFUSALS = 5;
/** First wait without a Retry-After, in milliseconds; doubles with each refusal. */
const FIRST_WAIT_MS = 2_000;

export interface RetryOptions {
  signal: AbortSignal;
  /** Called before every wait with its reason, a sentence. */
  onWait?: (milliseconds: number, reason: string) => void;
  /** For tests: replaces the real wait. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Retries a call that the service rejected by its rate limit. A rejected call had no effect, so even
 * a POST can be retried; the client itself does not retry POST.
 *
 * @throws the last refusal after too many retries or a wait that is too long
 */
export async function retryRateLimited<T>(
  work: () => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  for (let refusals = 1; ; refusals += 1) {
    try {
      return await work();
    } catch (error) {
      const wait = waitAfter(error, refusals);
      if (wait === undefined) throw error;
      options.onWait?.(wait, reasonOf(error));
      await pause(wait, options);
    }
  }
}

/** Waits; throws the reason of the signal when it is aborted. */
export async function pause(
  milliseconds: number,
  { signal, sleep = systemTiming.sleep }: RetryOptions,
): Promise<void> {
  await sleep(milliseconds, signal);
}

/** Milliseconds to wait before the retry; undefined: do not retry. */
export function waitAfter(error: unknown, refusals: number): number | undefined {
  if (!isRefusal(error) || refusals >= MAX_REFUSALS) return undefined;
  const asked = error.retryAfterSeconds;
  const wait = asked === undefined ? FIRST_WAIT_MS * 2 ** (refusals - 1) : asked * 1000;
  return wait > MAX_WAIT_MS ? undefined : wait;
}

/** A database that is locked, or whose disk is full, is no rate limit. */
function reasonOf(error: unknown): string {
  const isDown = error instanceof ApiError && error.code === 'STORE_UNAVAILABLE';
  return isDown ? error.message : 'Rate limited.';
}

/** 503 counts only with Retry-After: otherwise a gateway may send it after the call took effect. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status === 429 || (error.status === 503 && error.retryAfterSeconds !== undefined);
}
