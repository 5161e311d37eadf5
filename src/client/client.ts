import { AccountCalls, KeyCalls } from './accounts.js';
import { BundleCalls } from './bundles.js';
import { Calls } from './calls.js';
import { type DashboardLink, decodeDashboardLink } from './decode.js';
import { FeedCalls } from './feeds.js';
import {
  type CallOptions,
  checkOptions,
  type FeedClientOptions,
  type FeedFilter,
  type FeedParts,
  type ItemListOptions,
  type ItemOptions,
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
  ItemList,
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
  readonly #calls: Calls;
  readonly #feeds: FeedCalls;
  readonly #bundles: BundleCalls;
  readonly #refreshes: RefreshCalls;

  /** @throws {@link ConfigurationError} naming the option at fault */
  constructor(options: FeedClientOptions) {
    const calls = new Calls(checkOptions(options));
    this.#calls = calls;
    this.#feeds = new FeedCalls(calls);
    this.#bundles = new BundleCalls(calls);
    this.#refreshes = new RefreshCalls(calls);
  }

  /** Where events are sent; only feedctl's own service. */
  get webhooks(): WebhookCalls {
    return new WebhookCalls(this.#calls);
  }

  /** Events on their way to webhooks; only feedctl's own service. */
  get deliveries(): DeliveryCalls {
    return new DeliveryCalls(this.#calls);
  }

  /** Finding the list of a feed again after its page changed; only feedctl's own service. */
  get repairs(): RepairCalls {
    return new RepairCalls(this.#calls);
  }

  /** The API keys of this account; only feedctl's own service. */
  get keys(): KeyCalls {
    return new KeyCalls(this.#calls, '/v1/keys');
  }

  /** The accounts of the service, for keys of its owner account; only feedctl's own service. */
  get accounts(): AccountCalls {
    return new AccountCalls(this.#calls);
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
  createFeed(body: CreateFeedBody, options: CallOptions = {}): Promise<Feed> {
    return this.#feeds.create(body, options);
  }

  /** Retrieves a feed with its items. */
  async getFeed(id: string, options: ItemOptions = {}): Promise<Feed> {
    return this.#feeds.get(id, options);
  }

  /**
   * Reads one page of the account's feeds. `search`, `sort` and `health` are extensions: another
   * service than feedctl's own is a `ConfigurationError`; `include` is left out there.
   */
  listFeeds(options: PageOptions & FeedFilter & FeedParts = {}): Promise<FeedSummary[]> {
    return this.#feeds.list(options);
  }

  /** Walks the account's feeds, a page at a time; see {@link listFeeds}. */
  feeds(options: ListOptions & FeedFilter & FeedParts = {}): Rows<FeedSummary> {
    return this.#feeds.all(options);
  }

  /** Changes a feed's title, description or icon; only the given fields change. */
  updateFeed(id: string, body: UpdateFeedBody, options: CallOptions = {}): Promise<FeedSummary> {
    return this.#feeds.update(id, body, options);
  }

  /** Retrieves a feed's settings. */
  async getFeedSettings(id: string, options: CallOptions = {}): Promise<FeedSettings> {
    return this.#feeds.settings(id, options);
  }

  /** Changes a feed's settings. */
  updateFeedSettings(
    id: string,
    body: UpdateFeedSettingsBody,
    options: CallOptions = {},
  ): Promise<FeedSettings> {
    return this.#feeds.updateSettings(id, body, options);
  }

  /** Deletes a feed permanently and removes it from its bundles. */
  async deleteFeed(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.#feeds.delete(id, options);
  }

  /** Creates a bundle, empty unless `feeds` names members. */
  createBundle(body: CreateBundleBody, options: CallOptions = {}): Promise<BundleSummary> {
    return this.#bundles.create(body, options);
  }

  /** Retrieves a bundle with the newest items of its members. */
  async getBundle(id: string, options: ItemOptions = {}): Promise<Bundle> {
    return this.#bundles.get(id, options);
  }

  /** Reads one page of the account's bundles. */
  listBundles(options: PageOptions = {}): Promise<BundleSummary[]> {
    return this.#bundles.list(options);
  }

  /** Walks the account's bundles, a page at a time. */
  bundles(options: ListOptions = {}): Rows<BundleSummary> {
    return this.#bundles.all(options);
  }

  /** Changes a bundle's name, description or icon. Members are added and removed one by one. */
  async updateBundle(
    id: string,
    body: UpdateBundleBody,
    options: CallOptions = {},
  ): Promise<BundleSummary> {
    return this.#bundles.update(id, body, options);
  }

  /** Adds a feed to a bundle; adding a member again changes nothing. */
  async addFeedToBundle(
    id: string,
    feedId: string,
    options: CallOptions = {},
  ): Promise<BundleSummary> {
    return this.#bundles.changeMember('PUT', id, feedId, options);
  }

  /** Takes a feed out of a bundle; the feed itself stays. */
  async removeFeedFromBundle(
    id: string,
    feedId: string,
    options: CallOptions = {},
  ): Promise<BundleSummary> {
    return this.#bundles.changeMember('DELETE', id, feedId, options);
  }

  /** Deletes a bundle permanently; its feeds are kept. */
  async deleteBundle(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.#bundles.delete(id, options);
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
   * Lists or searches the stored items: all, or those of a feed or a bundle (`scope`); only feedctl's
   * own service does. Send `cursor` of the answer for more; null at the end.
   */
  listItems(options: ItemListOptions = {}): Promise<ItemList> {
    return this.#refreshes.items(options);
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
}
