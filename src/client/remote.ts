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

/** Calls over HTTP, of feedctl's own service and of others with this interface. */
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

  /** The answer of any endpoint, also of one outside the table. */
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
    // Hosted services confirm a change of members with something else than the bundle.
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

  /** True when the service takes what only feedctl's own understands. */
  async #hasExtensions({ options: { signal } }: Given): Promise<boolean> {
    if (this.#extensions !== 'detect') return this.#extensions;
    return (await this.detect(signal)).version !== null;
  }
}

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
  if (body === undefined) throw unreadableAnswer(answer, describeBody(answer.response));
  return body;
}

/** @throws UnreadableResponseError when the body is not as promised */
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

/** A success that has nothing in its body, which some services answer a change with. */
function isEmptySuccess(answer: Answer): boolean {
  return isSuccess(answer) && answer.response.text.trim() === '';
}

/** A DELETE that had to be repeated may have succeeded the first time. */
function isGoneAlready({ request, response, attempts }: Answer): boolean {
  return request.method === 'DELETE' && response.status === 404 && attempts > 1;
}
