import type { Duplex, Readable } from 'node:stream';
import { Agent, buildConnector, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { AddressPolicy, Resolver } from '../../fetch/index.js';
import { vetByName, vettedConnector } from '../../fetch/vetted-connector.js';

export const CONNECT_TIMEOUT_MS = 10_000;

export interface WayOutOptions {
  policy: AddressPolicy;
  resolve: Resolver;
  /** FEEDCTL_FETCH_PROXY: where it is set, a rendered page goes out through it as well. */
  fetchProxy?: string | undefined;
}

export interface PlainRequest {
  url: URL;
  method: string;
  headers: Record<string, string | string[]>;
  body: Readable | null;
  signal: AbortSignal;
}

/** How the traffic of rendered pages leaves: every connection vetted like that of a fetch. */
export interface WayOut {
  /** @throws SourceError SOURCE_FORBIDDEN, or whatever undici throws. */
  exchange(request: PlainRequest): Promise<Dispatcher.ResponseData>;
  /** A connection to pass bytes through. Throws like `exchange`. */
  tunnel(hostname: string, port: number): Promise<Duplex>;
  close(): Promise<void>;
}

export function createWayOut({ fetchProxy, ...vetting }: WayOutOptions): WayOut {
  return fetchProxy === undefined ? directly(vetting) : throughProxy(fetchProxy, vetting);
}

type Vetting = Omit<WayOutOptions, 'fetchProxy'>;

function directly(vetting: Vetting): WayOut {
  const connect = vettedConnector({ ...vetting, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const agent = new Agent({ connect, connections: 8 });
  return {
    exchange: (request) => send(agent, request),
    tunnel: (hostname, port) =>
      new Promise((resolve, reject) => {
        // Plain TCP: the browser speaks TLS through it, with its own check of the certificate.
        const target = { hostname, host: hostname, protocol: 'http:', port: String(port) };
        connect(target, (...[error, socket]) => {
          if (error === null) resolve(socket);
          else reject(error);
        });
      }),
    close: () => agent.destroy(),
  };
}

/** The operator's proxy makes the connections and vets them; names are vetted as far as known. */
function throughProxy(fetchProxy: string, { policy, resolve }: Vetting): WayOut {
  const { origin, username, password } = new URL(fetchProxy);
  const credential = Buffer.from(
    `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
  ).toString('base64');
  const headers = username === '' ? {} : { 'proxy-authorization': `Basic ${credential}` };
  const agent = new ProxyAgent({ uri: fetchProxy, proxyTunnel: false });
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return {
    async exchange(request) {
      await vetByName(request.url.hostname, { policy, resolve });
      return send(agent, request);
    },
    async tunnel(hostname, port) {
      await vetByName(hostname, { policy, resolve });
      const client = new Client(origin, { connect });
      try {
        // undici itself waits for the answer to CONNECT without a limit.
        const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
        const request = { path: `${hostname}:${port}`, headers, signal };
        const { statusCode, socket } = await client.connect(request);
        socket.once('close', () => client.destroy());
        if (statusCode === 200) return socket;
        socket.destroy();
        throw new Error(`The proxy answered ${statusCode}.`);
      } catch (error) {
        void client.destroy();
        throw error;
      }
    },
    close: () => agent.destroy(),
  };
}

function send(dispatcher: Dispatcher, request: PlainRequest): Promise<Dispatcher.ResponseData> {
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
