/** Codes of maintenance errors. HTTP never returns them, so they are not in the contract. */
type MaintenanceCode =
  /** The file does not exist. */
  | 'FILE_NOT_FOUND'
  /** The file exists and must not be overwritten. */
  | 'FILE_EXISTS'
  /** Not a feedctl database, damaged, or of a newer release. */
  | 'FILE_UNUSABLE'
  | 'FILE_UNREADABLE'
  | 'FILE_UNWRITABLE'
  /** A process serves it or uses it. */
  | 'DATABASE_IN_USE'
  | 'DATABASE_NOT_EMPTY'
  | 'DATABASE_MISSING'
  | 'DATABASE_DAMAGED'
  | 'SAME_DATABASE';

/** A failure of maintenance: the problem, and how to fix it. */
export class MaintenanceError extends Error {
  readonly code: MaintenanceCode;
  /** The next step, as an exact command if possible. */
  readonly hint: string | undefined;

  constructor(
    code: MaintenanceCode,
    message: string,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'MaintenanceError';
    this.code = code;
    this.hint = options.hint;
  }
}
