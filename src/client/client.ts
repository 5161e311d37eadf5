import type { EndpointFacts, Given } from './calls.js';
import type { DashboardLink, Page } from './decode.js';
import { ConfigurationError } from './errors.js';
import { InProcess, type InProcessOptions } from './in-process.js';
import { ENDPOINTS, EndpointMethods } from './methods.js';
import {
  type CallOptions,
  checkOptions,
  type FeedClientOptions,
  type RawCallOptions,
  type RawResponse,
} from './options.js';
import { followCursor, type ListOptions, ListRows, type Rows } from './paging.js';
import { Remote } from './remote.js';
import type {
  BundleSummary,
  CreateBundleBody,
  RefreshBatch,
  RefreshFeedsBody,
} from './resources.js';
import type { EndpointName, Road } from './road.js';
import type { ServiceInfo } from './timing.js';

/** Feeds to fetch: `ids`, `due` or `all`; `ids` with `due` means those of them that are due. */
export type RefreshSelection = Omit<RefreshFeedsBody, 'wait_seconds' | 'cursor'>;

/** How `FeedClient.refreshes` walks through a selection. */
export interface RefreshOptions extends CallOptions {
  /** How long the service fetches before each answer, in seconds; its default is 10, at most 30. */
  waitSeconds?: number | undefined;
}

/**
 * Speaks the feed aggregation interface (`/v1`): one method for each endpoint, named as in
 * docs/api.md, with the ids of its path, its body, and its query with the options of the call.
 * `feeds()`, `bundles()`, `webhooks()` and so on walk whole lists; `request()` is for anything else.
 * What only feedctl's own service has is an `UnsupportedError` elsewhere.
 *
 * Every method may throw `ApiError` (the service said no), `NetworkError` (it said nothing),
 * `ConfigurationError` (nothing was sent), or the reason of an aborted signal. A POST is never
 * repeated: after a `NetworkError` list what there is before you try again.
 *
 * @example
 * const client = new FeedClient({ baseUrl, apiKey, apiSecret });
 * const feed = await client.createFeed({ url: 'https://example.com' });
 * const { secret } = await client.createWebhook({ url: 'https://example.net/hook', scope: feed.id });
 */
export class FeedClient extends EndpointMethods {
  readonly #road: Road;
  readonly #openHttp: () => Promise<Remote>;

  /** @throws {@link ConfigurationError} that names the wrong option */
  constructor(options: FeedClientOptions | InProcessOptions) {
    super();
    if ('call' in options) {
      this.#road = new InProcess(options);
      let http: Promise<Remote> | undefined;
      this.#openHttp = () => {
        http ??= httpOf(options).then((given) => new Remote(checkOptions(given)));
        return http;
      };
    } else {
      const remote = new Remote(checkOptions(options));
      this.#road = remote;
      this.#openHttp = async () => remote;
    }
  }

  /** What the client knows of the service so far; see also {@link detectService}. */
  get service(): ServiceInfo {
    return this.#road.service;
  }

  /** Detects the kind of the service, with one cheap request if no answer has shown it yet. */
  detectService({ signal }: CallOptions = {}): Promise<ServiceInfo> {
    return this.#road.detect(signal);
  }

  /** Creates a bundle, empty unless `feeds` names members. */
  override createBundle(body: CreateBundleBody, options?: CallOptions): Promise<BundleSummary> {
    // Hosted services require the field even if it is empty.
    return super.createBundle({ ...body, feeds: body.feeds ?? [] }, options);
  }

  /** Fetches all selected feeds now, in batches; only feedctl's own service can. */
  refreshes(
    selection: RefreshSelection,
    { waitSeconds, ...options }: RefreshOptions = {},
  ): AsyncGenerator<RefreshBatch> {
    const body = { ...selection, wait_seconds: waitSeconds };
    return followCursor((cursor) => this.refreshFeeds({ ...body, cursor }, options));
  }

  /**
   * A link that signs a browser in to the dashboard, once, within ten minutes; only feedctl's own
   * service has one.
   */
  async createDashboardLink(options: CallOptions = {}): Promise<DashboardLink> {
    const http = await this.#openHttp();
    return (await http.answerTo(DASHBOARD_LINK, { options })) as DashboardLink;
  }

  /**
   * Sends a raw call and returns the answer whatever its status. The path is resolved; then its
   * origin and its `/v1` are checked. A redirect throws a `RedirectError`.
   */
  async request(method: string, path: string, options: RawCallOptions = {}): Promise<RawResponse> {
    return (await this.#openHttp()).request(method, path, options);
  }

  /** Closes kept-alive connections. Not needed for a process to end. */
  close(): Promise<void> {
    return this.#road.close();
  }

  protected async call<T>(name: EndpointName, given: Given): Promise<T> {
    const endpoint: EndpointFacts = ENDPOINTS[name];
    if (endpoint.isList) return (await this.#road.page(name, given)).data as T;
    return (await this.#road.answer(name, given)) as T;
  }

  protected walk<T extends { id: string }>(name: EndpointName, given: Given): Rows<T> {
    const { limit, offset, pageSize, signal, ...query }: ListOptions = given.options;
    return new ListRows<T>(
      async (start, limit) => {
        const options = { limit, ...start, ...query, signal };
        return (await this.#road.page(name, { ...given, options })) as Page<T>;
      },
      { limit, offset, pageSize },
    );
  }
}

const DASHBOARD_LINK: EndpointFacts = {
  method: 'POST',
  path: '/dashboard/links',
  below: '/dashboard',
  answer: 'DashboardLink',
  own: 'dashboard',
};

/** @throws {@link ConfigurationError} */
async function httpOf({ http }: InProcessOptions): Promise<FeedClientOptions> {
  if (http !== undefined) return http();
  throw new ConfigurationError('http', 'This client calls a service in its process, without HTTP.');
}
