import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { VERSION, VERSION_HEADER } from '../../contract/index.js';
import type { HttpEnv } from './http-deps.js';

/** Request ids that are accepted from a proxy; others could forge lines in a log. */
const ACCEPTED_ID = /^[\w.-]{1,64}$/;

/**
 * Gives every request an id, the proxy's if it brings one, and every response that id and our version.
 * Before there is a response: a header added to one takes it apart, which costs a short answer over a
 * quarter of its time.
 */
export const requestIdentity = createMiddleware<HttpEnv>(async (context, next) => {
  const given = context.req.header('X-Request-Id');
  const requestId = given !== undefined && ACCEPTED_ID.test(given) ? given : randomUUID();
  context.set('requestId', requestId);
  context.header('X-Request-Id', requestId);
  context.header(VERSION_HEADER, VERSION);
  context.env?.identify?.(requestId);
  await next();
});
