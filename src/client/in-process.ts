import { abortable, linkSignals } from '../base/abort.js';
import { VERSION } from '../contract/version.js';
import { rememberAnswer } from './answers.js';
import { errorOfCall } from './api-error.js';
import { callPath, type Given } from './calls.js';
import type { Page } from './decode.js';
import { ENDPOINTS } from './methods.js';
import { timeoutError } from './network-error.js';
import {
  type CheckedManners,
  checkManners,
  type FeedClientOptions,
  type Manners,
} from './options.js';
import type { CallAnswer, EndpointName, Road, ServiceCall } from './road.js';
import { WritePace } from './write-pace.js';

/** Options of a `FeedClient` for a service in this process. */
export interface InProcessOptions extends Manners {
  /** Answers the calls with objects: nothing is serialised, decoded or retried. */
  call: ServiceCall;
  /** Opens the HTTP interface of the same service for raw requests, at the first of them. */
  http?: (() => Promise<FeedClientOptions>) | undefined;
}

const THIS_PROCESS = 'The service in this process';

/** Calls a service in this process. */
export class InProcess implements Road {
  readonly service = { version: VERSION, known: true };
  readonly #call: ServiceCall;
  readonly #manners: CheckedManners;
  #pace: WritePace | undefined;

  /** @throws {@link ConfigurationError} that names the wrong option */
  constructor(options: InProcessOptions) {
    this.#call = options.call;
    this.#manners = checkManners(options);
  }

  async answer(name: EndpointName, given: Given): Promise<object> {
    const { status, body } = await this.#send(name, given);
    return rememberAnswer(body as object, { status, body });
  }

  async page(name: EndpointName, given: Given): Promise<Page<object>> {
    const { status, body, next } = await this.#send(name, given);
    const data = (body as object[]).map((row) => rememberAnswer(row, { status, body: row }));
    return { data, total: undefined, limit: undefined, next: next ?? undefined };
  }

  async detect() {
    return this.service;
  }

  async close(): Promise<void> {}

  /** @throws ApiError unless the answer is a success */
  async #send(name: EndpointName, { ids = {}, body, options }: Given): Promise<CallAnswer> {
    const { method } = ENDPOINTS[name];
    const { signal, ...query }: Given['options'] = options;
    const { timeoutMs, writeIntervalMs = 0, timing, hooks } = this.#manners;
    const path = callPath(ENDPOINTS[name], ids);
    const attempt = { method, url: requestAddress(path, query), attempt: 1 };
    const ended = linkSignals(this.#manners.signal, signal);
    let timer: NodeJS.Timeout | undefined;
    try {
      if (method !== 'GET' && writeIntervalMs > 0) {
        this.#pace ??= new WritePace(timing);
        await this.#pace.wait(writeIntervalMs, ended.signal);
      }
      ended.signal.throwIfAborted();
      timer = setTimeout(() => ended.abort(timeoutError(THIS_PROCESS, timeoutMs)), timeoutMs);
      const startedAt = timing.now();
      hooks.onRequest?.({ ...attempt, headers: {}, body: body && JSON.stringify(body) });
      const answer = await abortable(this.#call(name, { params: ids, query, body }), ended.signal);
      // The answer is here: a timeout that is overdue because SQLite waited for a lock must not
      // discard it.
      clearTimeout(timer);
      // Answers of SQLite do not yield to the event loop: without this turn, a command that reads
      // 30,000 feeds would notice a signal only at its end. The next call checks the signal.
      await new Promise((resolve) => setImmediate(resolve));
      const { status } = answer;
      hooks.onResponse?.({
        ...attempt,
        ...{ status, headers: {}, durationMs: timing.now() - startedAt },
        ...{ error: undefined, retryInMs: undefined },
      });
      if (status >= 400) throw errorOfCall({ method, path }, answer);
      return answer;
    } finally {
      clearTimeout(timer);
      ended.release();
    }
  }
}

/** The path and query that an HTTP request for the same call would have. */
function requestAddress(path: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
