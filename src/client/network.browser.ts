import { handlerTransport, type Transport } from './transport.js';

/** The network of browsers and workers, and of every other runtime that has `fetch` alone. */
export async function openNetwork(_base: URL): Promise<Transport> {
  return handlerTransport((request) =>
    fetch(request).catch((cause: unknown) => {
      if (!(cause instanceof TypeError)) throw cause;
      // Each browser has words of its own for it, and tells no script whether CORS was the reason.
      const hint = 'the service allows the origin of a page with FEEDCTL_ALLOWED_ORIGINS';
      throw new TypeError(`fetch failed; ${hint}`, { cause });
    }),
  );
}
