import * as z from 'zod';
import {
  createFromKeywordSchema,
  createFromUrlSchema,
  type Endpoint,
  type EndpointName,
  endpoints,
  previewDocumentSchema,
  previewUrlSchema,
} from '../../contract/index.js';
import { type Caller, OWNER_ID } from '../accounts/account.js';
import { workFor } from '../core/async/turn.js';
import { ServiceError } from '../core/errors.js';
import type { Deps } from '../feeds/deps.js';
import { describeIssue } from './describe-issue.js';
import { EncodedReply, handlers, Reply } from './handlers.js';
import type { CallTools } from './tools.js';

/** A call of an endpoint as it comes in. */
export interface Call {
  account: Caller;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Read only when everything before it is right. */
  body(): unknown;
  /** Whether who calls is on the machine of the service, for certain. */
  isOnThisMachine(): boolean;
}

/** A handler seen from the table, where the types of its row are out of sight. */
type AnyHandler = (
  deps: Deps,
  request: Omit<Call, 'query' | 'body'> & { query: unknown; body: unknown },
  tools: CallTools,
) => Promise<unknown>;

/**
 * Calls an endpoint for an account: every way to a use case leads through here. Its row in the table
 * says what is checked.
 * @throws ServiceError
 */
export async function call(
  tools: CallTools,
  name: EndpointName,
  { account, params, query, body, isOnThisMachine }: Call,
): Promise<Reply | EncodedReply> {
  const endpoint: Endpoint = endpoints[name];
  refuseUnentitled(endpoint, account);
  const request = {
    account,
    params,
    query: checkedQuery(endpoint, query),
    body: endpoint.body && checkedBody(endpoint.body, await body()),
    isOnThisMachine,
  };
  // The schemas of this very row have checked what its handler is given.
  const handler = handlers[name] as AnyHandler;
  const answer = await workFor(account.id, {}, () => handler(tools.deps, request, tools));
  const isReply = answer instanceof Reply || answer instanceof EncodedReply;
  return isReply ? answer : new Reply(answer, endpoint.statuses[0]);
}

/** @throws ServiceError FORBIDDEN */
function refuseUnentitled({ ownerOnly, method }: Endpoint, { id, isReadOnly }: Caller): void {
  if (ownerOnly && id !== OWNER_ID) {
    throw new ServiceError(
      'FORBIDDEN',
      'Only keys of the owner account may manage the accounts of this service.',
    );
  }
  if (isReadOnly && method !== 'GET') {
    throw new ServiceError(
      'FORBIDDEN',
      'This key is read-only: it may only send GET requests. Create a key without read_only to change something.',
    );
  }
}

const NO_QUERY = () => z.object({});

/** @throws InvalidFields */
function checkedQuery({ query = NO_QUERY, own }: Endpoint, given: object): unknown {
  // Clients of other services send parameters that an endpoint of the standard does not have.
  return parseOrRefuse(own === undefined ? query() : query().strict(), given);
}

/** @throws InvalidFields */
function checkedBody(schema: NonNullable<Endpoint['body']>, given: unknown): unknown {
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

/** Most problems told of one request. */
const MAX_PROBLEMS = 10;

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

/** zod checks the length of an array where a string was expected, too: one problem is enough. */
function firstOfEachField(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ code, path }) => {
    const field = JSON.stringify([code === 'unrecognized_keys', ...path]);
    return !seen.has(field) && seen.add(field);
  });
}

/** A request with fields that are not allowed as they are: one problem each, naming the field. */
export class InvalidFields extends ServiceError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('INVALID_FIELD', problems.join(' '));
    this.problems = problems;
  }
}
