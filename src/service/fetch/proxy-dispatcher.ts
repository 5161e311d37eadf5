import { buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';

import { SourceError } from './http-failure.js';

/** A failure of the proxy or of the connection to it, not of the source. */
export class ProxyFailure extends Error {
  /** HTTP status of the response to CONNECT; null without a response. */
  readonly status: number | null;

  constructor(status: number | null, cause?: unknown) {
    super('The proxy did not connect.', { cause });
    this.name = 'ProxyFailure';
    this.status = status;
  }
}

/**
 * Requests through a proxy: http: in its absolute form, https: through a tunnel.
 *
 * undici sets no timeout for CONNECT (nodejs/undici ProxyAgent, 7.30.2), and a request that waits
 * for it does not react to an abort: without a timeout, a single source could block a fetch
 * permanently.
 *
 * @param connectTimeoutMs timeout for the proxy and for its connection to the source
 * @param connector connects to the proxy; default: to any address
 */
export function proxyDispatcher(
  fetchProxy: string,
  { connectTimeoutMs }: { connectTimeoutMs: number },
  connector?: buildConnector.connector,
): Dispatcher {
  const { origin: proxy } = new URL(fetchProxy);
  const connect = connectorToProxy(connectTimeoutMs, connector);
  return new ProxyAgent({
    uri: fetchProxy,
    proxyTunnel: false,
    clientFactory: (origin) => tunnels(new Pool(origin, { connect }), connectTimeoutMs),
    // Called for the proxy itself without a tunnel, otherwise for the source.
    factory: (origin, options) =>
      new URL(origin).origin === proxy ? new Pool(origin, { connect }) : new Pool(origin, options),
  });
}

/**
 * Connections to a proxy. A failure is a `ProxyFailure`, unless the address of the proxy is
 * refused. @param timeout in milliseconds
 */
export function connectorToProxy(
  timeout: number,
  connect = buildConnector({ timeout }),
): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) =>
      error === null ? callback(null, socket) : callback(proxyFailure(error), null),
    );
}

function proxyFailure(error: unknown): Error {
  const isKnown = error instanceof ProxyFailure || error instanceof SourceError;
  return isKnown ? error : new ProxyFailure(null, error);
}

/** Adds a timeout to every CONNECT and reports the response of the proxy. */
function tunnels(pool: Pool, timeoutMs: number): Dispatcher {
  const connect = pool.connect.bind(pool);
  return Object.assign(pool, {
    async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
      const signal = AbortSignal.timeout(timeoutMs);
      let answer: Dispatcher.ConnectData;
      try {
        answer = await connect({ ...options, signal });
      } catch (error) {
        throw proxyFailure(error);
      }
      if (answer.statusCode === 200) return answer;
      answer.socket.on('error', () => {}).destroy();
      throw new ProxyFailure(answer.statusCode);
    },
  });
}
