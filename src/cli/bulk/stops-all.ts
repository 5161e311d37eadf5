import { ApiError, NetworkError } from '../../client/errors.js';
import { exitCodeOf } from '../errors/exit-code-of.js';

/**
 * Whether the next of several would fail in the same way: a wrong key, a lasting limit, a plan that
 * is full, a service that is not there, a command that was stopped.
 */
export function stopsAll(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return true;
  if (error instanceof NetworkError) return ['dns', 'refused', 'tls', 'proxy'].includes(error.kind);
  if (error instanceof ApiError && error.status === 402) return true;
  return [1, 4, 6].includes(exitCodeOf(error));
}
