import { Agent, type Dispatcher } from 'undici';
import { type AddressPolicy, addressPolicy } from './address-policy.js';
import { proxyDispatcher } from './proxy-dispatcher.js';
import { type Resolver, vetByName, vettedConnector } from './vetted-connector.js';

interface DispatchersOptions {
  fetchProxy: string | undefined;
  hostConcurrency: number | undefined;
  policy: AddressPolicy;
  resolve: Resolver;
  limits: { connectTimeoutMs: number };
}

/** Connections per origin: at least this many, or the allowed concurrency if that is higher. */
const CONNECTIONS = 8;
/** Maximum number of proxies of feeds that stay open. */
const MAX_FEED_PROXIES = 64;

/** The connections of a fetcher: direct or through the proxy of the service, or of a feed. */
export class Dispatchers {
  readonly #options: DispatchersOptions;
  readonly #common: Dispatcher;
  /** Proxies by address. There are few, and only the owner account can set them. */
  readonly #feedProxies = new Map<string, Dispatcher>();

  constructor(options: DispatchersOptions) {
    this.#options = options;
    const { fetchProxy, hostConcurrency, limits, ...rules } = options;
    const { connectTimeoutMs } = limits;
    const connections = Math.max(CONNECTIONS, hostConcurrency ?? 0);
    // Never EnvHttpProxyAgent: a proxy from the environment would bypass the address policy.
    this.#common =
      fetchProxy === undefined
        ? new Agent({ connect: vettedConnector({ ...rules, connectTimeoutMs }), connections })
        : proxyDispatcher(fetchProxy, limits);
  }

  /**
   * The connections to a host. Behind a proxy, the name is vetted here; otherwise each address is
   * vetted when it is connected to. @param feedProxy proxy of the feed's source, or null
   */
  async to(hostname: string, feedProxy: string | null): Promise<Dispatcher> {
    if ((feedProxy ?? this.#options.fetchProxy) !== undefined) {
      await vetByName(hostname, this.#options);
    }
    return feedProxy === null ? this.#common : this.#feedProxy(feedProxy);
  }

  async close(): Promise<void> {
    const all = [this.#common, ...this.#feedProxies.values()];
    await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
  }

  #feedProxy(proxy: string): Dispatcher {
    const known = this.#feedProxies.get(proxy);
    if (known !== undefined) return known;
    if (this.#feedProxies.size >= MAX_FEED_PROXIES) this.#forgetOldest();
    const { resolve, limits } = this.#options;
    const { connectTimeoutMs } = limits;
    // Proxies of feeds may be in a private network, but metadata services are refused: they answer
    // any request with credentials.
    const policy = addressPolicy({ allowPrivateNetworks: true });
    const connector = vettedConnector({ policy, resolve, connectTimeoutMs });
    const made = proxyDispatcher(proxy, limits, connector);
    this.#feedProxies.set(proxy, made);
    return made;
  }

  /** Requests in progress complete. */
  #forgetOldest(): void {
    const [oldest] = this.#feedProxies;
    if (oldest === undefined) return;
    const [proxy, dispatcher] = oldest;
    this.#feedProxies.delete(proxy);
    void dispatcher.close().catch(() => undefined);
  }
}
