import * as z from 'zod';
import {
  createFromKeywordSchema,
  createFromUrlSchema,
  type Endpoint,
  endpoints,
  previewDocumentSchema,
  previewUrlSchema,
} from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import { describeIssue } from './describe-issue.js';

/** Most problems told of one request. */
const MAX_PROBLEMS = 10;

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
  throw new InvalidFields(problems.slice(0, MAX_PROBLEMS));
}

const NO_QUERY = () => z.object({});

/** @throws InvalidFields */
export function checkedQuery({ query = NO_QUERY, own }: Endpoint, given: object): unknown {
  // Clients of other services send parameters that an endpoint of the standard does not have.
  return parseOrRefuse(own === undefined ? query() : query().strict(), given);
}

/** @throws InvalidFields */
export function checkedBody(schema: NonNullable<Endpoint['body']>, given: unknown): unknown {
  if (schema === endpoints.preview.body) return parseOrRefuse(previewSchemaOf(given), given);
  if (schema === endpoints.createFeed.body) return parseOrRefuse(creationSchema(given), given);
  return parseOrRefuse(schema(), given);
}

/** The one of the two schemas of a preview that a body means to follow. */
function previewSchemaOf(body: unknown): z.ZodType {
  const hasDocument = typeof body === 'object' && body !== null && 'html' in body;
  return hasDocument ? previewDocumentSchema : previewUrlSchema;
}

/**
 * The one of the two creation schemas that a body means to follow, so that its errors are about
 * that one and not about the union of both.
 * @throws InvalidFields when it has the fields of both or of neither.
 */
function creationSchema(body: unknown): z.ZodType {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return createFromUrlSchema;
  const hasUrl = 'url' in body;
  const hasKeyword = 'keyword' in body;
  if (hasUrl && hasKeyword) {
    throw new InvalidFields([
      'Give either "url" or "keyword", not both: a feed is made from a page or from a search.',
    ]);
  }
  if (!hasUrl && !hasKeyword) {
    throw new InvalidFields([
      'Give "url" (a website or a feed) or "keyword" (a search or a headline) with an optional "region".',
    ]);
  }
  return hasUrl ? createFromUrlSchema : createFromKeywordSchema;
}
