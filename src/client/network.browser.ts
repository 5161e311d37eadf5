import { handlerTransport, type Transport } from './transport.js';

/** The network of browsers and workers, and of every other runtime that has `fetch` alone. */
export async function openNetwork(_base: URL): Promise<Transport> {
  return handlerTransport((request) => fetch(request));
}
