import { VERSION } from '../contract/version.js';
import { parseBaseUrl, type Query } from './base-url.js';
import { type Credentials, checkCredentials, parseToken } from './credentials.js';
import { ConfigurationError, type NetworkError } from './errors.js';
import { DEFAULT_RETRY, type RetryOptions } from './retry-policy.js';
import { systemTiming, type Timing } from './timing.js';
import type { FetchHandler } from './transport.js';

/** Options of every client, over HTTP or in this process. */
export interface Manners extends Hooks {
  /** Timeout of one attempt, in milliseconds. Default 60,000: a creation may take 30-60 s. */
  timeoutMs?: number | undefined;
  /**
   * Minimum time between the starts of two writes, in milliseconds. Default 1,200 for a remote
   * service that is not feedctl's own, else 0.
   */
  writeIntervalMs?: number | undefined;
  /** Aborts every call of this client. */
  signal?: AbortSignal | undefined;
  /** Clock, sleep and random numbers; for tests. */
  timing?: Timing | undefined;
}

/** Options of {@link FeedClient}: an address, and credentials in one of two forms. */
export interface FeedClientOptions extends Manners {
  /** Address of the service, for example `https://api.example.com`. HTTPS, except on loopback. */
  baseUrl: string;
  /** API key; together with `apiSecret`. */
  apiKey?: string | undefined;
  /** API secret; together with `apiKey`. */
  apiSecret?: string | undefined;
  /** Key and secret joined as `key:secret`, in place of `apiKey` and `apiSecret`. */
  token?: string | undefined;
  /** Answers requests in place of the network, for example the handler of an embedded service. */
  fetch?: FetchHandler | undefined;
  /** `User-Agent` header. Default `feedctl/<version>`. */
  userAgent?: string | undefined;
  /** Changes to the retry policy; false turns retries off. POST is never retried. */
  retry?: Partial<RetryOptions> | false | undefined;
  /**
   * Whether fields that only feedctl's own service has (`mode`, `selectors`) are sent. The default
   * `detect` asks the service when such a field is first used.
   */
  extensions?: boolean | 'detect' | undefined;
}

/** {@link Manners} after the checks, with all defaults. */
export interface CheckedManners {
  timeoutMs: number;
  writeIntervalMs: number | undefined;
  signal: AbortSignal | undefined;
  hooks: Hooks;
  timing: Timing;
}

/** {@link FeedClientOptions} after the checks, with all defaults. */
export interface Settings extends CheckedManners {
  base: URL;
  credentials: Credentials;
  handler: FetchHandler | undefined;
  userAgent: string;
  retry: RetryOptions;
  extensions: boolean | 'detect';
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** Maximum delay of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @throws {@link ConfigurationError} that names the wrong option */
export function checkOptions(options: FeedClientOptions): Settings {
  return {
    ...checkManners(options),
    base: parseBaseUrl(options.baseUrl),
    credentials: credentialsOf(options),
    handler: options.fetch,
    userAgent: checkUserAgent(options.userAgent ?? `feedctl/${VERSION}`),
    retry: retryOf(options.retry),
    extensions: options.extensions ?? 'detect',
  };
}

/** @throws {@link ConfigurationError} that names the wrong option */
export function checkManners(options: Manners): CheckedManners {
  return {
    timeoutMs: inRange('timeoutMs', options.timeoutMs ?? DEFAULT_TIMEOUT_MS, 1),
    writeIntervalMs:
      options.writeIntervalMs === undefined
        ? undefined
        : inRange('writeIntervalMs', options.writeIntervalMs, 0),
    signal: options.signal,
    hooks: { onRequest: options.onRequest, onResponse: options.onResponse },
    timing: options.timing ?? systemTiming,
  };
}

function credentialsOf({ apiKey, apiSecret, token }: FeedClientOptions): Credentials {
  if (token !== undefined) {
    if (apiKey !== undefined || apiSecret !== undefined) {
      throw new ConfigurationError('token', 'Give either a token or a key and a secret, not both.');
    }
    return parseToken(token);
  }
  return checkCredentials({ apiKey: apiKey ?? '', apiSecret: apiSecret ?? '' });
}

function checkUserAgent(value: string): string {
  if (/^[\x21-\x7e][\x20-\x7e]*$/.test(value)) return value;
  throw new ConfigurationError('userAgent', 'The user agent must be one line of printable ASCII.');
}

function retryOf(retry: FeedClientOptions['retry']): RetryOptions {
  if (retry === false) return { ...DEFAULT_RETRY, retries: 0 };
  const merged = { ...DEFAULT_RETRY, ...retry };
  for (const [name, value] of Object.entries(merged)) inRange(`retry.${name}`, value, 0);
  return merged;
}

function inRange(field: string, value: number, min: number): number {
  if (value >= min && value <= MAX_TIMER_MS) return value;
  throw new ConfigurationError(field, `${field} must be a number from ${min} to ${MAX_TIMER_MS}.`);
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** A raw call, see `FeedClient.request`. */
export interface RawCallOptions extends CallOptions {
  /** Added to the query string of the path. */
  query?: Query | undefined;
  /** A string is sent as it is, any other value as JSON. */
  body?: unknown;
}

/** The answer to a raw call, whatever its status. */
export interface RawResponse {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** An attempt before it is sent. Holds no credentials. */
export interface RequestEvent {
  method: string;
  /** Full address; for a call in this process, path and query. */
  url: string;
  /** Headers without `Authorization`; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Body as sent, or undefined. */
  body: string | undefined;
  /** 1 for the first attempt. */
  attempt: number;
}

/** The result of an attempt. Holds no credentials. */
export interface ResponseEvent {
  method: string;
  url: string;
  attempt: number;
  /** HTTP status, or undefined when no answer came. */
  status: number | undefined;
  /** Headers of the answer; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Time from sending to the last byte, in milliseconds. */
  durationMs: number;
  /** Why no answer came. */
  error: NetworkError | undefined;
  /** Milliseconds until the next attempt; undefined after the last one. */
  retryInMs: number | undefined;
}

/** Callbacks for every attempt, used by `--debug` and for progress. */
export interface Hooks {
  onRequest?: ((event: RequestEvent) => void) | undefined;
  onResponse?: ((event: ResponseEvent) => void) | undefined;
}
