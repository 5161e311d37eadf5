import { ApiError, FeedctlError, NetworkError } from '../../client/errors.js';
import { CliError, type ExitCode } from '../kit/index.js';
import { exitCodeOf } from './exit-code-of.js';

/** A failure in the parts that are printed: what was wrong, what else is known, what to do next. */
export interface Description {
  message: string;
  /** Stable name: the service's own where it gave one. */
  code: string;
  /** HTTP status, when the service answered. */
  statusCode?: number;
  exitCode: ExitCode;
  detail?: string;
  hint?: string;
  /** The entries of the service's error object, verbatim. */
  errors?: readonly { title: string; code: string }[];
  requestId?: string;
}

export function describe(error: unknown): Description {
  const exitCode = exitCodeOf(error);
  if (error instanceof CliError) {
    const { message, code, detail, hint } = error;
    return { message, code, exitCode, ...(detail && { detail }), ...(hint && { hint }) };
  }
  if (error instanceof ApiError) return describeApiError(error, exitCode);
  if (error instanceof FeedctlError) {
    const code = error instanceof NetworkError ? `NETWORK_${error.kind.toUpperCase()}` : 'USAGE';
    return { message: error.message, code, exitCode, ...hintOf(error) };
  }
  return {
    message: error instanceof Error ? error.message : String(error),
    code: 'UNEXPECTED',
    exitCode,
    hint: 'This should not happen. Run the command again with --debug to see where it came from.',
  };
}

function describeApiError(error: ApiError, exitCode: ExitCode): Description {
  const { message, status, requestId, bodyStart, errorBody } = error;
  return {
    message,
    code: error.code ?? `HTTP_${status}`,
    statusCode: status,
    exitCode,
    ...(bodyStart && { detail: bodyStart }),
    ...hintOf(error),
    ...(errorBody && { errors: errorBody.errors }),
    ...(requestId && { requestId }),
  };
}

function hintOf({ suggestion }: FeedctlError): { hint?: string } {
  return suggestion === undefined ? {} : { hint: suggestion };
}
