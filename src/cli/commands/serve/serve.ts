import { choice, flag, names, text, wholeNumber } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

export const SERVE_SAMPLE = {
  url: 'http://127.0.0.1:7410',
  publicUrl: 'http://127.0.0.1:7410',
  metricsUrl: 'http://127.0.0.1:9410/metrics',
  database: '/home/jo/.local/share/feedctl/feedctl.db',
};

export const serve = defineVerb({
  name: 'serve',
  summary: 'Run the feed service on a port',
  description:
    'Runs the whole service on a port: the same one that other commands use inside this program, on the same data. Feeds are refreshed as they become due. It makes its database and the key of its owner at the first start, and prints its address once it answers. Ctrl-C and SIGTERM let requests in flight finish. The log goes to standard error: lines for people on a terminal, JSON lines elsewhere.',
  options: {
    host: text('ADDRESS', 'address to listen on (default 127.0.0.1)'),
    port: wholeNumber('N', 'port to listen on (default 7410; 0 for any free one)', { max: 65_535 }),
    dataDir: text('DIR', 'where the database is kept (default as for other commands)'),
    database: text('LOCATION', 'database: a file, postgres://… or env:NAME (default as above)'),
    publicUrl: text('URL', 'address under which the published feeds are found'),
    tlsCert: text('FILE', 'certificate for HTTPS, with --tls-key'),
    tlsKey: text('FILE', 'private key for HTTPS, with --tls-cert'),
    metricsPort: wholeNumber('N', 'port on loopback for /metrics (default none)', { max: 65_535 }),
    role: choice(
      ['all', 'api', 'worker'],
      'ROLE',
      'what this process does; api answers requests, worker refreshes and delivers (default all)',
    ),
    logFormat: choice(
      ['json', 'pretty'],
      'FORMAT',
      'how the log is written (default pretty on a terminal, else json)',
    ),
    noRefresh: flag('leave refreshing feeds to other processes on the same data'),
    behindProxy: names('CIDR', 'networks of the proxies that speak HTTPS for the service'),
  },
  examples: [
    ['feedctl serve', 'Serve this machine alone'],
    [
      'feedctl serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --public-url https://feeds.example.com',
      'Serve a network, with a certificate',
    ],
    [
      'feedctl serve --host 0.0.0.0 --behind-proxy 10.0.0.0/8 --public-url https://feeds.example.com',
      'Serve behind a proxy that speaks HTTPS',
    ],
    [
      'feedctl serve --role worker --port 0 --database env:DATABASE_URL',
      'One more process that refreshes feeds of a database on a server',
    ],
  ],
  output: SERVE_SAMPLE,
  exitCodes: [7, 130, 143],
  async run(context, _args, options) {
    const { runServer } = await import('./run-server.js');
    await runServer(context, options);
    return undefined;
  },
});
