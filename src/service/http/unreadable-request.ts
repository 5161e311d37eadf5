import { RequestError } from '@hono/node-server';
import { ERROR_CODES, type ErrorBody } from '../../contract/index.js';

/** The answer to a request whose target or Host header makes no address. */
export function unreadableRequest(error: unknown): Response {
  const code = error instanceof RequestError ? 'INVALID_FIELD' : 'INTERNAL';
  const { status, title } = ERROR_CODES[code];
  const message =
    code === 'INTERNAL'
      ? 'The service failed.'
      : 'The path or the Host header of this request cannot be read.';
  const body: ErrorBody = { message, statusCode: status, errors: [{ title, code }] };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}
