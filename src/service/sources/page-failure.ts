import type { ErrorCode } from '../../contract/index.js';
import type { Explanation } from '../../generator/index.js';
import { type ErrorFacts, type NextRequest, ServiceError } from '../core/errors.js';

/** The request that follows the changes of a page without a list, or of a text. */
export const FOLLOW_CHANGES: NextRequest = { operation: 'createFeed', body: { mode: 'changes' } };

/** A page without a feed, with everything that was considered. */
export class PageFailure extends ServiceError {
  readonly explanation: Explanation;
  /** The page that was read, for a person who points at an element of it. */
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
