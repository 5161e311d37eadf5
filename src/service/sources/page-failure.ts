import type { ErrorCode } from '../../contract/index.js';
import type { Explanation } from '../../generator/index.js';
import { type ErrorFacts, type NextRequest, ServiceError } from '../core/errors.js';

/** The way to follow a page without a list, or a text. */
export const FOLLOW_CHANGES: NextRequest = { operation: 'createFeed', body: { mode: 'changes' } };

/** A page that gives no feed, with everything that was considered. */
export class PageFailure extends ServiceError {
  readonly explanation: Explanation;
  /** What was read, for a person who points at something on it. */
  readonly page: { url: string; html: string } | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    explanation: Explanation,
    options?: ErrorFacts & Partial<Pick<PageFailure, 'page'>>,
  ) {
    super(code, message, options);
    this.explanation = explanation;
    this.page = options?.page;
  }
}
