import { ApiError, NetworkError } from '../../client/errors.js';
import { CliError } from '../kit/index.js';
import { type PatienceOptions, pause } from './patience.js';

/** Creating takes up to a minute: when to look for what may have been made, in milliseconds. */
const LOOKS_MS = [0, 2_000, 8_000];

/**
 * Sends a POST that must not be sent twice. When its answer was lost, what it may have made is
 * looked for instead.
 *
 * @param find looks for what was to be made
 * @throws {CliError} when nobody knows whether it was made; otherwise what `post` throws
 */
export async function createExactlyOnce<T>(
  post: () => Promise<T>,
  find: () => Promise<T | undefined>,
  options: PatienceOptions,
): Promise<{ value: T; wasLost: boolean }> {
  try {
    return { value: await post(), wasLost: false };
  } catch (error) {
    if (!mayHaveWorked(error)) throw error;
    for (const wait of LOOKS_MS) {
      await pause(wait, options);
      const value = await find();
      if (value !== undefined) return { value, wasLost: true };
    }
    throw unknownOutcome(error);
  }
}

/** No answer, or a gateway's: the service may have gone on working. */
function mayHaveWorked(error: unknown): error is NetworkError | ApiError {
  if (error instanceof NetworkError)
    return !['dns', 'refused', 'tls', 'proxy'].includes(error.kind);
  return error instanceof ApiError && (error.status === 502 || error.status === 504);
}

function unknownOutcome(error: NetworkError | ApiError): CliError {
  const code =
    error instanceof NetworkError ? `NETWORK_${error.kind.toUpperCase()}` : `HTTP_${error.status}`;
  return new CliError(`${error.message.replace(/\.$/, '')}; it may have been made all the same.`, {
    exitCode: 7,
    code,
    cause: error,
  });
}
