import { ApiError, NetworkError } from '../../client/errors.js';
import { systemTiming } from '../../client/timing.js';
import { CliError } from '../kit/index.js';

/** Longest accepted Retry-After, in milliseconds; beyond it the error is reported. */
const MAX_WAIT_MS = 120_000;
/** Consecutive refusals after which the limit counts as persistent. */
const MAX_REFUSALS = 5;
/** First wait without a Retry-After, in milliseconds; doubles with each refusal. */
const FIRST_WAIT_MS = 2_000;
/** Creating takes up to a minute: waits before each search for the result, in milliseconds. */
const SEARCH_DELAYS_MS = [0, 2_000, 8_000];

export interface RetryOptions {
  signal: AbortSignal;
  /** Called before every wait with its reason, a sentence. */
  onWait?: (milliseconds: number, reason: string) => void;
  /**
   * Also retries while the database accepts no writes: a long run would otherwise lose its sources.
   * Without it, the service is believed at once, because it has retried for seconds itself.
   */
  waitsForStore?: boolean;
  /** For tests: replaces the real wait. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends a POST that must not be repeated, unless the service rejected it by its rate limit: the client
 * itself does not retry POST. When its response was lost, searches for the result instead.
 *
 * @param find searches for the created object
 * @param options `list` is the command that lists such objects
 * @throws {CliError} when it is unknown whether it was created; otherwise what `post` throws
 */
export async function createExactlyOnce<T>(
  post: () => Promise<T>,
  find: () => Promise<T | undefined>,
  options: RetryOptions & { list: string },
): Promise<{ value: T; wasLost: boolean }> {
  try {
    return { value: await retryRateLimited(post, options), wasLost: false };
  } catch (error) {
    if (!mayHaveWorked(error)) throw error;
    for (const wait of SEARCH_DELAYS_MS) {
      await pause(wait, options);
      const value = await attempt(find, options);
      if (value !== undefined) return { value, wasLost: true };
    }
    throw unknownOutcome(error, options.list);
  }
}

/** A failed search proves nothing, so the lost response is reported instead. */
async function attempt<T>(find: () => Promise<T>, { signal }: RetryOptions) {
  try {
    return await find();
  } catch (error) {
    const isFromService = error instanceof NetworkError || error instanceof ApiError;
    if (signal.aborted || !isFromService) throw error;
    return undefined;
  }
}

/** No response, or one of a gateway: the service may have completed the request. */
function mayHaveWorked(error: unknown): error is NetworkError | ApiError {
  if (error instanceof NetworkError) return !isUnreachable(error);
  return error instanceof ApiError && (error.status === 502 || error.status === 504);
}

/** True if the request did not reach the service. */
export function isUnreachable({ kind }: NetworkError): boolean {
  return ['dns', 'refused', 'tls', 'proxy'].includes(kind);
}

function unknownOutcome(error: NetworkError | ApiError, list: string): CliError {
  const code =
    error instanceof NetworkError ? `NETWORK_${error.kind.toUpperCase()}` : `HTTP_${error.status}`;
  return new CliError(`${error.message.replace(/\.$/, '')}; it may have been created anyway.`, {
    exitCode: 7,
    code,
    hint: `Before you retry, list what the account has: ${list}`,
    cause: error,
  });
}

/**
 * Retries a call that the service rejected by its rate limit. A rejected call had no effect, so even
 * a POST can be retried.
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
      const wait = waitAfter(error, refusals, options);
      if (wait === undefined) throw error;
      options.onWait?.(wait, creationReason(error));
      await pause(wait, options);
    }
  }
}

/** Waits; throws the reason of the signal if it is aborted. */
function pause(milliseconds: number, { signal, sleep = systemTiming.sleep }: RetryOptions) {
  return sleep(milliseconds, signal);
}

/** Milliseconds to wait before the retry; undefined: do not retry. */
export function waitAfter(
  error: unknown,
  refusals: number,
  { waitsForStore = false }: Pick<RetryOptions, 'waitsForStore'> = {},
): number | undefined {
  if (!isRefusal(error) || refusals >= MAX_REFUSALS) return undefined;
  if (isStoreDown(error) && !waitsForStore) return undefined;
  const asked = error.retryAfterSeconds;
  const wait = asked === undefined ? FIRST_WAIT_MS * 2 ** (refusals - 1) : asked * 1000;
  return wait > MAX_WAIT_MS ? undefined : wait;
}

/** The reason for waiting: a locked database and a full disk are no rate limit. */
function creationReason(error: unknown): string {
  return error instanceof ApiError && isStoreDown(error) ? error.message : 'Rate limited.';
}

function isStoreDown({ code }: ApiError): boolean {
  return code === 'STORE_UNAVAILABLE';
}

/** 503 counts only with Retry-After: otherwise a gateway may send it after the call took effect. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status === 429 || (error.status === 503 && error.retryAfterSeconds !== undefined);
}
