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
 * @param options `list` is the command that lists what there is
 * @throws {CliError} when nobody knows whether it was made; otherwise what `post` throws
 */
export async function createExactlyOnce<T>(
  post: () => Promise<T>,
  find: () => Promise<T | undefined>,
  options: PatienceOptions & { list: string },
): Promise<{ value: T; wasLost: boolean }> {
  try {
    return { value: await post(), wasLost: false };
  } catch (error) {
    if (!mayHaveWorked(error)) throw error;
    for (const wait of LOOKS_MS) {
      await pause(wait, options);
      const value = await attempt(find, options);
      if (value !== undefined) return { value, wasLost: true };
    }
    throw unknownOutcome(error, options.list);
  }
}

/** A search that fails says nothing of what was made: the lost answer is what is reported. */
async function attempt<T>(find: () => Promise<T>, { signal }: PatienceOptions) {
  try {
    return await find();
  } catch (error) {
    const isFromService = error instanceof NetworkError || error instanceof ApiError;
    if (signal.aborted || !isFromService) throw error;
    return undefined;
  }
}

/** No answer, or a gateway's: the service may have gone on working. */
function mayHaveWorked(error: unknown): error is NetworkError | ApiError {
  if (error instanceof NetworkError)
    return !['dns', 'refused', 'tls', 'proxy'].includes(error.kind);
  return error instanceof ApiError && (error.status === 502 || error.status === 504);
}

function unknownOutcome(error: NetworkError | ApiError, list: string): CliError {
  const code =
    error instanceof NetworkError ? `NETWORK_${error.kind.toUpperCase()}` : `HTTP_${error.status}`;
  return new CliError(`${error.message.replace(/\.$/, '')}; it may have been made all the same.`, {
    exitCode: 7,
    code,
    hint: `See what the account has before you try again: ${list}`,
    cause: error,
  });
}
