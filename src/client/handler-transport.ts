import { readText, type Transport } from './transport.js';

/** Anything that answers a request: the embedded service's handler, or a `fetch` of one's own. */
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
        text: response.body === null ? '' : await abortable(readText(response.body), signal),
      };
    },
    async close() {},
  };
}

/** A handler in this process may not look at the signal; the caller need not wait for it then. */
async function abortable<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
