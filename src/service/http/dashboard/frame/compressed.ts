import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { acceptsGzip } from '../../published.js';
import type { PageContext } from './requests.js';

const compress = promisify(gzip);

/** Smaller texts would hardly shrink. */
const MIN_BYTES = 1024;

/**
 * Answers with a text, in gzip where the browser takes it. A page has no secret that repeats: the
 * tokens of its forms are masked, so that its length says nothing about them.
 */
export async function sendText(
  context: PageContext,
  text: string,
  status: ContentfulStatusCode,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  context.header('Vary', 'Accept-Encoding');
  if (text.length < MIN_BYTES || !acceptsGzip(context.req.header('Accept-Encoding'))) {
    return context.body(text, status, headers);
  }
  const body = new Uint8Array(await compress(text));
  return context.body(body, status, { ...headers, 'Content-Encoding': 'gzip' });
}
