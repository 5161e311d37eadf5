import { formatMilliseconds } from '../base/duration.js';

/** Type of the value of a variable. */
export type SettingKind =
  | 'text'
  | 'list'
  /** Origins as browsers send them, separated by commas. */
  | 'origins'
  | 'choice'
  /** 16 to 200 characters without spaces. */
  | 'token'
  | 'address'
  /** An address to which paths are appended. */
  | 'base'
  /** An https address, or an http address of this machine. */
  | 'hub'
  /** An address that contains `{query}`. */
  | 'template'
  | 'flag'
  | 'count'
  | 'port'
  /** A time such as `500ms` or `1h`, in milliseconds. */
  | 'duration'
  /** A time such as `30d` or `12h`, in milliseconds. */
  | 'age'
  /** A size such as `64MB`, in bytes. */
  | 'size';

/** One setting of the operator: an environment variable. */
export interface OperatorSetting {
  name: `FEEDCTL_${string}`;
  kind: SettingKind;
  /** Description, without the default and without a full stop. */
  doc: string;
  /** Default value, in the unit of the kind. */
  default?: number | string;
  least?: number;
  most?: number;
  choices?: readonly string[];
  /** A valid value, for errors; absent: the sample of the kind. */
  sample?: string;
  /** Heading under which it is listed. */
  group: SettingGroup;
}

export const SETTING_GROUPS = [
  'Files and database',
  'Address and process',
  'Requests to sources',
  'Times of fetches',
  'Pages and search',
  'Memory and retention',
  'New accounts',
] as const;
type SettingGroup = (typeof SETTING_GROUPS)[number];

type Settings = Readonly<Record<string, OperatorSetting>>;

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const MB = 1024 ** 2;

/** Directories of a process, which the command line reads. */
export const PLACES = {
  configDir: {
    name: 'FEEDCTL_CONFIG_DIR',
    kind: 'text',
    doc: 'directory of the profiles; default $XDG_CONFIG_HOME/feedctl or ~/.config/feedctl',
    group: 'Files and database',
  },
  dataDir: {
    name: 'FEEDCTL_DATA_DIR',
    kind: 'text',
    doc: 'directory of the database and of the state of watch; default $XDG_DATA_HOME/feedctl or ~/.local/share/feedctl',
    group: 'Files and database',
  },
  databaseUrl: {
    name: 'FEEDCTL_DATABASE_URL',
    kind: 'text',
    doc: 'another database: a file, or postgres://user@host/database',
    group: 'Files and database',
  },
} as const satisfies Settings;

/** Settings that only `feedctl serve` reads. */
export const SERVE_SETTINGS = {
  host: {
    name: 'FEEDCTL_HOST',
    kind: 'text',
    doc: 'address to listen on',
    default: '127.0.0.1',
    group: 'Address and process',
  },
  port: {
    name: 'FEEDCTL_PORT',
    kind: 'port',
    doc: 'port to listen on',
    default: 7410,
    group: 'Address and process',
  },
  allowedHosts: {
    name: 'FEEDCTL_ALLOWED_HOSTS',
    kind: 'list',
    doc: 'further accepted Host names, separated by commas',
    group: 'Address and process',
  },
  allowedOrigins: {
    name: 'FEEDCTL_ALLOWED_ORIGINS',
    kind: 'origins',
    doc: 'origins whose scripts may use /v1 with a key of theirs (CORS), such as https://app.example, separated by commas; published feeds are open to all',
    group: 'Address and process',
  },
  role: {
    name: 'FEEDCTL_ROLE',
    kind: 'choice',
    choices: ['all', 'api', 'worker'],
    doc: 'what a process does: api answers requests; worker fetches, delivers and deletes; all does both',
    default: 'all',
    group: 'Address and process',
  },
  metricsPort: {
    name: 'FEEDCTL_METRICS_PORT',
    kind: 'port',
    doc: 'loopback port for Prometheus metrics',
    group: 'Address and process',
  },
  metricsToken: {
    name: 'FEEDCTL_METRICS_TOKEN',
    kind: 'token',
    doc: 'token for /metrics on the port of the service; a secret, so never an argument',
    group: 'Address and process',
  },
} as const satisfies Settings;

/** Settings that the service reads, in `serve` and inside a command. */
export const SERVICE_SETTINGS = {
  databasePool: {
    name: 'FEEDCTL_DATABASE_POOL',
    kind: 'count',
    doc: 'PostgreSQL connections of a process',
    default: 10,
    most: 1000,
    group: 'Files and database',
  },
  databaseStatementTimeoutMs: {
    name: 'FEEDCTL_DATABASE_STATEMENT_TIMEOUT',
    kind: 'duration',
    doc: 'longest time of a statement on PostgreSQL',
    default: 30 * SECOND,
    group: 'Files and database',
  },
  publicUrl: {
    name: 'FEEDCTL_PUBLIC_URL',
    kind: 'base',
    doc: 'public address of the published feeds; with https, hubs push feeds there (WebSub)',
    group: 'Address and process',
  },
  hub: {
    name: 'FEEDCTL_HUB',
    kind: 'hub',
    doc: 'WebSub hub that published feeds name, and that is told when they change; https',
    group: 'Address and process',
  },
  leaseMs: {
    name: 'FEEDCTL_LEASE',
    kind: 'duration',
    doc: 'how soon other processes take over the work of a dead one; default 60s, 45s for deliveries',
    least: SECOND,
    most: HOUR,
    group: 'Address and process',
  },
  allowPrivateNetworks: {
    name: 'FEEDCTL_ALLOW_PRIVATE_NETWORKS',
    kind: 'flag',
    doc: '1 allows sources in private networks; cloud metadata addresses stay blocked',
    group: 'Requests to sources',
  },
  fetchProxy: {
    name: 'FEEDCTL_FETCH_PROXY',
    kind: 'address',
    doc: 'proxy for requests to sources, which must refuse private addresses itself; HTTPS_PROXY is not used for that',
    group: 'Requests to sources',
  },
  hostIntervalMs: {
    name: 'FEEDCTL_HOST_INTERVAL',
    kind: 'duration',
    doc: 'least time between two requests to one site; the few that look for the feed of a new page are sent together',
    default: SECOND,
    group: 'Requests to sources',
  },
  hostConcurrency: {
    name: 'FEEDCTL_HOST_CONCURRENCY',
    kind: 'count',
    doc: 'requests to one site at once',
    default: 2,
    group: 'Requests to sources',
  },
  globalConcurrency: {
    name: 'FEEDCTL_CONCURRENT_REQUESTS',
    kind: 'count',
    doc: 'requests to all sites at once',
    default: 160,
    most: 1000,
    group: 'Requests to sources',
  },
  maxBodyBytes: {
    name: 'FEEDCTL_MAX_BODY',
    kind: 'size',
    doc: 'largest body of a response of a source; decompressed, twice that',
    default: 10_000_000,
    // The maximum fits into memory several times.
    least: MB,
    most: 256 * MB,
    sample: '40MB',
    group: 'Requests to sources',
  },
  refreshSlots: {
    name: 'FEEDCTL_REFRESH_SLOTS',
    kind: 'count',
    doc: 'feeds fetched at once',
    default: 128,
    most: 1000,
    group: 'Times of fetches',
  },
  refreshFloorMs: {
    name: 'FEEDCTL_REFRESH_FLOOR',
    kind: 'duration',
    doc: 'least time between two fetches of a feed',
    default: 5 * MINUTE,
    group: 'Times of fetches',
  },
  refreshCeilingMs: {
    name: 'FEEDCTL_REFRESH_CEILING',
    kind: 'duration',
    doc: 'most time between two fetches of a feed',
    default: HOUR,
    most: 7 * DAY,
    group: 'Times of fetches',
  },
  requestsPerDay: {
    name: 'FEEDCTL_REQUESTS_PER_DAY',
    kind: 'count',
    doc: 'fetches per feed and day, on average over all feeds; below 30 the most time between two is 6h by default',
    default: 36,
    most: 1440,
    group: 'Times of fetches',
  },
  ignoreRobots: {
    name: 'FEEDCTL_IGNORE_ROBOTS',
    kind: 'flag',
    doc: '1 ignores robots.txt when feeds are made of pages',
    group: 'Pages and search',
  },
  browser: {
    name: 'FEEDCTL_BROWSER',
    kind: 'text',
    doc: 'path, or address on this machine, of a Chromium for pages that are empty without JavaScript; needs npm install playwright-core',
    group: 'Pages and search',
  },
  browserNoSandbox: {
    name: 'FEEDCTL_BROWSER_NO_SANDBOX',
    kind: 'flag',
    doc: '1 runs Chromium without its sandbox, when something else isolates it',
    group: 'Pages and search',
  },
  newsUrl: {
    name: 'FEEDCTL_NEWS_URL',
    kind: 'template',
    doc: 'news search behind --keyword and --headline, with {query}, {language} and {country}',
    group: 'Pages and search',
  },
  cacheBytes: {
    name: 'FEEDCTL_CACHE_BYTES',
    kind: 'size',
    doc: 'memory for answers that serve sends again; 0 turns it off',
    default: 64 * MB,
    most: 64 * 1024 * MB,
    sample: '0 or 64MB',
    group: 'Memory and retention',
  },
  keepItems: {
    name: 'FEEDCTL_KEEP_ITEMS',
    kind: 'count',
    doc: 'items kept per feed',
    default: 500,
    most: 5000,
    group: 'Memory and retention',
  },
  keepDeliveriesMs: {
    name: 'FEEDCTL_KEEP_DELIVERIES',
    kind: 'age',
    doc: 'how long events and deliveries are kept',
    default: 30 * DAY,
    group: 'Memory and retention',
  },
  keepHistoryMs: {
    name: 'FEEDCTL_KEEP_HISTORY',
    kind: 'age',
    doc: 'how long the history of fetches is kept',
    default: 90 * DAY,
    group: 'Memory and retention',
  },
  defaultRequestsPerMinute: {
    name: 'FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE',
    kind: 'count',
    doc: 'requests per minute of a key of a new account; default unlimited',
    most: 100_000,
    group: 'New accounts',
  },
  defaultFeeds: {
    name: 'FEEDCTL_DEFAULT_FEEDS',
    kind: 'count',
    doc: 'feeds of a new account; default unlimited',
    most: 10_000_000,
    group: 'New accounts',
  },
  defaultConcurrentCreations: {
    name: 'FEEDCTL_DEFAULT_CONCURRENT_CREATIONS',
    kind: 'count',
    doc: 'feeds that a new account creates at once; default unlimited',
    most: 1000,
    group: 'New accounts',
  },
} as const satisfies Settings;

/** Every setting of an operator, in the order of `SETTING_GROUPS`. */
export const OPERATOR_SETTINGS: readonly OperatorSetting[] = [
  ...Object.values(PLACES),
  ...Object.values(SERVE_SETTINGS),
  ...Object.values(SERVICE_SETTINGS),
];

/** Variables that select an account: the three of a service, or a stored profile. */
export const ACCOUNT_VARIABLES = {
  FEEDCTL_BASE_URL: 'address of the service, such as https://feeds.example.com',
  FEEDCTL_API_KEY: 'API key',
  FEEDCTL_API_SECRET: 'API secret',
  FEEDCTL_PROFILE: 'profile to use instead of the current one',
} as const;

/** Preferences of a person; a profile stores the same. */
export const PREFERENCE_VARIABLES = {
  FEEDCTL_OUTPUT: 'output format, instead of --output: table, json, jsonl, yaml or csv',
  FEEDCTL_REGION: 'edition of keywords and headlines, instead of --region',
  FEEDCTL_COLUMNS: 'columns of items and of lists that have them, separated by commas',
} as const;

/** A value as people write it: `5m`, `64MB`. */
export function writtenSetting(
  { kind }: Pick<OperatorSetting, 'kind'>,
  value: number | string,
): string {
  if (typeof value === 'string') return value;
  if (kind === 'duration' || kind === 'age') return formatMilliseconds(value);
  if (kind !== 'size' || value === 0) return String(value);
  if (value % (1024 * MB) === 0) return `${value / (1024 * MB)}GB`;
  return `${value / (value % MB === 0 ? MB : 1e6)}MB`;
}

/** Description of a setting, with its default. */
export function describeSetting(setting: OperatorSetting): string {
  const { doc, default: value } = setting;
  return value === undefined ? doc : `${doc}; default ${writtenSetting(setting, value)}`;
}
