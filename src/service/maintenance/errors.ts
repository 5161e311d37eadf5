/** What moving data says no with; never travels over HTTP, so not of the contract's table. */
type MovingCode =
  /** The file is not there. */
  | 'FILE_NOT_FOUND'
  /** It is there already, and is not to be lost. */
  | 'FILE_EXISTS'
  /** Not a database of ours, damaged, or of a newer release. */
  | 'FILE_UNUSABLE'
  | 'FILE_UNREADABLE'
  | 'FILE_UNWRITABLE'
  /** A process serves it, or works with it at this moment. */
  | 'DATABASE_IN_USE'
  | 'DATABASE_NOT_EMPTY'
  | 'DATABASE_MISSING'
  | 'SAME_DATABASE'
  /** What was written is not what was read. */
  | 'COPY_DIFFERS';

/** A refusal or a failure of moving data: what is wrong, and what to do next. */
export class MaintenanceError extends Error {
  readonly code: MovingCode;
  /** The next thing to do, as an exact command where there is one. */
  readonly hint: string | undefined;

  constructor(code: MovingCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'MaintenanceError';
    this.code = code;
    this.hint = options.hint;
  }
}
