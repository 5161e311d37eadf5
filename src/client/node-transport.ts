import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { CONNECT_TIMEOUT_MS, joinFields, KEEP_ALIVE_MS, readBody } from './response-body.js';
import type { Transport, WireRequest } from './transport.js';

/**
 * The network without a proxy, with kept-alive connections. It uses Node's own client, because
 * loading undici takes 50 ms, a fifth of a command.
 */
export async function nodeTransport(base: URL): Promise<Transport> {
  const { Agent, request } =
    base.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const agent = new Agent({ keepAlive: true, timeout: KEEP_ALIVE_MS });
  return {
    async send(wire) {
      const response = await exchange((options) => request(wire.url, { ...options, agent }), wire);
      const headers = joinFields(response.headers);
      return { status: response.statusCode ?? 0, headers, text: await readBody(response, headers) };
    },
    async close() {
      agent.destroy();
    },
  };
}

/** Sends the request; resolves with the head of the response. */
function exchange(
  open: (options: RequestOptions) => ClientRequest,
  { method, headers, body, signal }: WireRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = open({
      method,
      headers: { ...headers, 'accept-encoding': 'gzip', ...length },
      signal,
    });
    request.on('response', resolve).on('error', reject).on('socket', limitConnecting);
    request.end(body);
  });

  function limitConnecting(this: ClientRequest, socket: { connecting: boolean }): void {
    if (!socket.connecting) return;
    const timer = setTimeout(() => this.destroy(new ConnectTimeoutError()), CONNECT_TIMEOUT_MS);
    const stop = () => clearTimeout(timer);
    this.once('close', stop);
    this.socket?.once('connect', stop);
  }
}

class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super(`no connection within ${CONNECT_TIMEOUT_MS / 1000} s`);
  }
}
