import { abortable } from '../base/abort.js';

/** One request as it is sent. */
export interface WireRequest {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  signal: AbortSignal;
}

/** One answer with its complete body. */
export interface WireResponse {
  status: number;
  /** Names in lower case; several values of one name are joined by ", ". */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** Sends one request and reads the whole answer; follows no redirect and retries nothing. */
export interface Transport {
  send(request: WireRequest): Promise<WireResponse>;
  /** Closes kept-alive connections. */
  close(): Promise<void>;
}

/** Maximum size of an answer, in bytes after decompression: 500 items of 26,000 characters fit. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** The body is larger than {@link MAX_RESPONSE_BYTES}. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/** Collects a body as UTF-8 text, and stops reading once it is larger than `limit` bytes. */
export async function readAnswerText(
  chunks: AsyncIterable<Uint8Array>,
  limit = MAX_RESPONSE_BYTES,
): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new ResponseTooLargeError(`the answer is larger than ${limit} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A function that answers requests: the handler of an embedded service, or another `fetch`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Sends requests to a handler instead of over the network. */
export function handlerTransport(handler: FetchHandler): Transport {
  return {
    async send({ method, url, headers, body, signal }) {
      const request = new Request(url, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body === undefined ? {} : { body }),
      });
      const response = await abortable(handler(request), signal);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: response.body === null ? '' : await abortable(readAnswerText(response.body), signal),
      };
    },
    async close() {},
  };
}
