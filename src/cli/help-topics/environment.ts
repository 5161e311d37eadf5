interface Group {
  heading: string;
  variables: readonly (readonly [name: string, does: string])[];
}

const GROUPS: readonly Group[] = [
  {
    heading: 'Whose account (address, key and secret only work together; --profile beats them)',
    variables: [
      ['FEEDCTL_BASE_URL', 'address of the service, such as https://feeds.example.com'],
      ['FEEDCTL_API_KEY', 'API key'],
      ['FEEDCTL_API_SECRET', 'API secret'],
      ['FEEDCTL_PROFILE', 'stored credentials to use instead of the current profile'],
    ],
  },
  {
    heading: 'Where things are kept',
    variables: [
      ['FEEDCTL_CONFIG_DIR', 'profiles; default $XDG_CONFIG_HOME/feedctl or ~/.config/feedctl'],
      [
        'FEEDCTL_DATA_DIR',
        'database of the service, seen-sets of watch; default $XDG_DATA_HOME/feedctl or ~/.local/share/feedctl',
      ],
      [
        'FEEDCTL_DATABASE_URL',
        'database of the service instead: a file, or postgres://user@host/database',
      ],
      ['FEEDCTL_DATABASE_POOL', 'connections of one process to PostgreSQL; default 10'],
      ['FEEDCTL_DATABASE_STATEMENT_TIMEOUT', 'longest statement on PostgreSQL; default 30s'],
      ['PGPASSWORD', 'password for it; better in ~/.pgpass or the file PGPASSFILE names'],
      ['XDG_CACHE_HOME', 'names for completion are in feedctl below it; default ~/.cache'],
    ],
  },
  {
    heading: 'The terminal',
    variables: [
      ['NO_COLOR', 'no colours when it is set to anything; so does --no-color'],
      ['FORCE_COLOR', 'colours into a pipe, too; 0 for none'],
      ['CLICOLOR_FORCE', 'the same, unless it is 0'],
      ['FORCE_HYPERLINK', 'addresses in tables as links (OSC 8); 0 for none'],
    ],
  },
  {
    heading: 'The way to a remote service',
    variables: [
      ['HTTPS_PROXY', 'proxy of the command line; loopback never goes through it'],
      ['NO_PROXY', 'hosts reached without it'],
      ['NODE_EXTRA_CA_CERTS', 'file with further certificate authorities'],
    ],
  },
  {
    heading: 'The service: inside this program and feedctl serve',
    variables: [
      ['FEEDCTL_HOST', 'address to listen on; default 127.0.0.1'],
      ['FEEDCTL_PORT', 'port to listen on; default 7410'],
      ['FEEDCTL_ROLE', 'what feedctl serve does: api, worker or all; default all'],
      [
        'FEEDCTL_LEASE',
        'time after which others take over the work of a process that died; default 60s, 45s for deliveries',
      ],
      ['FEEDCTL_PUBLIC_URL', 'address under which published feeds are found'],
      ['FEEDCTL_ALLOWED_HOSTS', 'further host names it answers to, separated by commas'],
      [
        'FEEDCTL_NEWS_URL',
        'where keywords and headlines are searched; {query}, {language}, {country}',
      ],
      ['FEEDCTL_FETCH_PROXY', 'proxy for reading sources; HTTPS_PROXY is not used for that'],
      ['FEEDCTL_ALLOW_PRIVATE_NETWORKS', '1 to read sources in the local network'],
      ['FEEDCTL_HOST_INTERVAL', 'time between two requests to one site; default 1s'],
      ['FEEDCTL_HOST_CONCURRENCY', 'requests to one site at a time; default 2'],
      ['FEEDCTL_REFRESH_FLOOR', 'shortest time between two looks at a feed; default 5 minutes'],
      ['FEEDCTL_IGNORE_ROBOTS', '1 to make feeds of pages whatever their robots.txt asks'],
      ['FEEDCTL_BROWSER', 'a Chromium, for pages that are empty without JavaScript'],
      ['FEEDCTL_BROWSER_NO_SANDBOX', '1 when something else isolates that Chromium'],
      ['FEEDCTL_KEEP_ITEMS', 'items kept of a feed; default 500'],
      ['FEEDCTL_KEEP_DELIVERIES', 'how long events and deliveries are kept; default 30d'],
      ['FEEDCTL_KEEP_HISTORY', 'how long looks at sources are remembered; default 90d'],
      ['FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE', 'for each key of a new account; default any number'],
      ['FEEDCTL_DEFAULT_FEEDS', 'feeds that a new account may have; default any number'],
      [
        'FEEDCTL_DEFAULT_CONCURRENT_CREATIONS',
        'feeds that a new account may make at once; default any number',
      ],
      ['FEEDCTL_METRICS_PORT', 'port for metrics, on loopback'],
      ['FEEDCTL_METRICS_TOKEN', 'token that opens /metrics on the port of the service'],
    ],
  },
];

/** `feedctl help environment` */
export function environment(): string {
  const sections = GROUPS.map(({ heading, variables }) => {
    const lines = variables.map(([name, does]) => `  ${name}\n      ${does}`);
    return `${heading}:\n${lines.join('\n')}`;
  });
  const rule = 'A flag beats its variable, a variable the profile, the profile the default.';
  return `Environment variables of feedctl\n\n${rule}\n\n${sections.join('\n\n')}\n`;
}
