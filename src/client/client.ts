import { isObject, parseJson } from '../base/json.js';
import { describeBody, toApiError, unreadable } from './api-error.js';
import { pathSegment } from './base-url.js';
import { type EndpointFacts, type Given, usedExtensions, withoutExtensions } from './calls.js';
import {
  type DashboardLink,
  DecodeError,
  decodeAnswer,
  decodeList,
  type Page,
  rememberAnswer,
} from './decode.js';
import { UnsupportedError } from './errors.js';
import { type Answer, Http } from './http.js';
import { EndpointMethods } from './methods.js';
import {
  type CallOptions,
  checkOptions,
  type FeedClientOptions,
  type RawCallOptions,
  type RawResponse,
} from './options.js';
import { type ListOptions, ListRows, nextCursor, type Rows } from './paging.js';
import type {
  BundleSummary,
  CreateBundleBody,
  RefreshBatch,
  RefreshFeedsBody,
} from './resources.js';
import type { ServiceInfo } from './timing.js';

/** Which feeds to fetch: `ids`, `due` or `all`; `ids` with `due` are the due ones of these. */
export type RefreshSelection = Omit<RefreshFeedsBody, 'wait_seconds' | 'cursor'>;

/** How `FeedClient.refreshes` goes through a selection. */
export interface RefreshOptions extends CallOptions {
  /** How long the service fetches before each answer, in seconds; its default is 10, at most 30. */
  waitSeconds?: number | undefined;
}

/**
 * Speaks the feed aggregation interface (`/v1`): one method for each endpoint, named as in
 * docs/api.md, with the ids of its path, its body, and its query beside the options of the call.
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
  readonly #http: Http;
  readonly #extensions: boolean | 'detect';

  /** @throws {@link ConfigurationError} naming the option at fault */
  constructor(options: FeedClientOptions) {
    super();
    const settings = checkOptions(options);
    this.#http = new Http(settings);
    this.#extensions = settings.extensions;
  }

  /** What the answers so far say of the service; see also {@link detectService}. */
  get service(): ServiceInfo {
    return this.#http.service;
  }

  /** Finds out which kind of service this is: with one cheap request if no answer has told yet. */
  async detectService({ signal }: CallOptions = {}): Promise<ServiceInfo> {
    if (!this.service.known) await this.listFeeds({ limit: 1, signal });
    return this.service;
  }

  /** Creates a bundle, empty unless `feeds` names members. */
  override createBundle(body: CreateBundleBody, options?: CallOptions): Promise<BundleSummary> {
    // Hosted services want the field even when there is nothing in it.
    return super.createBundle({ ...body, feeds: body.feeds ?? [] }, options);
  }

  /** Fetches all selected feeds now, some at a time; only feedctl's own service does. */
  async *refreshes(
    selection: RefreshSelection,
    { waitSeconds, ...options }: RefreshOptions = {},
  ): AsyncGenerator<RefreshBatch> {
    let cursor: string | null | undefined;
    do {
      const body = { ...selection, wait_seconds: waitSeconds, ...(cursor && { cursor }) };
      const batch = await this.refreshFeeds(body, options);
      yield batch;
      cursor = batch.cursor;
    } while (typeof cursor === 'string');
  }

  /**
   * A link that signs a browser in to the dashboard, once, within ten minutes; only feedctl's own
   * service has one.
   */
  createDashboardLink(options: CallOptions = {}): Promise<DashboardLink> {
    return this.call(DASHBOARD_LINK, { options });
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
    const { status, headers, text } = (await this.#http.send(call)).response;
    return { status, headers, text };
  }

  /** Closes kept-alive connections. Not needed for a process to end. */
  close(): Promise<void> {
    return this.#http.close();
  }

  protected async call<T>(endpoint: EndpointFacts, given: Given): Promise<T> {
    return (await this.#answerTo(endpoint, given)) as T;
  }

  async #answerTo(endpoint: EndpointFacts, given: Given): Promise<object> {
    if (endpoint.isList) return (await this.#page(endpoint, given)).data;
    const answer = await this.#send(endpoint, given);
    const { status } = answer.response;
    const { ids = {}, options } = given;
    const confirm = CONFIRMATIONS[endpoint.answer];
    const isChange = endpoint.method === 'DELETE' || endpoint.method === 'PUT';
    if (isChange && (isGoneAlready(answer) || isEmptySuccess(answer))) {
      return confirm?.(ids) ?? this.getBundle(ids.id ?? '', options);
    }
    const body = readAnswer(answer);
    if (confirm !== undefined) {
      const sent = isObject(body) ? body : {};
      return rememberAnswer({ ...sent, ...confirm(ids) }, { status, body });
    }
    // Hosted services confirm a change of members with something else than the bundle.
    if (isChange && !(isObject(body) && Array.isArray(body.feeds))) {
      return this.getBundle(ids.id ?? '', options);
    }
    const decoded = decodedOf(answer, () => decodeAnswer(endpoint.answer, body));
    return rememberAnswer(decoded, { status, body });
  }

  protected walk<T extends { id: string }>(endpoint: EndpointFacts, given: Given): Rows<T> {
    const { limit, offset, pageSize, signal, ...query }: ListOptions = given.options;
    return new ListRows<T>(
      async (start, limit) => {
        const options = { limit, ...start, ...query, signal };
        return (await this.#page(endpoint, { ...given, options })) as Page<T>;
      },
      { limit, offset, pageSize },
    );
  }

  async #page(endpoint: EndpointFacts, given: Given): Promise<Page<object>> {
    const answer = await this.#send(endpoint, given);
    const body = readAnswer(answer);
    const { status, headers } = answer.response;
    const decodeRow = (row: unknown) =>
      rememberAnswer(decodeAnswer(endpoint.answer, row), { status, body: row });
    const page = decodedOf(answer, () => decodeList(body, decodeRow));
    // The links of other services lead who knows where.
    return this.service.version === null ? page : { ...page, next: nextCursor(headers.link) };
  }

  /**
   * The answer to a call, whatever its status.
   * @throws UnsupportedError for what only feedctl's own service has, and for one that is too old
   */
  async #send(endpoint: EndpointFacts, given: Given): Promise<Answer> {
    const { method, own } = endpoint;
    const used = usedExtensions(endpoint, given);
    const isOwn = own !== undefined || used.length > 0 ? await this.#hasExtensions(given) : true;
    if (own !== undefined && !isOwn) throw new UnsupportedError(own, null);
    const { ids = {}, body, options } = isOwn ? given : withoutExtensions(endpoint, used, given);
    const { signal, ...query }: CallOptions = options;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) => pathSegment(name, ids[name] ?? ''));
    const answer = await this.#http.send({
      method,
      path,
      below: endpoint.below,
      query,
      body,
      signal,
    });
    const { version } = this.service;
    if (own === undefined || version === null || answer.response.status !== 404) return answer;
    const cause = toApiError(answer);
    const isUnknown = cause.code === undefined || cause.code === 'NOT_FOUND';
    if (isUnknown) throw new UnsupportedError(own, version, { cause });
    return answer;
  }

  /** True when the service takes what only feedctl's own understands. */
  async #hasExtensions({ options: { signal } }: Given): Promise<boolean> {
    if (this.#extensions !== 'detect') return this.#extensions;
    return (await this.detectService({ signal })).version !== null;
  }
}

const DASHBOARD_LINK: EndpointFacts = {
  method: 'POST',
  path: '/dashboard/links',
  below: '/dashboard',
  answer: 'DashboardLink',
  own: 'dashboard',
};

/** The answers of services that send nothing, or of a DELETE that had to be repeated. */
const CONFIRMATIONS: Readonly<Record<string, (ids: NonNullable<Given['ids']>) => object>> = {
  Deleted: ({ id }) => ({ id, deleted: true }),
  RevokedKey: ({ id, keyId = id }) => ({ id: keyId, revoked: true }),
};

/**
 * The JSON of a successful answer.
 * @throws ApiError for any other answer, UnreadableResponseError when it is not JSON
 */
function readAnswer(answer: Answer): unknown {
  if (!isSuccess(answer)) throw toApiError(answer);
  const body = parseJson(answer.response.text);
  if (body === undefined) throw unreadable(answer, describeBody(answer.response));
  return body;
}

/** @throws UnreadableResponseError when the body is not as promised */
function decodedOf<T>(answer: Answer, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof DecodeError ? unreadable(answer, error.message) : error;
  }
}

function isSuccess({ response }: Answer): boolean {
  return response.status >= 200 && response.status < 300;
}

/** A success that has nothing in its body, which some services answer a change with. */
function isEmptySuccess(answer: Answer): boolean {
  return isSuccess(answer) && answer.response.text.trim() === '';
}

/** A DELETE that had to be repeated may have succeeded the first time. */
function isGoneAlready({ request, response, attempts }: Answer): boolean {
  return request.method === 'DELETE' && response.status === 404 && attempts > 1;
}
