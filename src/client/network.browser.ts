import { handlerTransport, type Transport } from './transport.js';

/** The network of browsers, workers and other runtimes that only have `fetch`. */
export async function openNetwork(_base: URL): Promise<Transport> {
  return handlerTransport((request) =>
    fetch(request).catch((cause: unknown) => {
      if (!(cause instanceof TypeError)) throw cause;
      // Browsers word this error differently, and tell no script whether CORS was the reason.
      const hint = 'the service allows the origin of a page with FEEDCTL_ALLOWED_ORIGINS';
      throw new TypeError(`fetch failed; ${hint}`, { cause });
    }),
  );
}
