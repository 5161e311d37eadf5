import { isObject, parseJson } from '../base/json.js';
import { parseRetryAfter } from '../base/retry-after.js';
import { parseUrl } from '../base/url.js';
import { type Credentials, withoutSecret } from './credentials.js';
import {
  ApiError,
  type ApiErrorFacts,
  type ErrorObject,
  type LikelyList,
  type NextRequest,
  RedirectError,
  UnreadableResponseError,
} from './errors.js';
import type { CallAnswer } from './road.js';
import type { WireRequest, WireResponse } from './transport.js';

/** Bytes that are kept of a body that is not JSON. */
const BODY_START_BYTES = 512;

/** Maximum length of a text of an error, in characters. */
const MAX_TEXT_LENGTH = 1000;

/** Maximum number of errors of one answer. */
const MAX_ERRORS = 100;

const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-amzn-requestid', 'cf-ray'];

/** The request and its answer, from which an error is made. */
export interface Exchange {
  request: Pick<WireRequest, 'method' | 'url'>;
  response: WireResponse;
  credentials: Credentials;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The error of an unsuccessful answer: a redirect, an error object, or any other body. */
export function toApiError(exchange: Exchange): ApiError {
  const facts = errorFacts(exchange);
  if (facts.status >= 300 && facts.status < 400) return redirectError(exchange, facts);
  return apiError(messageOf(facts, exchange), facts);
}

/** The error of an unsuccessful call in this process, which answers with an error object. */
export function errorOfCall(
  request: { method: string; path: string },
  { status, body, retryAfterSeconds }: CallAnswer,
): ApiError {
  const errorBody = body as ErrorObject;
  return apiError(errorBody.message, {
    ...request,
    status,
    codes: errorBody.errors.map(({ code }) => code),
    errorBody,
    bodyStart: undefined,
    contentType: undefined,
    requestId: undefined,
    retryAfterSeconds,
  });
}

function apiError(message: string, facts: ApiErrorFacts): ApiError {
  const { retryAfterSeconds } = facts;
  const suggestion =
    retryAfterSeconds === undefined ? {} : { suggestion: `Try again in ${retryAfterSeconds} s.` };
  return new ApiError(message, facts, suggestion);
}

/** The error of a successful answer with an unusable body. */
export function unreadableAnswer(exchange: Exchange, problem: string): UnreadableResponseError {
  const facts = errorFacts(exchange);
  return new UnreadableResponseError(
    `${facts.method} ${facts.path} answered ${facts.status}, but ${problem}.`,
    { ...facts, bodyStart: facts.bodyStart ?? bodyStart(exchange) },
    { suggestion: 'Check that the base address is that of the interface, not of a web site.' },
  );
}

function isNoJson(text: string): boolean {
  return parseJson(text) === undefined;
}

/** Describes a body that should have been JSON. */
export function describeBody(response: WireResponse): string {
  if (response.text.trim() === '') return 'the body is empty';
  if (/^\s*<(?:!doctype|html|\?xml|[a-z])/i.test(response.text)) {
    return 'the body is a web page, not JSON';
  }
  return 'the body is not JSON';
}

function redirectError(exchange: Exchange, facts: ApiErrorFacts): RedirectError {
  const { url } = exchange.request;
  const location = exchange.response.headers.location;
  const target = location === undefined ? null : parseUrl(location, url.href);
  const origin = target?.origin;
  const where = origin === undefined ? 'nowhere' : origin === url.origin ? 'another path' : origin;
  return new RedirectError(
    `${url.origin} redirects to ${where} (${facts.status}); the redirect was not followed, so that the secret stays with ${url.host}.`,
    facts,
    {
      locationOrigin: origin,
      suggestion: 'If that is where the service lives now, use its address as the base address.',
    },
  );
}

function errorFacts({ request, response, credentials, now }: Exchange): ApiErrorFacts {
  const safe = { ...response, text: withoutSecret(response.text, credentials) };
  const body = parseJson(safe.text);
  const isError = response.status >= 400;
  const errorBody = isError ? errorObject(body, response.status) : undefined;
  return {
    status: response.status,
    method: request.method,
    path: request.url.pathname,
    codes: errorBody?.errors.map(({ code }) => code).filter((code) => code !== '') ?? [],
    errorBody,
    bodyStart: body === undefined && safe.text !== '' ? textStart(safe.text) : undefined,
    contentType: response.headers['content-type'],
    requestId: REQUEST_ID_HEADERS.map((name) => response.headers[name]).find(Boolean),
    retryAfterSeconds: parseRetryAfter(response.headers['retry-after'], now),
  };
}

/** Reasons of the statuses that gateways send themselves (RFC 9110). */
const GATEWAY: Readonly<Record<number, string>> = {
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

function messageOf(facts: ApiErrorFacts, { request, response }: Exchange): string {
  const message = facts.errorBody?.message || facts.errorBody?.errors[0]?.title;
  if (message) return message;
  const reason = GATEWAY[facts.status];
  if (reason !== undefined && isNoJson(response.text)) {
    const program = /^[\w-]+/.exec(response.headers.server ?? '')?.[0];
    const by = program === undefined ? '' : ` (${program})`;
    return `${request.url.host} answers ${facts.status} ${reason}${by}: the proxy is up, the service behind it is not.`;
  }
  const kind = facts.contentType?.split(';')[0]?.trim();
  const what =
    facts.bodyStart === undefined ? '' : ` with ${kind || 'a body'} that is no error object`;
  return `The service answered ${facts.status}${what}.`;
}

/**
 * Reads the error object, and the forms that other services and gateways use: `message` as a list,
 * `error` as a text or an object, entries without a title or a code.
 */
function errorObject(body: unknown, status: number): ErrorObject | undefined {
  if (!isObject(body)) return undefined;
  const nested = isObject(body.error) ? body.error : {};
  const message = [body.message, nested.message, body.error, body.detail].map(text).find(Boolean);
  const entries = Array.isArray(body.errors)
    ? body.errors.slice(0, MAX_ERRORS).flatMap(errorEntry)
    : [];
  const code = text(nested.code) || text(body.code);
  return {
    message: message ?? '',
    statusCode: typeof body.statusCode === 'number' ? body.statusCode : status,
    errors: entries.length === 0 && code !== '' ? [{ title: message ?? '', code }] : entries,
  };
}

function errorEntry(entry: unknown): ErrorObject['errors'] {
  if (typeof entry === 'string') return [{ title: entry, code: '' }];
  if (!isObject(entry)) return [];
  const list = likelyList(entry.list);
  const title = text(entry.title) || text(entry.message);
  const next = nextRequest(entry.next);
  return [{ title, code: text(entry.code), ...(next && { next }), ...(list && { list }) }];
}

/** Undefined if the service uses this name for something else. */
function nextRequest(value: unknown): NextRequest | undefined {
  if (!isObject(value) || typeof value.operation !== 'string') return undefined;
  const { operation, id, body, fields } = value;
  return {
    operation,
    ...(typeof id === 'string' && { id }),
    ...(isObject(body) && { body }),
    ...(Array.isArray(fields) && { fields: fields.map(text) }),
  };
}

/** Maximum number of titles of a list that are kept. */
const MAX_TITLES = 10;

/** Undefined if the service uses this name for something else. */
function likelyList(value: unknown): LikelyList | undefined {
  if (!isObject(value) || !isObject(value.selectors)) return undefined;
  const { items, titles, selectors } = value;
  if (typeof items !== 'number' || !Array.isArray(titles)) return undefined;
  const texts = Object.entries(selectors).filter(([, selector]) => typeof selector === 'string');
  return {
    items,
    titles: titles.slice(0, MAX_TITLES).map(text),
    selectors: Object.fromEntries(texts),
  };
}

function text(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const whole = Array.isArray(value)
    ? value.filter((part) => typeof part === 'string').join('; ')
    : value;
  if (typeof whole !== 'string') return '';
  return whole.length > MAX_TEXT_LENGTH ? `${whole.slice(0, MAX_TEXT_LENGTH - 1)}…` : whole;
}

function bodyStart({ response, credentials }: Exchange): string | undefined {
  return response.text === '' ? undefined : textStart(withoutSecret(response.text, credentials));
}

function textStart(value: string): string {
  const bytes = new TextEncoder().encode(value.slice(0, BODY_START_BYTES));
  // A character cut in two at the end is dropped, not replaced.
  return new TextDecoder().decode(bytes.subarray(0, BODY_START_BYTES), { stream: true });
}
