import { once } from 'node:events';
import { warnMisspelt } from '../../connection/connection.js';
import { explained, loadService, ownerKey } from '../../connection/embedded.js';
import {
  choice,
  flag,
  names,
  type OptionValues,
  shellCommand,
  text,
  wholeNumber,
} from '../../kit/index.js';
import { collectEarly } from '../../kit/v8-flags.js';
import { databasePlace } from '../../profiles/database-place.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { refuseService } from '../base/refuse-service.js';
import { accountFiles } from './account-files.js';

const SAMPLE = {
  url: 'http://127.0.0.1:7410',
  public_url: 'http://127.0.0.1:7410',
  metrics_url: 'http://127.0.0.1:9410/metrics',
  database: '/home/jo/.local/share/feedctl/feedctl.db',
};

const options = {
  host: text('ADDRESS', 'address to listen on (default 127.0.0.1)'),
  port: wholeNumber('N', 'port to listen on (default 7410; 0 for any free one)', { max: 65_535 }),
  dataDir: text('DIR', 'directory of the database (default: as for other commands)'),
  database: text('LOCATION', 'database: a file, postgres://… or env:NAME (default: in --data-dir)'),
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
};

type ServeOptions = OptionValues<typeof options>;

export const serve = defineVerb({
  name: 'serve',
  summary: 'Run the feed service on a port',
  description: `
    Runs the complete service on a port: the same service that other commands embed, with the same
    data. Feeds are refreshed when they are due. The first start creates the database and the owner
    key; the address is printed when the service is ready. A worker opens a port, for health checks,
    only if --port or FEEDCTL_PORT gives one. Ctrl-C and SIGTERM let requests in
    progress finish. The log goes to standard error: readable lines on a terminal, JSON lines
    elsewhere.
  `,
  options,
  requires: { tlsCert: 'tlsKey', tlsKey: 'tlsCert' },
  suggestFlag: (port) => ['--port', port],
  examples: {
    'feedctl serve': 'Serve only this machine',
    'feedctl serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --public-url https://feeds.example.com':
      'Serve a network, with a certificate',
    'feedctl serve --host 0.0.0.0 --behind-proxy 10.0.0.0/8 --public-url https://feeds.example.com':
      'Serve behind a proxy that terminates HTTPS',
    'feedctl serve --role worker --database env:DATABASE_URL':
      'Add a worker process on a shared database',
  },
  output: SAMPLE,
  exitCodes: [7, 130, 143],
  run: (context, _args, given) => runServer(context, given),
});

/**
 * Serves until the command is stopped, then finishes what is in progress. A closed stdout or stderr
 * (`| head`, a restarting log collector) does not stop the service.
 */
async function runServer(context: Context, given: ServeOptions): Promise<undefined> {
  refuseService(
    context.globals,
    'feedctl serve',
    (flag) => `Leave ${flag} out; --data-dir and --database choose the database.`,
  );
  const { env, globals, signal, profiles, streams } = context;
  const { dataDir, host, port, publicUrl, behindProxy, metricsPort, role, tlsCert, tlsKey } = given;
  const placed = dataDir === undefined ? env : { ...env, FEEDCTL_DATA_DIR: dataDir };
  const { location, shown } = databasePlace(placed, given.database);
  streams.outliveReaders();
  await warnMisspelt(env, context.notes);
  const { serve } = await loadService();
  collectEarly();
  const running = await explained(() =>
    serve({
      databasePath: location,
      env,
      logLevel: globals.quiet ? 'warn' : 'info',
      logFormat: given.logFormat ?? (streams.stderr.isTerminal ? 'pretty' : 'json'),
      refresh: !given.noRefresh,
      files: accountFiles,
      ...(role !== undefined && { role }),
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
      ...(publicUrl !== undefined && { publicUrl }),
      ...(tlsCert && tlsKey && { tls: { certFile: tlsCert, keyFile: tlsKey } }),
      ...(behindProxy !== undefined && { behindProxy }),
      ...(metricsPort !== undefined && { metricsPort }),
      prepare: (service) => ownerKey(service, profiles, shown),
    }),
  );
  try {
    await announce(context, { ...running, database: shown }, given);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await running.stop();
  }
}

async function announce(
  { output, notes, env }: Context,
  { url, publicUrl, metricsUrl = null, database }: Facts,
  { dataDir, role, behindProxy }: ServeOptions,
): Promise<void> {
  if (output.format !== 'table') {
    return output.value({
      url: url || null,
      public_url: publicUrl,
      metrics_url: metricsUrl,
      database,
    });
  }
  const place = dataDir === undefined ? '' : `${shellCommand([`FEEDCTL_DATA_DIR=${dataDir}`])} `;
  const isWorker = (role ?? env.FEEDCTL_ROLE) === 'worker';
  if (isWorker) {
    const checks = url === '' ? 'It opens no port.' : `Health checks: ${url}/healthz`;
    await output.say(`feedctl refreshes feeds and delivers webhooks. ${checks}`);
  } else await output.say(`feedctl serves ${url}`);
  if (publicUrl !== url && !isWorker) await notes.note(`Public address: ${publicUrl}`);
  else if (behindProxy !== undefined) {
    await notes.note('Published feeds name this address. The one of the proxy: --public-url URL');
  }
  await notes.note(`Data: ${database}`);
  if (metricsUrl !== null) await notes.note(`Metrics: ${metricsUrl}`);
  if (!isWorker) {
    await notes.note(
      `Commands of this user use the same data. Other programs need the address and key:secret, printed by: ${place}feedctl auth token --profile embedded`,
    );
    await notes.note(
      `Dashboard: ${publicUrl}/dashboard, opened by: ${place}feedctl dashboard --open`,
    );
  }
  await notes.note('Press Ctrl-C to stop.');
}

interface Facts {
  url: string;
  publicUrl: string;
  metricsUrl?: string | null | undefined;
  database: string;
}
