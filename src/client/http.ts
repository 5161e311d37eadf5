import { linkSignals } from '../base/abort.js';
import { parseRetryAfter } from '../base/retry-after.js';
import { type Exchange, toApiError } from './api-error.js';
import { type PathPrefix, type Query, resolvePath } from './base-url.js';
import { ConfigurationError, type NetworkError } from './errors.js';
import { openNetwork } from './network.js';
import { timeoutError, toNetworkError } from './network-error.js';
import type { Settings } from './options.js';
import { type FailedAttempt, retryDelay } from './retry-policy.js';
import { ServiceObserver } from './timing.js';
import {
  handlerTransport,
  type Transport,
  type WireRequest,
  type WireResponse,
} from './transport.js';
import { WritePace, writeInterval } from './write-pace.js';

/** One call of the interface. */
export interface Call {
  method: string;
  path: string;
  /** Prefix that the path must keep; default `/v1`. */
  below?: PathPrefix | undefined;
  query?: Query | undefined;
  /** A string is sent as it is, any other value as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** The last answer to a call. */
export interface Answer extends Exchange {
  /** Number of attempts. */
  attempts: number;
}

/** A request without its deadline. */
type Draft = Omit<WireRequest, 'signal'>;

/** How one attempt ended. */
type Outcome =
  | { response: WireResponse; error?: never; failure: FailedAttempt }
  | { response?: never; error: NetworkError; failure: FailedAttempt };

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']);

/** Sends calls over HTTP: builds requests, paces writes, and retries where that is safe. */
export class Http {
  /** What the client knows of the service so far. */
  readonly service = new ServiceObserver();
  readonly #settings: Settings;
  readonly #pace: WritePace;
  #transport: Promise<Transport> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#pace = new WritePace(settings.timing);
  }

  /**
   * Sends a call and returns the last answer, which may have an error status.
   *
   * @throws NetworkError if no answer came, RedirectError for a redirect, ConfigurationError for a
   * call that must not be sent, the signal's reason if it was aborted
   */
  async send(call: Call): Promise<Answer> {
    const draft = this.#draft(call);
    const caller = linkSignals(this.#settings.signal, call.signal);
    try {
      return await this.#repeat(draft, caller.signal);
    } finally {
      caller.release();
    }
  }

  /** Closes kept-alive connections. The client can be used again afterwards. */
  async close(): Promise<void> {
    const transport = this.#transport;
    this.#transport = undefined;
    await (await transport)?.close();
  }

  async #repeat(draft: Draft, signal: AbortSignal): Promise<Answer> {
    const { retry, timing } = this.#settings;
    for (let attempt = 1; ; attempt++) {
      await this.#waitForTurn(draft.method, signal);
      const startedAt = timing.now();
      this.#reportRequest(draft, attempt);
      const outcome = await this.#attempt(draft, signal);
      const delay = retryDelay(draft.method, attempt, outcome.failure, timing.random(), retry);
      this.#reportResponse(draft, attempt, outcome, timing.now() - startedAt, delay);
      if (delay === null) return this.#conclude(draft, attempt, outcome);
      await timing.sleep(delay, signal);
    }
  }

  async #attempt(draft: Draft, caller: AbortSignal): Promise<Outcome> {
    caller.throwIfAborted();
    const { timeoutMs, timing } = this.#settings;
    const transport = await this.#openTransport();
    const deadline = linkSignals(caller);
    const timeout = timeoutError(draft.url.host, timeoutMs);
    const timer = setTimeout(() => deadline.abort(timeout), timeoutMs);
    try {
      const response = await transport.send({ ...draft, signal: deadline.signal });
      this.service.observe(response);
      const retryAfterSeconds = parseRetryAfter(response.headers['retry-after'], timing.now());
      return { response, failure: { kind: 'status', status: response.status, retryAfterSeconds } };
    } catch (error) {
      caller.throwIfAborted();
      if (deadline.signal.aborted) return { error: timeout, failure: { kind: 'timeout' } };
      const networkError = toNetworkError(error, draft.url);
      if (networkError === undefined) throw error;
      return { error: networkError, failure: { kind: 'network' } };
    } finally {
      clearTimeout(timer);
      deadline.release();
    }
  }

  #conclude(draft: Draft, attempts: number, outcome: Outcome): Answer {
    if (outcome.error !== undefined) throw outcome.error;
    const { response } = outcome;
    const { credentials, timing } = this.#settings;
    const answer = { request: draft, response, credentials, now: timing.now(), attempts };
    if (response.status >= 300 && response.status < 400) throw toApiError(answer);
    return answer;
  }

  #draft({ method, path, below, query, body }: Call): Draft {
    if (!METHODS.has(method)) {
      throw new ConfigurationError('method', `"${method}" is not a method of the interface.`, {
        suggestion: `Use one of ${[...METHODS].join(', ')}.`,
      });
    }
    if (body !== undefined && method === 'GET') {
      throw new ConfigurationError('body', 'A GET request carries no body.');
    }
    const { base, credentials, userAgent } = this.#settings;
    return {
      method,
      url: resolvePath(base, path, query, below),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${credentials.apiKey}:${credentials.apiSecret}`,
        'user-agent': userAgent,
        // POST and PATCH require it (docs/api.md); it is sent with every body.
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    };
  }

  async #waitForTurn(method: string, signal: AbortSignal): Promise<void> {
    if (method === 'GET') return;
    const { writeIntervalMs, handler } = this.#settings;
    const interval = writeInterval({
      chosenMs: writeIntervalMs,
      inProcess: handler !== undefined,
      ownService: this.service.version !== null,
    });
    await this.#pace.wait(interval, signal);
  }

  async #openTransport(): Promise<Transport> {
    this.#transport ??= this.#makeTransport();
    try {
      return await this.#transport;
    } catch (error) {
      this.#transport = undefined;
      throw error;
    }
  }

  async #makeTransport(): Promise<Transport> {
    const { handler, base } = this.#settings;
    return handler === undefined ? openNetwork(base) : handlerTransport(handler);
  }

  #reportRequest(draft: Draft, attempt: number): void {
    const { authorization: _, ...headers } = draft.headers;
    const { method, url, body } = draft;
    this.#settings.hooks.onRequest?.({ method, url: url.href, headers, body, attempt });
  }

  #reportResponse(
    draft: Draft,
    attempt: number,
    outcome: Outcome,
    durationMs: number,
    delay: number | null,
  ): void {
    this.#settings.hooks.onResponse?.({
      method: draft.method,
      url: draft.url.href,
      attempt,
      status: outcome.response?.status,
      headers: outcome.response?.headers ?? {},
      durationMs,
      error: outcome.error,
      retryInMs: delay ?? undefined,
    });
  }
}
