import type { ErrorCode } from '../../../contract/index.js';
import type { ServiceError } from '../errors.js';

/** A kind of job for worker threads; input and result are copied between threads. */
export interface WorkerJob<Input, Result> {
  /** Its name in the table of the thread. */
  name:
    | 'page'
    | 'feed'
    | 'records'
    | 'markdown'
    | 'article'
    | 'survey'
    | 'filters'
    | 'changes'
    | 'saved-page'
    | 'page-styles'
    | 'pointed-lists';
  /** Timeout, in milliseconds of one core (see `deadline.ts`). */
  deadlineMs: number;
  /** Runs the job in this thread, for sources without a build. */
  here(input: Input): Result | Promise<Result>;
  /** The error if it takes too long or too much memory. */
  refusal(input: Input, reason: string): ServiceError;
}

/** The message to a worker. */
export interface WorkerTask {
  name: WorkerJob<unknown, unknown>['name'];
  input: unknown;
}

/** The reply of a worker; without a code the error is internal. */
export type WorkerAnswer =
  | { result: unknown }
  | { error: { code: ErrorCode | null; message: string } };
