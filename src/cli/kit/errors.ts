import type { ExitCode } from './exit-codes.js';

export interface CliErrorOptions {
  exitCode: ExitCode;
  /** Stable UPPER_SNAKE name for scripts. */
  code: string;
  /** What else is known, one or more lines. */
  detail?: string;
  /** What to do next, as an exact command where there is one. */
  hint?: string;
  cause?: unknown;
}

/** A failure the command line itself knows about: message, detail and suggestion apart. */
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

/** The command line was typed wrongly: nothing has been sent to any service. */
export class UsageError extends CliError {
  constructor(message: string, options: { hint?: string; detail?: string } = {}) {
    super(message, { ...options, exitCode: 2, code: 'USAGE' });
    this.name = 'UsageError';
  }
}

/** No usable credentials, found out before any request. */
export class CredentialsError extends CliError {
  constructor(message: string, options: { hint?: string; detail?: string } = {}) {
    super(message, { ...options, exitCode: 4, code: 'NO_CREDENTIALS' });
    this.name = 'CredentialsError';
  }
}

/** The user was asked and said no. */
export class Declined extends CliError {
  /** @param consequence what was not done: `Nothing was deleted.` */
  constructor(consequence: string) {
    super(`Cancelled. ${consequence}`, { exitCode: 1, code: 'DECLINED' });
    this.name = 'Declined';
  }
}

/** The reader of our output went away (`| head`): the quiet, successful end of a command. */
export class ClosedPipe extends Error {
  constructor() {
    super('the reader of the output closed the pipe');
    this.name = 'ClosedPipe';
  }
}

/** A signal asked the command to stop. */
export class Interrupted extends Error {
  constructor(readonly exitCode: Extract<ExitCode, 130 | 143>) {
    super(exitCode === 130 ? 'interrupted' : 'terminated');
    this.name = 'Interrupted';
  }
}
