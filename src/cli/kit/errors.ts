import type { ExitCode } from './exit-codes.js';

interface CliErrorOptions {
  exitCode: ExitCode;
  /** Stable UPPER_SNAKE name for scripts. */
  code: string;
  /** More details, one or more lines. */
  detail?: string;
  /** What to do next, preferably an exact command. */
  hint?: string;
  cause?: unknown;
}

/** A failure detected by the command line: message, detail and suggestion. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;

  constructor(message: string, options: CliErrorOptions) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'CliError';
    this.exitCode = options.exitCode;
    this.code = options.code;
    this.detail = options.detail;
    this.hint = options.hint;
  }
}

/** A wrong command line. Nothing was sent to the service. */
export class UsageError extends CliError {
  constructor(message: string, options: { hint?: string; detail?: string; cause?: unknown } = {}) {
    super(message, { ...options, exitCode: 2, code: 'USAGE' });
    this.name = 'UsageError';
  }
}

/** No usable credentials, detected before any request. */
export class CredentialsError extends CliError {
  constructor(message: string, options: { hint?: string; detail?: string } = {}) {
    super(message, { ...options, exitCode: 4, code: 'NO_CREDENTIALS' });
    this.name = 'CredentialsError';
  }
}

/** The user declined a confirmation. */
export class Declined extends CliError {
  /** @param consequence what did not happen: `Nothing was deleted.` */
  constructor(consequence: string) {
    super(`Cancelled. ${consequence}`, { exitCode: 1, code: 'DECLINED' });
    this.name = 'Declined';
  }
}

/** The reader of the output closed the pipe (`| head`): the command ends quietly with 0. */
export class ClosedPipe extends Error {
  constructor() {
    super('the reader of the output closed the pipe');
    this.name = 'ClosedPipe';
  }
}

/** Standard output or error cannot be written, for another reason than a closed pipe. */
export class UnwritableOutput extends Error {
  constructor(override readonly cause: NodeJS.ErrnoException) {
    super(cause.message);
  }
}

/** A signal interrupted the command. */
export class Interrupted extends Error {
  constructor(readonly exitCode: Extract<ExitCode, 130 | 143>) {
    super(exitCode === 130 ? 'interrupted' : 'terminated');
    this.name = 'Interrupted';
  }
}
