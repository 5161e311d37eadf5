import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/index.js';
import { call } from '../calls/call.js';
import { EncodedReply } from '../calls/handler.js';
import { type AnswerBytes, encodeJson } from '../core/answers.js';
import { authorize } from './authorization.js';
import { refuseOtherMethods } from './error-response.js';
import type { HttpDeps, HttpEnv, RequestHead, ServerBindings } from './http-deps.js';
import { PendingAnswers } from './pending-answers.js';
import { clientAddressOf, isOnThisMachine } from './proxy.js';
import { type RequestBody, readJson } from './read-json.js';
import { sendParts } from './send-parts.js';

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

/** Routes for every row of the endpoint table. */
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
  const table = Object.entries(endpoints) as [EndpointName, Endpoint][];
  return table.map(([name, endpoint]) => ({ name, endpoint, pending }));
}

/** Endpoints whose answers may have many megabytes, and are made anew for each request. */
const LARGE_ANSWERS: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'listFeeds',
  'listBundles',
  'listItems',
]);

/** The same, with parts that several requests share; see `AnswerCache`. */
const SHARED_ANSWERS: ReadonlySet<EndpointName> = new Set<EndpointName>(['getFeed', 'getBundle']);

export interface Route {
  name: EndpointName;
  endpoint: Endpoint;
  pending: PendingAnswers;
}

interface Answer {
  /** The body: bytes that follow each other. */
  parts: readonly AnswerBytes[];
  status: number;
}

/** Does what a request asks for, and encodes the answer as JSON. */
export async function answer(
  exchange: Exchange,
  http: HttpDeps,
  { name, endpoint, pending }: Route,
  clientAddress = () => '',
): Promise<Answer> {
  const { req } = exchange;
  const account = await authorize(exchange, http, clientAddress);
  const make = async (): Promise<Answer> => {
    const reply = await call(http, name, {
      account,
      params: req.param(),
      query: req.query(),
      body: () => readJson(exchange, endpoint.maxBodyBytes),
      isOnThisMachine: () => isOnThisMachine(req, clientAddress()),
    });
    if (reply instanceof EncodedReply) return { parts: reply.parts, status: endpoint.statuses[0] };
    if (reply.next !== null) exchange.header('Link', nextLink(req.query(), reply.next));
    return { parts: [encodeJson(reply.body)], status: reply.status };
  };
  // Within the process there is no client that could leave its answer unread.
  const outgoing = exchange.env?.outgoing;
  if (outgoing === undefined) return make();
  if (LARGE_ANSWERS.has(name)) return pending.make(account.id, outgoing, make);
  const made = await make();
  if (SHARED_ANSWERS.has(name)) pending.share(account.id, outgoing, made.parts);
  else pending.hold(account.id, outgoing, made.parts);
  return made;
}

/**
 * The address of the next page of a list. It is relative, because the service does not know which
 * proxy is in front of it.
 */
function nextLink({ offset: _, ...query }: Record<string, string>, cursor: string): string {
  return `<?${new URLSearchParams({ ...query, cursor })}>; rel="next"`;
}
