import { parseUrl } from '../../base/url.js';
import { ServiceError } from '../core/errors.js';

/** Settings of the service that operators give through the environment. */
export interface Settings {
  publicUrl?: string;
  newsUrl?: string;
  allowPrivateNetworks?: boolean;
  hostIntervalMs?: number;
  hostConcurrency?: number;
  fetchProxy?: string;
  /** Path of a Chromium, for pages that are empty without JavaScript. */
  browser?: string;
  /** Something else isolates that Chromium: it runs without its own sandbox. */
  browserNoSandbox?: boolean;
  /** Pages are made feeds of whatever robots.txt asks. */
  ignoreRobots?: boolean;
  /** Shortest time between two looks at a feed, in milliseconds; five minutes when left out. */
  refreshFloorMs?: number;
  /** What a new account may use; see `AccountLimits`. Any number when left out. */
  defaultRequestsPerMinute?: number;
  defaultFeeds?: number;
  defaultConcurrentCreations?: number;
  /** Connections to PostgreSQL; 10 when left out. */
  databasePool?: number;
  /** Longest statement on PostgreSQL, in milliseconds; 30 s when left out. */
  databaseStatementTimeoutMs?: number;
  /** How long a claim of a feed or delivery holds, in milliseconds; a minute, 45 s when left out. */
  leaseMs?: number;
  /** Items kept of a feed; 500 when left out. */
  keepItems?: number;
  /** How long events and their deliveries are kept, in milliseconds; 30 days when left out. */
  keepDeliveriesMs?: number;
  /** How long looks at sources are remembered, in milliseconds; 90 days when left out. */
  keepHistoryMs?: number;
}

/** Longest lease that an operator may set, in milliseconds: a crash holds work up for that long. */
export const MAX_LEASE_MS = 3_600_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings in an environment; a variable that is unset or empty sets nothing.
 * @throws ServiceError INVALID_FIELD naming the variable and what it takes.
 */
export function readSettings(env: Environment): Settings {
  return withoutUndefined({
    publicUrl: url(env, 'FEEDCTL_PUBLIC_URL'),
    newsUrl: newsUrlTemplate(env, 'FEEDCTL_NEWS_URL'),
    allowPrivateNetworks: flag(env, 'FEEDCTL_ALLOW_PRIVATE_NETWORKS'),
    hostIntervalMs: duration(env, 'FEEDCTL_HOST_INTERVAL'),
    hostConcurrency: count(env, 'FEEDCTL_HOST_CONCURRENCY'),
    fetchProxy: url(env, 'FEEDCTL_FETCH_PROXY'),
    browser: env.FEEDCTL_BROWSER || undefined,
    browserNoSandbox: flag(env, 'FEEDCTL_BROWSER_NO_SANDBOX'),
    ignoreRobots: flag(env, 'FEEDCTL_IGNORE_ROBOTS'),
    refreshFloorMs: duration(env, 'FEEDCTL_REFRESH_FLOOR'),
    defaultRequestsPerMinute: count(env, 'FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE', 100_000),
    defaultFeeds: count(env, 'FEEDCTL_DEFAULT_FEEDS', 10_000_000),
    defaultConcurrentCreations: count(env, 'FEEDCTL_DEFAULT_CONCURRENT_CREATIONS', 1000),
    databasePool: count(env, 'FEEDCTL_DATABASE_POOL', 1000),
    databaseStatementTimeoutMs: duration(env, 'FEEDCTL_DATABASE_STATEMENT_TIMEOUT'),
    leaseMs: duration(env, 'FEEDCTL_LEASE', 1000, MAX_LEASE_MS),
    keepItems: count(env, 'FEEDCTL_KEEP_ITEMS', 5000),
    keepDeliveriesMs: age(env, 'FEEDCTL_KEEP_DELIVERIES'),
    keepHistoryMs: age(env, 'FEEDCTL_KEEP_HISTORY'),
  });
}

function url(env: Environment, name: string): string | undefined {
  const value = env[name] || undefined;
  if (value !== undefined && !/^https?:$/.test(parseUrl(value)?.protocol ?? '')) {
    throw invalid(name, 'must be an http or https address');
  }
  return value;
}

function newsUrlTemplate(env: Environment, name: string): string | undefined {
  const value = url(env, name);
  if (value !== undefined && !value.includes('{query}')) {
    throw invalid(name, 'must have {query} in it, where the search goes');
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

/** Milliseconds of `500`, `500ms` or `1.5s`, from `least` to `most`. */
function duration(
  env: Environment,
  name: string,
  least = 0,
  most = Number.POSITIVE_INFINITY,
): number | undefined {
  const value = env[name] || undefined;
  if (value === undefined) return undefined;
  const parts = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s)?$/.exec(value.trim());
  if (parts === null) throw invalid(name, 'must be a time such as 500ms or 1s');
  const milliseconds = Math.round(Number(parts[1]) * (parts[2] === 's' ? 1000 : 1));
  if (milliseconds < least) throw invalid(name, `must be ${least / 1000}s or more`);
  if (milliseconds > most) throw invalid(name, `must be ${most / 1000}s or less`);
  return milliseconds;
}

/** Milliseconds of `30d`, `30` or `12h`. */
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

function invalid(name: string, requirement: string): ServiceError {
  return new ServiceError('INVALID_FIELD', `The environment variable ${name} ${requirement}.`);
}

function withoutUndefined<T extends object>(
  settings: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
