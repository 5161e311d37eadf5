import { type Context, Hono } from 'hono';
import { FETCH_LIMITS } from '../fetch/index.js';
import type { WebSub } from '../websub/websub.js';
import { refuseOtherMethods } from './error-response.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { readBytes } from './read-json.js';

const PATH = '/websub/:id';
const ID = /^[\w-]{43}$/;

/** Maximum number of pushes whose bodies are in memory: each has at most 10 MB. */
const MAX_CONCURRENT = 8;
const RETRY_SECONDS = '60';

/** Callbacks of hubs (W3C WebSub): GET verifies, POST delivers a document. */
export function webSubRoutes(http: Pick<HttpDeps, 'websub'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  let receiving = 0;
  app.get(PATH, async (context) => verification(context, await http.websub()));
  app.post(PATH, async (context) => {
    if (receiving >= MAX_CONCURRENT) return busy(context);
    receiving += 1;
    try {
      return await push(context, await http.websub());
    } finally {
      receiving -= 1;
    }
  });
  refuseOtherMethods(app, [
    { method: 'GET', path: PATH },
    { method: 'POST', path: PATH },
  ]);
  return app;
}

async function verification(context: Context<HttpEnv>, websub: WebSub): Promise<Response> {
  const id = subscriptionId(context);
  const query = (name: string) => context.req.query(`hub.${name}`);
  const answer =
    id === null
      ? null
      : await websub.verify(id, {
          mode: query('mode'),
          topic: query('topic'),
          challenge: query('challenge'),
          leaseSeconds: query('lease_seconds'),
          reason: query('reason'),
        });
  if (answer === null) return context.notFound();
  // The challenge is untrusted text under the service's own name, so it is sandboxed.
  context.header('Content-Security-Policy', 'sandbox');
  context.header('X-Content-Type-Options', 'nosniff');
  return context.text(answer);
}

async function push(context: Context<HttpEnv>, websub: WebSub): Promise<Response> {
  const id = subscriptionId(context);
  // Checked before the body is read: only a hub that knows the address may send one.
  if (id === null || !(await websub.expects(id))) return context.notFound();
  const { req } = context;
  const received = await websub.receive(id, {
    contentType: req.header('Content-Type'),
    signature: req.header('X-Hub-Signature'),
    body: Buffer.from(await readBytes(context, FETCH_LIMITS.wireBytes)),
  });
  if (received === 'busy') return busy(context);
  return context.body(null, received === 'gone' ? 410 : 202);
}

function busy(context: Context<HttpEnv>): Response {
  context.header('Retry-After', RETRY_SECONDS);
  return context.body(null, 503);
}

function subscriptionId({ req }: Context<HttpEnv>): string | null {
  const id = req.path.slice(req.path.lastIndexOf('/') + 1);
  return ID.test(id) ? id : null;
}
