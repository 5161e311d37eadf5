import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../../../base/loopback.js';
import { parseUrl } from '../../../base/url.js';
import { timeoutError, toNetworkError } from '../../../client/network-error.js';
import { UsageError } from '../../kit/index.js';

/** Bytes that are read of a response; the rest is discarded. */
const EXCERPT_BYTES = 2048;

interface PostAnswer {
  status: number;
  /** Start of the body. */
  text: string;
}

/** @throws {UsageError} for anything but an http or https address */
export function checkTarget(flag: string, address: string): URL {
  const url = parseUrl(address);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new UsageError(`${flag} takes an http or https address, not "${address}".`);
}

/**
 * Sends one message and does not follow redirects.
 *
 * @throws {NetworkError} when there was no response
 */
export async function post(
  url: URL,
  message: {
    headers: Readonly<Record<string, string | string[]>>;
    body: Buffer | string;
    timeoutMs: number;
    signal: AbortSignal;
  },
): Promise<PostAnswer> {
  const timeout = AbortSignal.timeout(message.timeoutMs);
  const signal = AbortSignal.any([timeout, message.signal]);
  const dispatcher = isLoopback(url.hostname) ? new Agent() : new EnvHttpProxyAgent();
  try {
    const { statusCode, body } = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: message.headers,
      body: message.body,
      signal,
    });
    return { status: statusCode, text: await beginning(body) };
  } catch (error) {
    message.signal.throwIfAborted();
    if (timeout.aborted) throw timeoutError(url.host, message.timeoutMs);
    throw toNetworkError(error, url) ?? error;
  } finally {
    await dispatcher.destroy();
  }
}

async function beginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= EXCERPT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8');
}
