import { errorCode, messageOf } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import {
  ApiError,
  ConfigurationError,
  type ErrorObject,
  FeedctlError,
  type LikelyList,
  NetworkError,
  RedirectError,
  UnreadableResponseError,
  UnsupportedError,
} from '../../client/errors.js';
import {
  CliError,
  ClosedPipe,
  type ExitCode,
  Interrupted,
  UnwritableOutput,
} from '../kit/index.js';

/** A failure in its printed parts: what is wrong, details, what to do next. */
export interface Description {
  message: string;
  /** Stable name; the service's own when it gave one. */
  code: string;
  /** HTTP status, when the service responded. */
  statusCode?: number;
  exitCode: ExitCode;
  detail?: string;
  hint?: string;
  /** The entries of the service's error object, verbatim. */
  errors?: ErrorObject['errors'];
  requestId?: string;
}

export function describe(error: unknown): Description {
  const exitCode = exitCodeOf(error);
  if (error instanceof CliError) {
    const { message, code, detail, hint } = error;
    return { message, code, exitCode, ...(detail && { detail }), ...(hint && { hint }) };
  }
  if (error instanceof UnwritableOutput) return describeUnwritable(error, exitCode);
  if (error instanceof ApiError) return describeApiError(error, exitCode);
  if (error instanceof FeedctlError) {
    return { message: error.message, code: codeOf(error), exitCode, ...hintOf(error) };
  }
  return {
    message: messageOf(error),
    code: 'UNEXPECTED',
    exitCode,
    hint: 'This is a bug in feedctl. Run the command again with --debug for the stack trace.',
  };
}

function describeUnwritable({ cause }: UnwritableOutput, exitCode: ExitCode): Description {
  const isFull = cause.code === 'ENOSPC' || cause.code === 'EDQUOT';
  const hint = isFull ? 'Free some space, or write elsewhere.' : 'Check where the output leads.';
  return {
    message: `The output cannot be written: ${isFull ? 'the disk is full' : cause.message}.`,
    code: 'OUTPUT_UNWRITABLE',
    exitCode,
    hint: `${hint} What the command changed stays changed.`,
  };
}

function codeOf(error: FeedctlError): string {
  if (error instanceof NetworkError) return `NETWORK_${error.kind.toUpperCase()}`;
  return error instanceof UnsupportedError ? 'UNSUPPORTED' : 'USAGE';
}

function describeApiError(error: ApiError, exitCode: ExitCode): Description {
  const { message, status, requestId, bodyStart, errorBody, list } = error;
  return {
    message,
    code: error.code ?? `HTTP_${status}`,
    statusCode: status,
    exitCode,
    // An HTML page is left out, because its markup does not help.
    ...(bodyStart && !/^\s*</.test(bodyStart) && { detail: bodyStart }),
    ...(list && { detail: listText(list) }),
    ...hintOf(error),
    ...(errorBody && { errors: errorBody.errors }),
    ...(requestId && { requestId }),
  };
}

/** The likely list of a page, in one line for people. */
export function listText({ items, titles }: LikelyList): string {
  const shown = titles.map((title) => `"${title}"`).join(', ');
  return `Its most likely list has ${counted(items, 'item')}: ${shown}${items > titles.length ? ', …' : ''}`;
}

function hintOf({ suggestion }: FeedctlError): { hint?: string } {
  return suggestion === undefined ? {} : { hint: suggestion };
}

/** The exit code for a failure. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof Error)) return 1;
  // Disk full has the exit code of a failing service: a script frees space or waits in either case.
  if (isDiskFull(error)) return 7;
  if (error instanceof ClosedPipe) return 0;
  if (error instanceof Interrupted || error instanceof CliError) return error.exitCode;
  if (error instanceof ConfigurationError) return isAboutCredentials(error) ? 4 : 2;
  if (error instanceof UnsupportedError) return 5;
  if (error instanceof NetworkError) return 7;
  if (error instanceof UnreadableResponseError || error instanceof RedirectError) return 7;
  return error instanceof ApiError ? exitCodeOfStatus(error.status) : 1;
}

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** True if a full disk is the reason why a file could not be written. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return FULL.has(errorCode(error)) || isDiskFull(error.cause);
}

/** The exit code for an HTTP error status. */
export function exitCodeOfStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return 4;
  if (status === 404) return 3;
  if (status === 429) return 6;
  return status >= 500 || status === 408 ? 7 : 5;
}

function isAboutCredentials({ field }: ConfigurationError): boolean {
  return ['apiKey', 'apiSecret', 'token'].includes(field);
}
