import type { ErrorCode, LikelyList } from '../../contract/index.js';
import type { Explanation } from '../../generator/index.js';
import { ServiceError } from '../core/errors.js';

/** A page that gives no feed, with everything that was considered. */
export class PageFailure extends ServiceError {
  readonly explanation: Explanation;

  constructor(
    code: ErrorCode,
    message: string,
    explanation: Explanation,
    options: { list?: LikelyList | undefined } = {},
  ) {
    super(code, message, options);
    this.explanation = explanation;
  }
}
