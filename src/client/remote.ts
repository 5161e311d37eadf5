import { isObject, parseJson } from '../base/json.js';
import { rememberAnswer } from './answers.js';
import { describeBody, toApiError, unreadableAnswer } from './api-error.js';
import {
  callPath,
  type EndpointFacts,
  type Given,
  usedExtensions,
  withoutExtensions,
} from './calls.js';
import { DecodeError, decodeAnswer, decodeList, type Page } from './decode.js';
import { UnsupportedError } from './errors.js';
import { type Answer, Http } from './http.js';
import { ENDPOINTS } from './methods.js';
import type { CallOptions, RawCallOptions, RawResponse, Settings } from './options.js';
import { nextCursor } from './paging.js';
import type { PageQuery } from './resources.js';
import type { EndpointName, Road } from './road.js';
import type { ServiceInfo } from './timing.js';

/** Calls a service over HTTP: feedctl's own, or another one with this interface. */
export class Remote implements Road {
  readonly #http: Http;
  readonly #extensions: boolean | 'detect';

  constructor(settings: Settings) {
    this.#http = new Http(settings);
    this.#extensions = settings.extensions;
  }

  get service(): ServiceInfo {
    return this.#http.service;
  }

  answer(name: EndpointName, given: Given): Promise<object> {
    return this.answerTo(ENDPOINTS[name], given);
  }

  page(name: EndpointName, given: Given): Promise<Page<object>> {
    return this.#page(ENDPOINTS[name], given);
  }

  async detect(signal?: AbortSignal): Promise<ServiceInfo> {
    const options: PageQuery & CallOptions = { limit: 1, signal };
    if (!this.service.known) await this.page('listFeeds', { options });
    return this.service;
  }

  /** See `FeedClient.request`. */
  async request(
    method: string,
    path: string,
    { query, body, signal }: RawCallOptions,
  ): Promise<RawResponse> {
    const call = { method: method.toUpperCase(), path, query, body, signal };
    const { status, headers, text } = (await this.#http.send(call)).response;
    return { status, headers, text };
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  /** The answer of any endpoint, including endpoints that are not in the table. */
  async answerTo(endpoint: EndpointFacts, given: Given): Promise<object> {
    const answer = await this.#send(endpoint, given);
    const { status } = answer.response;
    const { ids = {}, options } = given;
    const confirm = CONFIRMATIONS[endpoint.answer];
    const isChange = endpoint.method === 'DELETE' || endpoint.method === 'PUT';
    if (isChange && (isGoneAlready(answer) || isEmptySuccess(answer))) {
      return confirm?.(ids) ?? this.answer('getBundle', { ids, options });
    }
    const body = readAnswer(answer);
    if (confirm !== undefined) {
      const sent = isObject(body) ? body : {};
      return rememberAnswer({ ...sent, ...confirm(ids) }, { status, body });
    }
    // Hosted services answer a change of members with another body than the bundle.
    if (isChange && !(isObject(body) && Array.isArray(body.feeds))) {
      return this.answer('getBundle', { ids, options });
    }
    const decoded = decodedOf(answer, () => decodeAnswer(endpoint.answer, body));
    return rememberAnswer(decoded, { status, body });
  }

  async #page(endpoint: EndpointFacts, given: Given): Promise<Page<object>> {
    const answer = await this.#send(endpoint, given);
    const body = readAnswer(answer);
    const { status, headers } = answer.response;
    const decodeRow = (row: unknown) =>
      rememberAnswer(decodeAnswer(endpoint.answer, row), { status, body: row });
    const page = decodedOf(answer, () => decodeList(body, decodeRow));
    // Links of other services are ignored: they may lead anywhere.
    return this.service.version === null ? page : { ...page, next: nextCursor(headers.link) };
  }

  /**
   * The answer to a call, whatever its status. @throws UnsupportedError for a feature of feedctl's
   * own service that this one lacks, or is too old for
   */
  async #send(endpoint: EndpointFacts, given: Given): Promise<Answer> {
    const { method, own } = endpoint;
    const used = usedExtensions(endpoint, given);
    const isOwn = own !== undefined || used.length > 0 ? await this.#hasExtensions(given) : true;
    if (own !== undefined && !isOwn) throw new UnsupportedError(own, null);
    const { ids = {}, body, options } = isOwn ? given : withoutExtensions(endpoint, used, given);
    const { signal, ...query }: CallOptions = options;
    const path = callPath(endpoint, ids);
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

  /** True if the service accepts the extensions of feedctl's own. */
  async #hasExtensions({ options: { signal } }: Given): Promise<boolean> {
    if (this.#extensions !== 'detect') return this.#extensions;
    return (await this.detect(signal)).version !== null;
  }
}

/** Answers in place of an empty one, and of a repeated DELETE that succeeded the first time. */
const CONFIRMATIONS: Readonly<Record<string, (ids: NonNullable<Given['ids']>) => object>> = {
  Deleted: ({ id }) => ({ id, deleted: true }),
  RevokedKey: ({ id, keyId = id }) => ({ id: keyId, revoked: true }),
};

/**
 * The JSON of a successful answer. @throws ApiError for any other answer, UnreadableResponseError
 * if it is not JSON
 */
function readAnswer(answer: Answer): unknown {
  if (!isSuccess(answer)) throw toApiError(answer);
  const body = parseJson(answer.response.text);
  if (body === undefined) throw unreadableAnswer(answer, describeBody(answer.response));
  return body;
}

/** @throws UnreadableResponseError if the body is not as promised */
function decodedOf<T>(answer: Answer, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof DecodeError ? unreadableAnswer(answer, error.message) : error;
  }
}

function isSuccess({ response }: Answer): boolean {
  return response.status >= 200 && response.status < 300;
}

/** True for a success without a body, which some services send after a change. */
function isEmptySuccess(answer: Answer): boolean {
  return isSuccess(answer) && answer.response.text.trim() === '';
}

/** True if a repeated DELETE finds nothing: the first one may have succeeded. */
function isGoneAlready({ request, response, attempts }: Answer): boolean {
  return request.method === 'DELETE' && response.status === 404 && attempts > 1;
}
