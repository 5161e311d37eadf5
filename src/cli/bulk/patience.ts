import { ApiError } from '../../client/errors.js';
import { systemTiming } from '../../client/timing.js';

/** A service that asks for a longer wait than this is left alone, in milliseconds. */
const MAX_WAIT_MS = 120_000;
/** Refusals in a row after which the limit counts as a lasting one. */
const MAX_REFUSALS = 5;
/** Doubles with each refusal, where the service does not say how long, in milliseconds. */
const FIRST_WAIT_MS = 2_000;

export interface PatienceOptions {
  signal: AbortSignal;
  /** Told of every wait before it begins. */
  onWait?: (milliseconds: number) => void;
  /** For tests: waits in place of the clock. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Repeats a call that the service refused because it comes too soon. Such a call was not carried
 * out, so that even a POST may be repeated; the client itself repeats none.
 *
 * @throws the last refusal, when waiting has not helped or would take too long
 */
export async function retryRateLimited<T>(
  work: () => Promise<T>,
  options: PatienceOptions,
): Promise<T> {
  for (let refusals = 1; ; refusals += 1) {
    try {
      return await work();
    } catch (error) {
      const wait = waitAfter(error, refusals);
      if (wait === undefined) throw error;
      options.onWait?.(wait);
      await pause(wait, options);
    }
  }
}

/** Waits; throws the reason of the signal when it is aborted meanwhile. */
export async function pause(
  milliseconds: number,
  { signal, sleep = systemTiming.sleep }: PatienceOptions,
): Promise<void> {
  await sleep(milliseconds, signal);
}

/** Milliseconds to wait before the call is repeated, or undefined for "not again". */
export function waitAfter(error: unknown, refusals: number): number | undefined {
  if (!isRefusal(error) || refusals >= MAX_REFUSALS) return undefined;
  const asked = error.retryAfterSeconds;
  const wait = asked === undefined ? FIRST_WAIT_MS * 2 ** (refusals - 1) : asked * 1000;
  return wait > MAX_WAIT_MS ? undefined : wait;
}

/** 503 alone may come from a gateway after the call was carried out; with a time it is a refusal. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status === 429 || (error.status === 503 && error.retryAfterSeconds !== undefined);
}
