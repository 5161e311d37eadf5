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

/** An unchecked call of an endpoint. */
export interface Call {
  account: Caller;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Returns the body; called only if everything before it is valid. */
  body(): unknown;
  /** True if the caller is certainly on the machine of the service. */
  isOnThisMachine(): boolean;
}

/** A handler without the types of its row. */
type AnyHandler = (
  deps: Deps,
  request: Omit<Call, 'query' | 'body'> & { query: unknown; body: unknown },
  tools: CallTools,
) => Promise<unknown>;

/**
 * Calls an endpoint for an account: the only way to a use case. The row of the endpoint decides
 * what is checked. @throws ServiceError
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
  // The cast is safe: the schemas of this row have checked the arguments.
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
  // Unknown parameters of standard endpoints are ignored: clients of other services send some.
  return parseOrRefuse(own === undefined ? query() : query().strict(), given);
}

/** @throws InvalidFields */
function checkedBody(schema: NonNullable<Endpoint['body']>, given: unknown): unknown {
  if (schema === endpoints.preview.body) return parseOrRefuse(previewSchemaOf(given), given);
  if (schema === endpoints.createFeed.body) return parseOrRefuse(creationSchema(given), given);
  return parseOrRefuse(schema(), given);
}

/** The schema of a preview that a body is meant for. */
function previewSchemaOf(body: unknown): z.ZodType {
  const hasDocument = typeof body === 'object' && body !== null && 'html' in body;
  return hasDocument ? previewDocumentSchema : previewUrlSchema;
}

/**
 * The creation schema that a body is meant for, so that its errors are about that schema and not
 * about the union of both. @throws InvalidFields if it has the fields of both or of neither
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

/** Maximum number of problems that are reported for one request. */
const MAX_PROBLEMS = 10;

/** The value as parsed by the schema. @throws InvalidFields */
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

/**
 * The first problem of each field: zod also checks the length of an array that should be a string.
 */
function firstOfEachField(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ code, path }) => {
    const field = JSON.stringify([code === 'unrecognized_keys', ...path]);
    return !seen.has(field) && seen.add(field);
  });
}

/** A request with invalid fields: one problem for each, with the name of the field. */
export class InvalidFields extends ServiceError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('INVALID_FIELD', problems.join(' '));
    this.problems = problems;
  }
}
