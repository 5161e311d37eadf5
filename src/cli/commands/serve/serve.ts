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
    'Runs the complete service on a port: the same service that other commands embed, with the same data. Feeds are refreshed when they are due. The first start creates the database and the owner key; the address is printed when the service is ready. Ctrl-C and SIGTERM let requests in progress finish. The log goes to standard error: readable lines on a terminal, JSON lines elsewhere.',
  options: {
    host: text('ADDRESS', 'address to listen on (default 127.0.0.1)'),
    port: wholeNumber('N', 'port to listen on (default 7410; 0 for any free one)', { max: 65_535 }),
    dataDir: text('DIR', 'directory of the database (default: as for other commands)'),
    database: text(
      'LOCATION',
      'database: a file, postgres://… or env:NAME (default: in --data-dir)',
    ),
    publicUrl: text('URL', 'public address of the published feeds'),
    tlsCert: text('FILE', 'certificate for HTTPS, with --tls-key'),
    tlsKey: text('FILE', 'private key for HTTPS, with --tls-cert'),
    metricsPort: wholeNumber('N', 'loopback port for /metrics (default none)', { max: 65_535 }),
    role: choice(
      ['all', 'api', 'worker'],
      'ROLE',
      'role of this process; api serves requests, worker refreshes feeds and delivers webhooks (default all)',
    ),
    logFormat: choice(
      ['json', 'pretty'],
      'FORMAT',
      'format of the log (default pretty on a terminal, else json)',
    ),
    noRefresh: flag('do not refresh feeds; other processes on the same data do'),
    behindProxy: names('CIDR', 'networks of trusted proxies that terminate HTTPS'),
  },
  examples: {
    'feedctl serve': 'Serve only this machine',
    'feedctl serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --public-url https://feeds.example.com':
      'Serve a network, with a certificate',
    'feedctl serve --host 0.0.0.0 --behind-proxy 10.0.0.0/8 --public-url https://feeds.example.com':
      'Serve behind a proxy that terminates HTTPS',
    'feedctl serve --role worker --port 0 --database env:DATABASE_URL':
      'Add a worker process on a shared database',
  },
  output: SERVE_SAMPLE,
  exitCodes: [7, 130, 143],
  async run(context, _args, options) {
    const { runServer } = await import('./run-server.js');
    await runServer(context, options);
  },
});
