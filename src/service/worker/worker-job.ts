import type { ErrorCode } from '../../contract/index.js';
import type { ServiceError } from '../core/errors.js';

/** One kind of work that a worker thread does; input and result are copied between the threads. */
export interface WorkerJob<Input, Result> {
  /** What the thread's table calls it. */
  name: 'page' | 'feed';
  /** Longest time for one, milliseconds of a core (`deadline.ts`). */
  deadlineMs: number;
  /** The same work in this thread, for sources that run without a build. */
  here(input: Input): Result;
  /** What to say when it took too long or too much memory. */
  refusal(input: Input, reason: string): ServiceError;
}

/** What a worker is sent. */
export interface WorkerTask {
  name: WorkerJob<unknown, unknown>['name'];
  input: unknown;
}

/** What it answers; without a code the error is a fault of our own. */
export type WorkerAnswer =
  | { result: unknown }
  | { error: { code: ErrorCode | null; message: string } };
