import { AccountCalls, KeyCalls } from './accounts.js';
import { pathSegment } from './base-url.js';
import { Calls, isEmptySuccess, isGoneAlready, readAnswer } from './calls.js';
import {
  type DashboardLink,
  decodeBundle,
  decodeBundleSummary,
  decodeDashboardLink,
  decodeFeed,
  decodeFeedSettings,
  decodeFeedSummary,
  isObject,
  rememberAnswer,
} from './decode.js';
import {
  refuseFilters,
  unsupported,
  usesExtensions,
  usesFilters,
  withoutExtensions,
} from './extensions.js';
import {
  type CallOptions,
  checkOptions,
  type FeedClientOptions,
  type FeedFilter,
  type ItemOptions,
  type ItemSearchOptions,
  type PageOptions,
  type RawCallOptions,
  type RawResponse,
} from './options.js';
import type { ListOptions, Rows } from './paging.js';
import { RefreshCalls, type RefreshOptions, type RefreshSelection } from './refresh.js';
import { RepairCalls } from './repairs.js';
import type {
  BackfillBody,
  Backfilled,
  Bundle,
  BundleSummary,
  CreateBundleBody,
  CreateFeedBody,
  Deleted,
  Feed,
  FeedFetch,
  FeedSettings,
  FeedSummary,
  FetchedTexts,
  FetchTextsBody,
  ItemSearch,
  Preview,
  PreviewBody,
  RefreshBatch,
  RefreshFeedsBody,
  RefreshOutcome,
  ServiceHealth,
  UpdateBundleBody,
  UpdateFeedBody,
  UpdateFeedSettingsBody,
} from './resources.js';
import type { ServiceInfo } from './timing.js';
import { DeliveryCalls, WebhookCalls } from './webhooks.js';

/**
 * Speaks the feed aggregation interface (`/v1`): one method for each endpoint of feeds and bundles,
 * `feeds()` and `bundles()` for whole lists, `request()` for anything else. The other resources are
 * groups: `webhooks`, `deliveries`, `keys` and `accounts`. Only feedctl's own service has them;
 * another one is an `UnsupportedError`.
 *
 * Every method may throw `ApiError` (the service said no), `NetworkError` (it said nothing),
 * `ConfigurationError` (nothing was sent), or the reason of an aborted signal.
 *
 * @example
 * const client = new FeedClient({ baseUrl, apiKey, apiSecret });
 * const feed = await client.createFeed({ url: 'https://example.com' });
 * const { secret } = await client.webhooks.create({ url: 'https://example.net/hook', scope: feed.id });
 */
export class FeedClient {
  /** Where events are sent; only feedctl's own service. */
  readonly webhooks: WebhookCalls;
  /** Events on their way to webhooks; only feedctl's own service. */
  readonly deliveries: DeliveryCalls;
  /** Finding the list of a feed again after its page changed; only feedctl's own service. */
  readonly repairs: RepairCalls;
  /** The API keys of this account; only feedctl's own service. */
  readonly keys: KeyCalls;
  /** The accounts of the service, for keys of its owner account; only feedctl's own service. */
  readonly accounts: AccountCalls;

  readonly #calls: Calls;
  readonly #refreshes: RefreshCalls;

  /** @throws {@link ConfigurationError} naming the option at fault */
  constructor(options: FeedClientOptions) {
    const calls = new Calls(checkOptions(options));
    this.#calls = calls;
    this.webhooks = new WebhookCalls(calls);
    this.deliveries = new DeliveryCalls(calls);
    this.repairs = new RepairCalls(calls);
    this.keys = new KeyCalls(calls, '/v1/keys');
    this.accounts = new AccountCalls(calls);
    this.#refreshes = new RefreshCalls(calls);
  }

  /** What the answers so far say of the service; see also {@link detectService}. */
  get service(): ServiceInfo {
    return this.#calls.service;
  }

  /** Finds out which kind of service this is: with one cheap request if no answer has told yet. */
  detectService(options: CallOptions = {}): Promise<ServiceInfo> {
    return this.#calls.detectService(options);
  }

  /**
   * Creates a feed from an address, a keyword or a headline. May take a minute. Never repeated by
   * the client: after a `NetworkError` list the feeds and match `source_url` before trying again.
   */
  async createFeed(body: CreateFeedBody, options: CallOptions = {}): Promise<Feed> {
    const accepted = await this.#acceptedBody(body, options);
    return this.#calls.call('POST', '/v1/feeds', decodeFeed, { ...options, body: accepted });
  }

  /** Retrieves a feed with its items. */
  async getFeed(id: string, { sort, dropped, ...options }: ItemOptions = {}): Promise<Feed> {
    return this.#calls.call('GET', feedPath(id), decodeFeed, {
      ...options,
      query: { sort, dropped },
    });
  }

  /**
   * Reads one page of the account's feeds. `search`, `sort` and `health` are extensions: another
   * service than feedctl's own is a `ConfigurationError`.
   */
  async listFeeds({
    limit,
    offset,
    search,
    sort,
    health,
    ...options
  }: PageOptions & FeedFilter = {}): Promise<FeedSummary[]> {
    const filter = { search, sort, health };
    await this.#requireFilters(filter, options);
    const query = { limit, offset, ...filter };
    return (await this.#calls.page('/v1/feeds', decodeFeedSummary, { ...options, query })).data;
  }

  /** Walks the account's feeds, a page at a time; see {@link listFeeds}. */
  feeds({ search, sort, health, ...options }: ListOptions & FeedFilter = {}): Rows<FeedSummary> {
    const filter = { search, sort, health };
    const readPage = async (call: CallOptions) => {
      await this.#requireFilters(filter, { signal: call.signal });
      return this.#calls.page('/v1/feeds', decodeFeedSummary, call);
    };
    return this.#calls.rows(options, readPage, filter);
  }

  /** Changes a feed's title, description or icon; only the given fields change. */
  async updateFeed(
    id: string,
    body: UpdateFeedBody,
    options: CallOptions = {},
  ): Promise<FeedSummary> {
    if (body.selectors !== undefined) await this.#requireExtensions('selectors', options);
    if (body.access !== undefined) await this.#requireExtensions('access', options);
    if (body.render !== undefined) await this.#requireExtensions('render', options);
    if (body.steps !== undefined) await this.#requireExtensions('steps', options);
    if (body.filters !== undefined) await this.#requireExtensions('filters', options);
    return this.#calls.call('PATCH', feedPath(id), decodeFeedSummary, { ...options, body });
  }

  /** Retrieves a feed's settings. */
  async getFeedSettings(id: string, options: CallOptions = {}): Promise<FeedSettings> {
    return this.#calls.call('GET', `${feedPath(id)}/settings`, decodeFeedSettings, options);
  }

  /** Changes a feed's settings. */
  async updateFeedSettings(
    id: string,
    body: UpdateFeedSettingsBody,
    options: CallOptions = {},
  ): Promise<FeedSettings> {
    if (body.interval !== undefined) await this.#requireExtensions('interval', options);
    if (body.quietHours !== undefined) await this.#requireExtensions('quietHours', options);
    if (body.full_text !== undefined) await this.#requireExtensions('full_text', options);
    return this.#calls.call('PATCH', `${feedPath(id)}/settings`, decodeFeedSettings, {
      ...options,
      body,
    });
  }

  /** Deletes a feed permanently and removes it from its bundles. */
  async deleteFeed(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.#calls.delete(id, feedPath(id), options);
  }

  /** Creates a bundle, empty unless `feeds` names members. */
  async createBundle(body: CreateBundleBody, options: CallOptions = {}): Promise<BundleSummary> {
    // Hosted services want the field even when there is nothing in it.
    const complete = { ...body, feeds: body.feeds ?? [] };
    return this.#calls.call('POST', '/v1/bundles', decodeBundleSummary, {
      ...options,
      body: complete,
    });
  }

  /** Retrieves a bundle with the newest items of its members. */
  async getBundle(id: string, { sort, dropped, ...options }: ItemOptions = {}): Promise<Bundle> {
    return this.#calls.call('GET', bundlePath(id), decodeBundle, {
      ...options,
      query: { sort, dropped },
    });
  }

  /** Reads one page of the account's bundles. */
  async listBundles({ limit, offset, ...options }: PageOptions = {}): Promise<BundleSummary[]> {
    const query = { limit, offset };
    return (await this.#calls.page('/v1/bundles', decodeBundleSummary, { ...options, query })).data;
  }

  /** Walks the account's bundles, a page at a time. */
  bundles(options: ListOptions = {}): Rows<BundleSummary> {
    return this.#calls.rows(options, (call) =>
      this.#calls.page('/v1/bundles', decodeBundleSummary, call),
    );
  }

  /** Changes a bundle's name, description or icon. Members are added and removed one by one. */
  async updateBundle(
    id: string,
    body: UpdateBundleBody,
    options: CallOptions = {},
  ): Promise<BundleSummary> {
    return this.#calls.call('PATCH', bundlePath(id), decodeBundleSummary, { ...options, body });
  }

  /** Adds a feed to a bundle; adding a member again changes nothing. */
  async addFeedToBundle(
    id: string,
    feedId: string,
    options: CallOptions = {},
  ): Promise<BundleSummary> {
    return this.#changeMember('PUT', id, feedId, options);
  }

  /** Takes a feed out of a bundle; the feed itself stays. */
  async removeFeedFromBundle(
    id: string,
    feedId: string,
    options: CallOptions = {},
  ): Promise<BundleSummary> {
    return this.#changeMember('DELETE', id, feedId, options);
  }

  /** Deletes a bundle permanently; its feeds are kept. */
  async deleteBundle(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.#calls.delete(id, bundlePath(id), options);
  }

  /** Fetches a feed now, whether it is due or not; only feedctl's own service does. */
  refreshFeed(id: string, options: CallOptions = {}): Promise<RefreshOutcome> {
    return this.#refreshes.one(id, options);
  }

  /** Fetches some feeds now; only feedctl's own service does. `cursor` of the answer goes on. */
  refreshFeeds(body: RefreshFeedsBody, options: CallOptions = {}): Promise<RefreshBatch> {
    return this.#refreshes.some(body, options);
  }

  /** Fetches all selected feeds now, some at a time; only feedctl's own service does. */
  refreshes(
    selection: RefreshSelection,
    options: RefreshOptions = {},
  ): AsyncIterable<RefreshBatch> {
    return this.#refreshes.all(selection, options);
  }

  /**
   * Fetches the full texts of some items of a feed, the newest first; only feedctl's own service
   * does. Send `cursor` of the answer for the rest; null when all are done.
   */
  fetchTexts(
    id: string,
    body: FetchTextsBody = {},
    options: CallOptions = {},
  ): Promise<FetchedTexts> {
    return this.#refreshes.texts(id, body, options);
  }

  /**
   * Stores older items of a feed than its source lists first; only feedctl's own service does. Send
   * `cursor` of the answer for the rest; null when all are done.
   */
  backfillFeed(
    id: string,
    body: BackfillBody = {},
    options: CallOptions = {},
  ): Promise<Backfilled> {
    return this.#refreshes.backfill(id, body, options);
  }

  /** Reads one page of the latest fetches of a feed; only feedctl's own service tells. */
  listFeedHistory(id: string, options: PageOptions = {}): Promise<FeedFetch[]> {
    return this.#refreshes.history(id, options);
  }

  /**
   * Searches the stored items: all, or those of a feed or a bundle (`scope`), the last added first;
   * only feedctl's own service does. Send `cursor` of the answer for more; null at the end.
   */
  searchItems(options: ItemSearchOptions): Promise<ItemSearch> {
    return this.#refreshes.search(options);
  }

  /** Shows what a feed would be, and stores nothing; only feedctl's own service does. */
  preview(body: PreviewBody, options: CallOptions = {}): Promise<Preview> {
    return this.#refreshes.preview(body, options);
  }

  /** Tells how the service and the account's feeds are; only feedctl's own service does. */
  getServiceHealth(options: CallOptions = {}): Promise<ServiceHealth> {
    return this.#refreshes.health(options);
  }

  /**
   * A link that signs a browser in to the dashboard, once, within ten minutes; only feedctl's own
   * service has one.
   */
  createDashboardLink(options: CallOptions = {}): Promise<DashboardLink> {
    const call = { ...options, below: '/dashboard' } as const;
    return this.#calls.own('dashboard', options, () =>
      this.#calls.call('POST', '/dashboard/links', decodeDashboardLink, call),
    );
  }

  /**
   * Sends a raw call and gives back the answer whatever its status. The path is resolved first;
   * then its origin and its `/v1` are checked. A redirect is a `RedirectError`.
   */
  async request(
    method: string,
    path: string,
    { query, body, signal }: RawCallOptions = {},
  ): Promise<RawResponse> {
    const call = { method: method.toUpperCase(), path, query, body, signal };
    const { status, headers, text } = (await this.#calls.send(call)).response;
    return { status, headers, text };
  }

  /** Closes kept-alive connections. Not needed for a process to end. */
  close(): Promise<void> {
    return this.#calls.close();
  }

  async #acceptedBody(body: CreateFeedBody, options: CallOptions): Promise<CreateFeedBody> {
    if (!usesExtensions(body) || (await this.#calls.hasExtensions(options))) return body;
    return withoutExtensions(body);
  }

  async #requireExtensions(field: string, options: CallOptions): Promise<void> {
    if (!(await this.#calls.hasExtensions(options))) throw unsupported(field);
  }

  async #requireFilters(filter: FeedFilter, options: CallOptions): Promise<void> {
    if (usesFilters(filter) && !(await this.#calls.hasExtensions(options))) refuseFilters(filter);
  }

  /** Answers with the bundle as it is afterwards, also where the service does not send it. */
  async #changeMember(
    method: 'PUT' | 'DELETE',
    id: string,
    feedId: string,
    options: CallOptions,
  ): Promise<BundleSummary> {
    const path = `${bundlePath(id)}/feeds/${pathSegment('feedId', feedId)}`;
    const answer = await this.#calls.send({ ...options, method, path });
    const { status } = answer.response;
    if (isGoneAlready(answer) || isEmptySuccess(answer)) {
      return this.getBundle(id, options);
    }
    const bundle = readAnswer(answer, (body) =>
      isObject(body) && Array.isArray(body.feeds)
        ? rememberAnswer(decodeBundleSummary(body), { status, body })
        : undefined,
    );
    return bundle ?? this.getBundle(id, options);
  }
}

function feedPath(id: string): string {
  return `/v1/feeds/${pathSegment('id', id)}`;
}

function bundlePath(id: string): string {
  return `/v1/bundles/${pathSegment('id', id)}`;
}
