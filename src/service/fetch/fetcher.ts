import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { abortable } from '../../base/abort.js';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { type Clock, systemClock } from '../core/time.js';
import { type AddressPolicy, addressPolicy } from './address-policy.js';
import { Body } from './body.js';
import { BodyBudget, leaveWhenRead } from './body-budget.js';
import { Cookies } from './cookies.js';
import { describeFailure, timedOut } from './describe-failure.js';
import { Dispatchers } from './dispatchers.js';
import type { FetchedDocument } from './fetched-document.js';
import { httpFailure, SourceError } from './http-failure.js';
import { outgoingUrl, userAgent } from './outgoing-url.js';
import { RateGate, RateSlot, type SharedRateLimit } from './rate-gate.js';
import { ACCEPT_ENCODING, readBody, readExcerpt } from './read-body.js';
import { followRedirect, type Hop, isRedirect } from './redirect.js';
import type { RequestAccess } from './request-access.js';
import { TimeBudget } from './time-budget.js';
import { type Resolver, systemResolver } from './vetted-connector.js';

export interface FetcherOptions {
  /** `allowPrivateNetworks`: allows private and loopback addresses, never metadata ones. */
  allowPrivateNetworks?: boolean;
  /** `hostConcurrency`: default 2 per registrable domain; loopback is exempt unless set. */
  hostConcurrency?: number | undefined;
  /** `hostIntervalMs` in milliseconds: default 1000; loopback is exempt unless set. */
  hostIntervalMs?: number | undefined;
  /** Rate limit shared by several processes; omitted with a single process. */
  sharedRateLimit?: SharedRateLimit | undefined;
  /** `globalConcurrency`: maximum number of concurrent requests; default 160. */
  globalConcurrency?: number | undefined;
  /** `maxBodyBytes`: bytes of a body as sent; decompressed it may have twice as many. */
  maxBodyBytes?: number | undefined;
  /**
   * `fetchProxy`. The proxy then makes the connections, so it must check addresses itself.
   */
  fetchProxy?: string | undefined;
  /** Public address of the instance, sent to every site in the User-Agent. */
  publicUrl?: string | undefined;
  clock?: Clock;
  resolve?: Resolver;
  /** Replaces the policy derived from `allowPrivateNetworks`. */
  policy?: AddressPolicy;
  limits?: Partial<FetchLimits>;
  /** Waits for a rate-limit slot; replaced in tests without a real clock. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

export interface FetchLimits {
  connectTimeoutMs: number;
  /** Timeout for the exchange with redirects and body, without the wait for a slot. */
  timeoutMs: number;
  wireBytes: number;
  decodedBytes: number;
  maxRedirects: number;
}

export const FETCH_LIMITS: FetchLimits = {
  connectTimeoutMs: 10_000,
  timeoutMs: 30_000,
  wireBytes: SERVICE_SETTINGS.maxBodyBytes.default,
  decodedBytes: 20_000_000,
  maxRedirects: 5,
};

export interface FetchRequest {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Value of the Accept header. */
  accept?: string;
  signal?: AbortSignal;
  /** 0 returns a redirect as the response (with `anyStatus`). */
  maxRedirects?: number;
  timeoutMs?: number;
  decodedBytes?: number;
  /** Keeps only this many bytes of the body, undecoded, and stops reading after them. */
  excerptBytes?: number;
  /** Returns responses of any status; otherwise all but success and 304 throw. */
  anyStatus?: boolean;
  /** Headers, credentials and proxy of the feed's source. */
  access?: RequestAccess | undefined;
  /** Starts at once, whatever the interval and the concurrency of the host; for a few requests. */
  isBurst?: boolean;
}

/** The only HTTP client of the service: feeds, pages, icons, robots.txt, webhooks. */
export interface Fetcher {
  /**
   * @throws SourceError SOURCE_UNREACHABLE, SOURCE_FORBIDDEN, SOURCE_BLOCKED, SOURCE_INVALID or
   *   SOURCE_TOO_LARGE; the reason of `signal` when that was aborted.
   */
  fetch(address: string, request?: FetchRequest): Promise<FetchedDocument>;
  /** Cancels all requests, including waits for a slot. */
  close(): Promise<void>;
}

/** More than the refresh loop has slots, so that previews and new feeds do not wait for it. */
const GLOBAL_CONCURRENCY = SERVICE_SETTINGS.globalConcurrency.default;

export function createFetcher(options: FetcherOptions = {}): Fetcher {
  return new HttpFetcher(options);
}

class HttpFetcher implements Fetcher {
  readonly #clock: Clock;
  readonly #limits: FetchLimits;
  readonly #ways: Dispatchers;
  readonly #agentName: string;
  readonly #gate: RateGate;
  readonly #bodies = new BodyBudget();
  readonly #closing = new AbortController();

  constructor(options: FetcherOptions) {
    const { fetchProxy, hostConcurrency, hostIntervalMs, sharedRateLimit, wait } = options;
    const { allowPrivateNetworks = false, resolve = systemResolver } = options;
    const policy = options.policy ?? addressPolicy({ allowPrivateNetworks });
    this.#clock = options.clock ?? systemClock;
    this.#limits = { ...FETCH_LIMITS, ...sizesOf(options.maxBodyBytes), ...options.limits };
    const limits = this.#limits;
    this.#ways = new Dispatchers({ fetchProxy, hostConcurrency, policy, resolve, limits });
    this.#agentName = userAgent(options.publicUrl);
    this.#gate = new RateGate({
      clock: this.#clock,
      hostConcurrency,
      hostIntervalMs,
      sharedRateLimit,
      globalConcurrency: options.globalConcurrency ?? GLOBAL_CONCURRENCY,
      ...(wait && { wait }),
    });
    // Every waiting request listens to the signal, which is not a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  async fetch(address: string, request: FetchRequest = {}): Promise<FetchedDocument> {
    const maxRedirects = request.maxRedirects ?? this.#limits.maxRedirects;
    const signal = anyOf(this.#closing.signal, request.signal);
    const slot = new RateSlot(this.#gate, signal, request.isBurst === true);
    const budget = new TimeBudget(request.timeoutMs ?? this.#limits.timeoutMs);
    const cookies = new Cookies();
    let hop = firstHop(address, request, this.#agentName);
    try {
      for (;;) {
        await slot.moveTo(hop.url.hostname);
        const { answer, setCookie } = await this.#exchange(hop, request, budget, cookies);
        const { location } = answer.headers;
        if (maxRedirects === 0 || !isRedirect(answer.status, location)) {
          return this.#settled(answer, request);
        }
        const gotCookies = cookies.take(hop.url, setCookie, this.#clock.now());
        hop = followRedirect(hop, answer.status, location, maxRedirects, gotCookies);
      }
    } finally {
      slot.end();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new SourceError('SOURCE_UNREACHABLE', 'The service is stopping.'));
    await this.#ways.close();
  }

  /** One request with its answer, within the remaining time. */
  async #exchange(
    hop: Hop,
    request: FetchRequest,
    budget: TimeBudget,
    cookies: Cookies,
  ): Promise<{ answer: FetchedDocument; setCookie: string | string[] | undefined }> {
    const { host } = hop.url;
    const timeout = budget.start();
    const signal = anyOf(timeout.signal, request.signal);
    try {
      const response = await abortable(this.#send(hop, request.access, cookies, signal), signal);
      const headers = flatHeaders(response.headers);
      const bodyless = isRedirect(response.statusCode, headers.location) || hop.method === 'HEAD';
      if (bodyless) await response.body.dump({ limit: 65_536, signal });
      const body = bodyless
        ? new Body([])
        : await this.#bodyOf(response.body as Readable, headers, request, host);
      const answer = answerOf(hop, response.statusCode, headers, body);
      return { answer, setCookie: response.headers['set-cookie'] };
    } catch (error) {
      request.signal?.throwIfAborted();
      if (timeout.signal.aborted) throw timedOut(host, budget.totalMs);
      const isFeedProxy = typeof request.access?.proxy === 'string';
      throw describeFailure(error, host, { ...this.#limits, isFeedProxy });
    } finally {
      timeout.stop();
    }
  }

  async #send(
    hop: Hop,
    access: RequestAccess | undefined,
    cookies: Cookies,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const dispatcher = await this.#ways.to(hop.url.hostname, access?.proxy ?? null);
    const headers = { ...hop.headers, ...hop.accessHeaders };
    const cookie = cookies.header(hop.url, headers.cookie);
    return dispatcher.request({
      origin: hop.url.origin,
      path: `${hop.url.pathname}${hop.url.search}`,
      method: hop.method as Dispatcher.HttpMethod,
      headers: { ...headers, ...(cookie !== undefined && { cookie }) },
      body: hop.body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async #bodyOf(
    body: Readable,
    headers: Record<string, string>,
    { excerptBytes, decodedBytes = this.#limits.decodedBytes }: FetchRequest,
    host: string,
  ): Promise<Body> {
    if (excerptBytes !== undefined) return readExcerpt(body, excerptBytes);
    const { wireBytes } = this.#limits;
    const share = this.#bodies.enter();
    try {
      const bounds = { wireBytes, decodedBytes, share };
      return await readBody(body, headers['content-encoding'], bounds, host);
    } finally {
      leaveWhenRead(share);
    }
  }

  /** @throws SourceError for a status other than success, unless `anyStatus` is set */
  #settled(answer: FetchedDocument, request: FetchRequest): FetchedDocument {
    const fine = (answer.status >= 200 && answer.status < 300) || answer.notModified;
    if (fine || request.anyStatus === true) return answer;
    throw httpFailure(answer, this.#clock.now());
  }
}

function sizesOf(maxBodyBytes: number | undefined): Partial<FetchLimits> {
  return maxBodyBytes === undefined
    ? {}
    : { wireBytes: maxBodyBytes, decodedBytes: 2 * maxBodyBytes };
}

function firstHop(address: string, request: FetchRequest, agentName: string): Hop {
  const url = outgoingUrl(address);
  const { access } = request;
  return {
    url,
    method: request.method ?? 'GET',
    headers: {
      'user-agent': agentName,
      accept: request.accept ?? '*/*',
      'accept-encoding': ACCEPT_ENCODING,
      ...request.headers,
    },
    accessHeaders: access?.origin === url.origin ? access.headers : null,
    body: request.body ?? null,
    visited: [],
    visitedAlike: [],
    permanentUrl: null,
  };
}

function answerOf(
  hop: Hop,
  status: number,
  headers: Record<string, string>,
  body: Body,
): FetchedDocument {
  return {
    requestedUrl: hop.visited[0] ?? hop.url.href,
    url: hop.url.href,
    permanentUrl: hop.permanentUrl,
    status,
    headers,
    body,
    notModified: status === 304,
  };
}

function flatHeaders(headers: Record<string, string | string[] | undefined>) {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function anyOf(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? signal : AbortSignal.any([signal, other]);
}
