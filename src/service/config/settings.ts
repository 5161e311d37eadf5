import { isLoopback } from '../../base/loopback.js';
import { parseUrl } from '../../base/url.js';
import { ServiceError } from '../core/errors.js';

/** Settings of the service from the environment. */
export interface Settings {
  publicUrl?: string;
  newsUrl?: string;
  /** The WebSub hub that is told about published feeds. */
  hub?: string;
  allowPrivateNetworks?: boolean;
  hostIntervalMs?: number;
  hostConcurrency?: number;
  /** Feeds that are fetched at once; see `DEFAULT_SLOTS`. */
  refreshSlots?: number;
  /** Requests to sources at once, of any kind; default 160. */
  globalConcurrency?: number;
  /** Largest body of a response that is read, in bytes; default 10 MB. Decompressed: twice that. */
  maxBodyBytes?: number;
  fetchProxy?: string;
  /** Path of a Chromium for pages that are empty without JavaScript. */
  browser?: string;
  /** Run Chromium without its own sandbox, because something else isolates it. */
  browserNoSandbox?: boolean;
  /** Ignore robots.txt when generating feeds from pages. */
  ignoreRobots?: boolean;
  /** Minimum time between two fetches of a feed, in milliseconds; default five minutes. */
  refreshFloorMs?: number;
  /** Maximum time between two fetches of a feed, in milliseconds; see `ceilingFor`. */
  refreshCeilingMs?: number;
  /** Requests to sources, on average per feed and day; default 36. */
  requestsPerDay?: number;
  /** Limits of a new account; see `AccountLimits`. Default: unlimited. */
  defaultRequestsPerMinute?: number;
  defaultFeeds?: number;
  defaultConcurrentCreations?: number;
  /** Connections to PostgreSQL; default 10. */
  databasePool?: number;
  /** Statement timeout on PostgreSQL, in milliseconds; default 30 s. */
  databaseStatementTimeoutMs?: number;
  /** Lease of a claimed feed or delivery, in milliseconds; default a minute and 45 s. */
  leaseMs?: number;
  /** Items kept per feed; default 500. */
  keepItems?: number;
  /** Memory for finished answers; 0 turns the cache off; see `AnswerCache`. */
  cacheBytes?: number;
  /** How long events and deliveries are kept, in milliseconds; default 30 days. */
  keepDeliveriesMs?: number;
  /** How long the fetch history is kept, in milliseconds; default 90 days. */
  keepHistoryMs?: number;
}

/** Longest lease, in milliseconds: a crash delays work for that long. */
export const MAX_LEASE_MS = 3_600_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of an environment; unset and empty variables are ignored.
 * @throws ServiceError INVALID_FIELD naming the variable and its format
 */
export function readSettings(env: Environment): Settings {
  const settings = withoutUndefined({
    publicUrl: url(env, 'FEEDCTL_PUBLIC_URL'),
    hub: hubUrl(env, 'FEEDCTL_HUB'),
    newsUrl: newsUrlTemplate(env, 'FEEDCTL_NEWS_URL'),
    allowPrivateNetworks: flag(env, 'FEEDCTL_ALLOW_PRIVATE_NETWORKS'),
    hostIntervalMs: duration(env, 'FEEDCTL_HOST_INTERVAL'),
    hostConcurrency: count(env, 'FEEDCTL_HOST_CONCURRENCY'),
    refreshSlots: count(env, 'FEEDCTL_REFRESH_SLOTS', 1000),
    globalConcurrency: count(env, 'FEEDCTL_CONCURRENT_REQUESTS', 1000),
    maxBodyBytes: size(env, 'FEEDCTL_MAX_BODY', BODY_SIZES),
    fetchProxy: url(env, 'FEEDCTL_FETCH_PROXY'),
    browser: env.FEEDCTL_BROWSER || undefined,
    browserNoSandbox: flag(env, 'FEEDCTL_BROWSER_NO_SANDBOX'),
    ignoreRobots: flag(env, 'FEEDCTL_IGNORE_ROBOTS'),
    refreshFloorMs: duration(env, 'FEEDCTL_REFRESH_FLOOR'),
    refreshCeilingMs: duration(env, 'FEEDCTL_REFRESH_CEILING', 0, 604_800_000),
    requestsPerDay: count(env, 'FEEDCTL_REQUESTS_PER_DAY', 1440),
    defaultRequestsPerMinute: count(env, 'FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE', 100_000),
    defaultFeeds: count(env, 'FEEDCTL_DEFAULT_FEEDS', 10_000_000),
    defaultConcurrentCreations: count(env, 'FEEDCTL_DEFAULT_CONCURRENT_CREATIONS', 1000),
    databasePool: count(env, 'FEEDCTL_DATABASE_POOL', 1000),
    databaseStatementTimeoutMs: duration(env, 'FEEDCTL_DATABASE_STATEMENT_TIMEOUT'),
    leaseMs: duration(env, 'FEEDCTL_LEASE', 1000, MAX_LEASE_MS),
    keepItems: count(env, 'FEEDCTL_KEEP_ITEMS', 5000),
    cacheBytes: size(env, 'FEEDCTL_CACHE_BYTES'),
    keepDeliveriesMs: age(env, 'FEEDCTL_KEEP_DELIVERIES'),
    keepHistoryMs: age(env, 'FEEDCTL_KEEP_HISTORY'),
  });
  const { refreshFloorMs = 0, refreshCeilingMs } = settings;
  if (refreshCeilingMs !== undefined && refreshCeilingMs < refreshFloorMs) {
    throw invalid('FEEDCTL_REFRESH_CEILING', 'must not be shorter than FEEDCTL_REFRESH_FLOOR');
  }
  return settings;
}

function url(env: Environment, name: string): string | undefined {
  const value = env[name] || undefined;
  if (value !== undefined && !/^https?:$/.test(parseUrl(value)?.protocol ?? '')) {
    throw invalid(name, 'must be an http or https address');
  }
  return value;
}

function hubUrl(env: Environment, name: string): string | undefined {
  const value = url(env, name);
  const { protocol, hostname, href } = new URL(value ?? 'https://unset.invalid');
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw invalid(name, 'must be an https address');
  return value === undefined ? undefined : href;
}

function newsUrlTemplate(env: Environment, name: string): string | undefined {
  const value = url(env, name);
  if (value !== undefined && !value.includes('{query}')) {
    throw invalid(name, 'must contain {query}, which is replaced by the search');
  }
  return value;
}

function flag(env: Environment, name: string): boolean | undefined {
  const value = env[name] || undefined;
  if (value === undefined) return undefined;
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw invalid(name, 'must be 1 or 0');
}

const UNITS_MS = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Parses `500`, `500ms`, `1.5s`, `15m`, `1h` or `1d` to milliseconds between `least` and `most`. */
function duration(
  env: Environment,
  name: string,
  least = 0,
  most = Number.POSITIVE_INFINITY,
): number | undefined {
  const value = env[name] || undefined;
  if (value === undefined) return undefined;
  const parts = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h|d)?$/.exec(value.trim());
  if (parts === null) throw invalid(name, 'must be a time such as 500ms or 1s');
  const milliseconds = Math.round(Number(parts[1]) * (UNITS_MS.get(parts[2] ?? '') ?? 1));
  if (milliseconds < least) throw invalid(name, `must be at least ${least / 1000}s`);
  if (milliseconds > most) throw invalid(name, `must be at most ${most / 1000}s`);
  return milliseconds;
}

/** Parses `30d`, `30` or `12h` to milliseconds. */
function age(env: Environment, name: string): number | undefined {
  const value = env[name] || undefined;
  if (value === undefined) return undefined;
  const parts = /^([1-9]\d{0,4})\s*(d|h)?$/.exec(value.trim());
  if (parts === null) throw invalid(name, 'must be a time such as 30d or 12h');
  return Number(parts[1]) * (parts[2] === 'h' ? 1 : 24) * 3_600_000;
}

function count(env: Environment, name: string, most = 9999): number | undefined {
  const value = env[name] || undefined;
  if (value === undefined) return undefined;
  const number = /^[1-9]\d{0,8}$/.test(value.trim()) ? Number(value) : Number.NaN;
  if (number <= most) return number;
  throw invalid(name, `must be a whole number from 1 to ${most}`);
}

const SIZES = new Map([
  ['k', 1024],
  ['m', 1024 ** 2],
  ['g', 1024 ** 3],
]);

interface SizeRange {
  least: number;
  most: number;
  /** Says the range in an error. */
  text: string;
}

const MEMORY_SIZES = { least: 0, most: 64 * 1024 ** 3, text: '0 or 64MB, at most 64GB' };
/** What fits into memory several times. */
const BODY_SIZES = { least: 1024 ** 2, most: 256 * 1024 ** 2, text: '40MB, from 1MB to 256MB' };

/** Parses `0`, `64MB` or `67108864` to bytes; units are powers of 1024. */
function size(
  env: Environment,
  name: string,
  { least, most, text }: SizeRange = MEMORY_SIZES,
): number | undefined {
  const value = env[name] || undefined;
  if (value === undefined) return undefined;
  const parts = /^(\d{1,12})\s*(?:([kmg])(?:i?b)?)?$/i.exec(value.trim());
  const bytes = Number(parts?.[1]) * (SIZES.get(parts?.[2]?.toLowerCase() ?? '') ?? 1);
  if (parts !== null && bytes >= least && bytes <= most) return bytes;
  throw invalid(name, `must be a number of bytes such as ${text}`);
}

function invalid(name: string, requirement: string): ServiceError {
  return new ServiceError('INVALID_FIELD', `The environment variable ${name} ${requirement}.`);
}

function withoutUndefined<T extends object>(
  settings: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
