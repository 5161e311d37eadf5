import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/index.js';
import { call } from '../calls/call.js';
import { EncodedReply } from '../calls/handlers.js';
import { type AnswerBytes, encodeJson } from '../core/answers.js';
import { authorize } from './authorization.js';
import { refuseOtherMethods } from './error-response.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { PendingAnswers } from './pending-answers.js';
import { clientAddressOf, isOnThisMachine } from './proxy.js';
import { readJson } from './read-json.js';
import { sendParts } from './send-parts.js';

/** Routes for every row of the endpoint table. */
export function mountEndpoints(app: Hono<HttpEnv>, http: HttpDeps): void {
  const pending = new PendingAnswers();
  const table = Object.entries(endpoints) as [EndpointName, Endpoint][];
  for (const [name, { method, path }] of table) {
    app.on(method, path, async (context) => {
      const { parts, status } = await answerEndpoint(context, http, name, pending);
      context.header('Cache-Control', 'no-store');
      context.header('Content-Type', 'application/json');
      return sendParts(context, parts, status as ContentfulStatusCode);
    });
  }
  refuseOtherMethods(
    app,
    table.map(([, { method, path }]) => ({ method, path })),
  );
}

/** Endpoints with answers of many megabytes, which are built for each request. */
const LARGE_ANSWERS: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'listFeeds',
  'listBundles',
  'listItems',
]);

/** Endpoints with such answers whose parts are shared by several requests; see `AnswerCache`. */
const SHARED_ANSWERS: ReadonlySet<EndpointName> = new Set<EndpointName>(['getFeed', 'getBundle']);

interface Answer {
  /** The body as consecutive byte arrays. */
  parts: readonly AnswerBytes[];
  status: number;
}

/** Handles a request, and encodes the answer as JSON. */
async function answerEndpoint(
  context: Context<HttpEnv>,
  http: HttpDeps,
  name: EndpointName,
  pending: PendingAnswers,
): Promise<Answer> {
  const { req } = context;
  const { maxBodyBytes, statuses }: Endpoint = endpoints[name];
  const clientAddress = () => clientAddressOf(context);
  const account = await authorize(context, http, clientAddress);
  const make = async (): Promise<Answer> => {
    const reply = await call(http, name, {
      account,
      params: req.param(),
      query: req.query(),
      body: () => readJson(context, maxBodyBytes),
      isOnThisMachine: () => isOnThisMachine(req, clientAddress()),
    });
    if (reply instanceof EncodedReply) return { parts: reply.parts, status: statuses[0] };
    if (reply.next !== null) context.header('Link', nextLink(req.query(), reply.next));
    return { parts: [encodeJson(reply.body)], status: reply.status };
  };
  // Within the process no client can leave its answer unread.
  const outgoing = context.env?.outgoing;
  if (outgoing === undefined) return make();
  if (LARGE_ANSWERS.has(name)) return pending.make(account.id, outgoing, make);
  const made = await make();
  if (SHARED_ANSWERS.has(name)) pending.share(account.id, outgoing, made.parts);
  else pending.hold(account.id, outgoing, made.parts);
  return made;
}

/**
 * The address of the next page of a list. It is relative, because the service does not know the
 * address of a proxy.
 */
function nextLink({ offset: _, ...query }: Record<string, string>, cursor: string): string {
  return `<?${new URLSearchParams({ ...query, cursor })}>; rel="next"`;
}
