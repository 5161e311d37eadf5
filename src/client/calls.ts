import { describeBody, toApiError, unreadable } from './api-error.js';
import {
  DecodeError,
  decodeFeedSummary,
  decodeList,
  isObject,
  type Page,
  rememberAnswer,
} from './decode.js';
import { ApiError, UnsupportedError } from './errors.js';
import { type Answer, type Call, Http } from './http.js';
import type { CallOptions, Settings } from './options.js';
import { type ListOptions, OffsetRows, type Rows } from './paging.js';
import type { Deleted } from './resources.js';
import type { ServiceInfo } from './timing.js';

type CallFacts = Omit<Call, 'method' | 'path'>;

/** What the methods of the client have in common: sends calls and decodes their answers. */
export class Calls {
  readonly #http: Http;
  readonly #extensions: boolean | 'detect';

  constructor(settings: Settings) {
    this.#http = new Http(settings);
    this.#extensions = settings.extensions;
  }

  get service(): ServiceInfo {
    return this.#http.service;
  }

  /** Asks for one feed if no answer has told yet which kind of service this is. */
  async detectService(options: CallOptions): Promise<ServiceInfo> {
    if (!this.service.known) {
      await this.page('/v1/feeds', decodeFeedSummary, { ...options, query: { limit: 1 } });
    }
    return this.service;
  }

  /** True when the service takes what only feedctl's own understands. */
  async hasExtensions({ signal }: CallOptions): Promise<boolean> {
    if (this.#extensions !== 'detect') return this.#extensions;
    // The options of a call may carry its body too, which is not for the request that detects.
    return (await this.detectService({ signal })).version !== null;
  }

  /** The answer to a call, whatever its status. */
  send(call: Call): Promise<Answer> {
    return this.#http.send(call);
  }

  async call<T extends object>(
    method: string,
    path: string,
    decode: (body: unknown) => T,
    options: CallFacts,
  ): Promise<T> {
    const answer = await this.#http.send({ ...options, method, path });
    return readAnswer(answer, (body) =>
      rememberAnswer(decode(body), { status: answer.response.status, body }),
    );
  }

  page<T extends object>(
    path: string,
    decodeRow: (row: unknown) => T,
    options: CallFacts,
  ): Promise<Page<T>> {
    const decodeAndRemember = (row: unknown) =>
      rememberAnswer(decodeRow(row), { status: 200, body: row });
    return this.call('GET', path, (body) => decodeList(body, decodeAndRemember), options);
  }

  /** @param readPage what reads a page; `page` where nothing is to be checked before it */
  rows<T extends { id: string }>(
    { signal, ...options }: ListOptions,
    readPage: (call: CallFacts) => Promise<Page<T>>,
    query: CallFacts['query'] = {},
  ): Rows<T> {
    return new OffsetRows(
      (offset, limit) => readPage({ query: { limit, offset, ...query }, signal }),
      options,
    );
  }

  async delete(id: string, path: string, options: CallOptions): Promise<Deleted> {
    const answer = await this.#http.send({ ...options, method: 'DELETE', path });
    const deleted: Deleted = { id, deleted: true };
    const { status } = answer.response;
    if (isGoneAlready(answer) || isEmptySuccess(answer)) return deleted;
    return readAnswer(answer, (body) =>
      rememberAnswer(isObject(body) ? { ...body, ...deleted } : deleted, { status, body }),
    );
  }

  /**
   * Makes calls of endpoints that only feedctl's own service has.
   *
   * @param feature what the endpoints are about: `webhooks`
   * @throws UnsupportedError for another service, and for a feedctl that is too old to have them
   */
  async own<T>(feature: string, options: CallOptions, work: () => Promise<T>): Promise<T> {
    if (!(await this.hasExtensions(options))) throw new UnsupportedError(feature, null);
    try {
      return await work();
    } catch (error) {
      const { version } = this.service;
      if (version === null || !isUnknownEndpoint(error)) throw error;
      throw new UnsupportedError(feature, version, { cause: error });
    }
  }

  close(): Promise<void> {
    return this.#http.close();
  }
}

/** True for a 404 that is about the path and not about what an id names: an older release. */
function isUnknownEndpoint(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 404) return false;
  return error.code === undefined || error.code === 'NOT_FOUND';
}

/**
 * Decodes the JSON of a successful answer.
 *
 * @throws ApiError for any other answer, UnreadableResponseError when the body is not as promised
 */
export function readAnswer<T>(answer: Answer, decode: (body: unknown) => T): T {
  if (!isSuccess(answer)) throw toApiError(answer);
  try {
    return decode(JSON.parse(answer.response.text));
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(answer, describeBody(answer.response));
    if (error instanceof DecodeError) throw unreadable(answer, error.message);
    throw error;
  }
}

/** True for a success that has nothing in its body, which some services answer a DELETE with. */
export function isEmptySuccess(answer: Answer): boolean {
  return isSuccess(answer) && answer.response.text.trim() === '';
}

/** A DELETE that had to be repeated may have succeeded the first time. */
export function isGoneAlready({ request, response, attempts }: Answer): boolean {
  return request.method === 'DELETE' && response.status === 404 && attempts > 1;
}

function isSuccess({ response }: Answer): boolean {
  return response.status >= 200 && response.status < 300;
}
