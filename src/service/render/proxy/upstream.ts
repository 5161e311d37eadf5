import type { Duplex, Readable } from 'node:stream';
import { Agent, Client, type Dispatcher } from 'undici';
import type { AddressPolicy, Resolver } from '../../fetch/index.js';
import { connectorToProxy, ProxyFailure, proxyDispatcher } from '../../fetch/proxy-dispatcher.js';
import { vetByName, vettedConnector } from '../../fetch/vetted-connector.js';

export const CONNECT_TIMEOUT_MS = 10_000;

export interface UpstreamOptions {
  policy: AddressPolicy;
  resolve: Resolver;
  /** `fetchProxy`: if set, rendered pages use it as well. */
  fetchProxy?: string | undefined;
}

interface PlainRequest {
  url: URL;
  method: string;
  headers: Record<string, string | string[]>;
  body: Readable | null;
  signal: AbortSignal;
}

/** Connections for rendered pages, checked like those of a fetch. */
export interface Upstream {
  /** @throws SourceError SOURCE_FORBIDDEN, ProxyFailure, or errors of undici */
  exchange(request: PlainRequest): Promise<Dispatcher.ResponseData>;
  /** A connection for raw bytes. Throws like `exchange`. */
  tunnel(hostname: string, port: number): Promise<Duplex>;
  close(): Promise<void>;
}

export function createUpstream({ fetchProxy, ...vetting }: UpstreamOptions): Upstream {
  return fetchProxy === undefined ? directly(vetting) : throughProxy(fetchProxy, vetting);
}

type Vetting = Omit<UpstreamOptions, 'fetchProxy'>;

function directly(vetting: Vetting): Upstream {
  const connect = vettedConnector({ ...vetting, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const agent = new Agent({ connect, connections: 8 });
  return {
    exchange: (request) => sendUpstream(agent, request),
    tunnel: (hostname, port) =>
      new Promise((resolve, reject) => {
        // Plain TCP: the browser speaks TLS through it and checks the certificate itself.
        const target = { hostname, host: hostname, protocol: 'http:', port: String(port) };
        connect(target, (...[error, socket]) => {
          if (error === null) resolve(socket);
          else reject(error);
        });
      }),
    close: () => agent.destroy(),
  };
}

/** The operator's proxy makes and checks the connections; names are checked as far as possible. */
function throughProxy(fetchProxy: string, { policy, resolve }: Vetting): Upstream {
  const { origin, username, password } = new URL(fetchProxy);
  const credential = Buffer.from(
    `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
  ).toString('base64');
  const headers = username === '' ? {} : { 'proxy-authorization': `Basic ${credential}` };
  const agent = proxyDispatcher(fetchProxy, { connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const connect = connectorToProxy(CONNECT_TIMEOUT_MS);
  return {
    async exchange(request) {
      await vetByName(request.url.hostname, { policy, resolve });
      return sendUpstream(agent, request);
    },
    async tunnel(hostname, port) {
      await vetByName(hostname, { policy, resolve });
      const client = new Client(origin, { connect });
      try {
        // undici has no timeout for the response to CONNECT.
        const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
        const request = { path: `${hostname}:${port}`, headers, signal };
        const { statusCode, socket } = await client.connect(request);
        socket.once('close', () => client.destroy());
        if (statusCode === 200) return socket;
        socket.destroy();
        throw new ProxyFailure(statusCode);
      } catch (error) {
        void client.destroy();
        throw error instanceof ProxyFailure ? error : new ProxyFailure(null, error);
      }
    },
    close: () => agent.destroy(),
  };
}

function sendUpstream(
  dispatcher: Dispatcher,
  request: PlainRequest,
): Promise<Dispatcher.ResponseData> {
  const { url, method, headers, body, signal } = request;
  return dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: method as Dispatcher.HttpMethod,
    headers,
    body,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
