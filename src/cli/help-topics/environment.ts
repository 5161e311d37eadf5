/** What each variable does, by heading. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Account (address, key and secret must be set together; --profile takes precedence)': {
    FEEDCTL_BASE_URL: 'address of the service, such as https://feeds.example.com',
    FEEDCTL_API_KEY: 'API key',
    FEEDCTL_API_SECRET: 'API secret',
    FEEDCTL_PROFILE: 'profile to use instead of the current one',
  },
  'Defaults (feedctl profiles set keeps them in a profile; empty for none)': {
    FEEDCTL_OUTPUT: 'output format, instead of --output: table, json, jsonl, yaml or csv',
    FEEDCTL_REGION: 'edition of keywords and headlines, instead of --region',
    FEEDCTL_COLUMNS: 'columns of items and of lists that have them, separated by commas',
  },
  'Files and database': {
    FEEDCTL_CONFIG_DIR: 'profiles; default $XDG_CONFIG_HOME/feedctl or ~/.config/feedctl',
    FEEDCTL_DATA_DIR:
      'database of the service, state of watch; default $XDG_DATA_HOME/feedctl or ~/.local/share/feedctl',
    FEEDCTL_DATABASE_URL:
      'overrides the database of the service: a file, or postgres://user@host/database',
    FEEDCTL_DATABASE_POOL: 'PostgreSQL connections per process; default 10',
    FEEDCTL_DATABASE_STATEMENT_TIMEOUT: 'statement timeout on PostgreSQL; default 30s',
    PGPASSWORD: 'password for it; better in ~/.pgpass or the file PGPASSFILE names',
    XDG_CACHE_HOME: 'cache of names for completion, in feedctl/ below it; default ~/.cache',
  },
  Terminal: {
    NO_COLOR: 'disables colours when set to any value but empty; same as --no-color',
    FORCE_COLOR: 'forces colours, also in a pipe; 0 disables them',
    CLICOLOR_FORCE: 'forces colours unless it is 0',
    CLICOLOR: '0 disables colours on terminals',
    TERM: 'dumb disables colours, spinners and progress bars',
    FORCE_HYPERLINK: 'forces links (OSC 8) for addresses in tables; 0 disables them',
  },
  Network: {
    HTTPS_PROXY: 'proxy of the command line; never used for loopback',
    NO_PROXY: 'hosts reached without the proxy',
    NODE_EXTRA_CA_CERTS: 'file with additional certificate authorities',
  },
  'Service: embedded and feedctl serve': {
    FEEDCTL_HOST: 'address to listen on; default 127.0.0.1',
    FEEDCTL_PORT: 'port to listen on; default 7410',
    FEEDCTL_ROLE: 'role of feedctl serve: api, worker or all; default all',
    FEEDCTL_LEASE:
      'lease time: how soon other processes take over the work of a dead one; default 60s, 45s for deliveries',
    FEEDCTL_PUBLIC_URL:
      'public address of the published feeds; with https, hubs push feeds there (WebSub)',
    FEEDCTL_HUB: 'WebSub hub that published feeds name, and that is told when they change; https',
    FEEDCTL_ALLOWED_HOSTS: 'additional accepted Host names, separated by commas',
    FEEDCTL_NEWS_URL:
      'URL template for keyword and headline searches; {query}, {language}, {country}',
    FEEDCTL_FETCH_PROXY: 'proxy for fetching sources; HTTPS_PROXY is not used for that',
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1 allows fetching sources in the local network',
    FEEDCTL_HOST_INTERVAL: 'minimum time between two requests to one site; default 1s',
    FEEDCTL_HOST_CONCURRENCY: 'parallel requests to one site; default 2',
    FEEDCTL_REFRESH_SLOTS: 'feeds fetched at once; default 128',
    FEEDCTL_CONCURRENT_REQUESTS: 'requests to all sites at once; default 160',
    FEEDCTL_REFRESH_FLOOR: 'minimum time between two fetches of a feed; default 5m',
    FEEDCTL_REFRESH_CEILING: 'maximum time between two fetches of a feed; default 1h',
    FEEDCTL_REQUESTS_PER_DAY:
      'fetches per feed and day, on average over all feeds; default 36; below 30 the default ceiling is 6h',
    FEEDCTL_IGNORE_ROBOTS: '1 ignores robots.txt when generating feeds from pages',
    FEEDCTL_BROWSER:
      'path, or address on this machine, of a Chromium for pages that need JavaScript',
    FEEDCTL_BROWSER_NO_SANDBOX:
      '1 disables the sandbox of Chromium, when something else isolates it',
    FEEDCTL_MAX_BODY:
      'largest body of a response of a source; default 10MB, decompressed twice that',
    FEEDCTL_CACHE_BYTES:
      'memory for answers of serve that are sent again; 0 turns it off; default 64MB',
    FEEDCTL_KEEP_ITEMS: 'items kept per feed; default 500',
    FEEDCTL_KEEP_DELIVERIES: 'retention of events and deliveries; default 30d',
    FEEDCTL_KEEP_HISTORY: 'retention of the fetch history; default 90d',
    FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE:
      'request limit per key of a new account; default unlimited',
    FEEDCTL_DEFAULT_FEEDS: 'feed limit of a new account; default unlimited',
    FEEDCTL_DEFAULT_CONCURRENT_CREATIONS:
      'parallel feed creations of a new account; default unlimited',
    FEEDCTL_METRICS_PORT: 'loopback port for metrics',
    FEEDCTL_METRICS_TOKEN: 'token for /metrics on the port of the service',
  },
};

/** `feedctl help environment` */
export function environment(): string {
  const sections = Object.entries(GROUPS).map(([heading, variables]) => {
    const lines = Object.entries(variables).map(([name, does]) => `  ${name}\n      ${does}`);
    return `${heading}:\n${lines.join('\n')}`;
  });
  const rule = 'Precedence: flag, environment variable, profile, default.';
  return `Environment variables of feedctl\n\n${rule}\n\n${sections.join('\n\n')}\n`;
}
