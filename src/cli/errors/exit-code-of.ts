import {
  ApiError,
  ConfigurationError,
  NetworkError,
  RedirectError,
  UnreadableResponseError,
} from '../../client/errors.js';
import { CliError, ClosedPipe, type ExitCode, Interrupted } from '../kit/index.js';

/** From an error's type to its exit code; the first row that fits counts. */
const TABLE: readonly (readonly [new (...args: never[]) => Error, (error: Error) => ExitCode])[] = [
  [ClosedPipe, () => 0],
  [Interrupted, (error) => (error instanceof Interrupted ? error.exitCode : 130)],
  [CliError, (error) => (error instanceof CliError ? error.exitCode : 1)],
  [ConfigurationError, (error) => (isAboutCredentials(error) ? 4 : 2)],
  [NetworkError, () => 7],
  [UnreadableResponseError, () => 7],
  [RedirectError, () => 7],
  [ApiError, (error) => (error instanceof ApiError ? exitCodeOfStatus(error.status) : 1)],
];

/** The exit code that a failure ends the command with. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof Error)) return 1;
  return TABLE.find(([type]) => error instanceof type)?.[1](error) ?? 1;
}

/** The exit code that an HTTP error status stands for. */
export function exitCodeOfStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return 4;
  if (status === 404) return 3;
  if (status === 429) return 6;
  return status >= 500 || status === 408 ? 7 : 5;
}

function isAboutCredentials(error: Error): boolean {
  return (
    error instanceof ConfigurationError && ['apiKey', 'apiSecret', 'token'].includes(error.field)
  );
}
