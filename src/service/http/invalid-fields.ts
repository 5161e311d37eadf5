import type { z } from 'zod';
import { ServiceError } from '../core/errors.js';
import { describeIssue } from './describe-issue.js';

/** Most problems told of one request. */
const MOST_PROBLEMS = 10;

/** A request with fields that are not allowed as they are: one problem each, naming the field. */
export class InvalidFields extends ServiceError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('INVALID_FIELD', problems.join(' '));
    this.problems = problems;
  }
}

/** zod checks the length of an array where a string was expected, too: one problem is enough. */
function firstOfEachField(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ code, path }) => {
    const field = JSON.stringify([code === 'unrecognized_keys', ...path]);
    return !seen.has(field) && seen.add(field);
  });
}

/**
 * The value as the schema makes it.
 * @throws InvalidFields
 */
export function parseOrRefuse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = firstOfEachField(result.error.issues).map((issue) =>
    describeIssue(issue, schema),
  );
  throw new InvalidFields(problems.slice(0, MOST_PROBLEMS));
}
