import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
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
import { type Account, OWNER_ID } from '../accounts/account.js';
import { type AnswerBytes, encodeJson } from '../core/answers.js';
import { workFor } from '../core/async/turn.js';
import { ServiceError } from '../core/errors.js';
import type { Deps } from '../feeds/deps.js';
import { authorize } from './authorization.js';
import { InvalidFields, parseOrRefuse, refuseOtherMethods } from './error-response.js';
import { EncodedReply, Reply } from './handler.js';
import { handlers } from './handlers.js';
import type { HttpDeps, HttpEnv, RequestHead, ServerBindings } from './http-deps.js';
import { PendingAnswers } from './pending-answers.js';
import { clientAddressOf, isOnThisMachine } from './proxy.js';
import { type RequestBody, readJson } from './read-json.js';
import { sendParts } from './send-parts.js';

interface CheckedRequest {
  account: Account;
  params: unknown;
  query: unknown;
  body: unknown;
  isOnThisMachine(): boolean;
}

/** A handler seen from the loop over the table, where the types of its row are out of sight. */
type AnyHandler = (deps: Deps, request: CheckedRequest, http: HttpDeps) => Promise<unknown>;

/** What an endpoint needs of a request: a context of hono has it, and a call within the process. */
export interface Exchange {
  req: RequestHead &
    RequestBody & {
      param(): Record<string, string>;
      query(): Record<string, string>;
    };
  /** Sets a header of the answer. */
  header(name: string, value: string): void;
  env?: Pick<ServerBindings, 'outgoing'> | undefined;
}

/** Routes for every row of the endpoint table; the contract's schemas check what comes in. */
export function mountEndpoints(app: Hono<HttpEnv>, http: HttpDeps): void {
  const routes = routesOf();
  for (const route of routes) {
    const { method, path } = route.endpoint;
    app.on(method, path, async (context) => {
      const { parts, status } = await answer(context, http, route, () => clientAddressOf(context));
      context.header('Cache-Control', 'no-store');
      context.header('Content-Type', 'application/json');
      return sendParts(context, parts, status as ContentfulStatusCode);
    });
  }
  refuseOtherMethods(
    app,
    routes.map(({ endpoint: { method, path } }) => ({ method, path })),
  );
}

/** One for every row of the endpoint table, in its order: the first that matches answers. */
export function routesOf(): Route[] {
  const pending = new PendingAnswers();
  const table: [string, Endpoint][] = Object.entries(endpoints);
  return table.map(([name, endpoint]) => ({
    name,
    endpoint,
    // The schemas of this very row have checked what its handler is given.
    handler: handlers[name as EndpointName] as AnyHandler,
    isLarge: LARGE_ANSWERS.has(name),
    pending,
  }));
}

/** Endpoints whose answers may have many megabytes, and are made anew for each request. */
const LARGE_ANSWERS: ReadonlySet<string> = new Set<EndpointName>([
  'listFeeds',
  'listBundles',
  'listItems',
]);

/** The same, with parts that several requests share; see `AnswerCache`. */
const SHARED_ANSWERS: ReadonlySet<string> = new Set<EndpointName>(['getFeed', 'getBundle']);

export interface Route {
  name: string;
  endpoint: Endpoint;
  handler: AnyHandler;
  isLarge: boolean;
  pending: PendingAnswers;
}

interface Answer {
  /** The body: bytes that follow each other. */
  parts: readonly AnswerBytes[];
  status: number;
}

/** Checks a request, does what it asks for, and encodes the answer as JSON. */
export async function answer(
  exchange: Exchange,
  http: HttpDeps,
  { name, endpoint, handler, isLarge, pending }: Route,
  clientAddress = () => '',
): Promise<Answer> {
  const account = await authorize(exchange, http, clientAddress);
  if (endpoint.ownerOnly && account.id !== OWNER_ID) throw ownerOnly();
  if (account.isReadOnly && endpoint.method !== 'GET') throw readOnly();
  const request = {
    account,
    ...(await readRequest(exchange, endpoint)),
    isOnThisMachine: () => isOnThisMachine(exchange.req, clientAddress()),
  };
  // Within the process there is no client that could leave its answer unread.
  const outgoing = exchange.env?.outgoing;
  const make = async (): Promise<Answer> => {
    const reply = await workFor(account.id, {}, () => handler(http.deps, request, http));
    const [usual] = endpoint.statuses;
    if (reply instanceof EncodedReply) return { parts: reply.parts, status: usual };
    if (!(reply instanceof Reply)) return { parts: [encodeJson(reply)], status: usual };
    for (const [name, value] of Object.entries(reply.headers)) exchange.header(name, value);
    return { parts: [encodeJson(reply.body)], status: reply.status };
  };
  if (outgoing === undefined) return make();
  if (isLarge) return pending.make(account.id, outgoing, make);
  const made = await make();
  if (SHARED_ANSWERS.has(name)) pending.share(account.id, outgoing, made.parts);
  else pending.hold(account.id, outgoing, made.parts);
  return made;
}

function ownerOnly(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'Only keys of the owner account may manage the accounts of this service.',
  );
}

function readOnly(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This key is read-only: it may only send GET requests. Create a key without read_only to change something.',
  );
}

const NO_QUERY = () => z.object({});

async function readRequest(
  exchange: Exchange,
  { query = NO_QUERY, body, maxBodyBytes, own }: Endpoint,
): Promise<Pick<CheckedRequest, 'params' | 'query' | 'body'>> {
  // Clients of other services send parameters that an endpoint of the standard does not have.
  const parameters = own === undefined ? query() : query().strict();
  return {
    params: exchange.req.param(),
    query: parseOrRefuse(parameters, exchange.req.query()),
    body: body && (await readBody(exchange, body, maxBodyBytes)),
  };
}

async function readBody(
  exchange: Exchange,
  schema: NonNullable<Endpoint['body']>,
  maxBytes: number | undefined,
): Promise<unknown> {
  const value = await readJson(exchange, maxBytes);
  if (schema === endpoints.preview.body) return parseOrRefuse(previewSchemaOf(value), value);
  if (schema === endpoints.createFeed.body) return parseOrRefuse(creationSchema(value), value);
  return parseOrRefuse(schema(), value);
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
