import { ApiError, NetworkError } from '../../client/errors.js';
import { CliError } from '../kit/index.js';
import { pause, type RetryOptions } from './retry-rate-limited.js';

/** Creating takes up to a minute: waits before each search for the result, in milliseconds. */
const SEARCH_DELAYS_MS = [0, 2_000, 8_000];

/**
 * Sends a POST that must not be repeated. When its response was lost, searches for the result
 * instead.
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
    return { value: await post(), wasLost: false };
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
  if (error instanceof NetworkError)
    return !['dns', 'refused', 'tls', 'proxy'].includes(error.kind);
  return error instanceof ApiError && (error.status === 502 || error.status === 504);
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
