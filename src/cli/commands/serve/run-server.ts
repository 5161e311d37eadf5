import { explained, loadService, ownerKey } from '../../connection/embedded.js';
import { shellCommand, UsageError } from '../../kit/index.js';
import { databasePlace } from '../../profiles/database-place.js';
import type { Context } from '../../verbs/context.js';
import { refuseService } from '../base/refuse-service.js';
import { accountFiles } from './account-files.js';

interface ServeVerbOptions {
  host: string | undefined;
  port: number | undefined;
  dataDir: string | undefined;
  database: string | undefined;
  publicUrl: string | undefined;
  tlsCert: string | undefined;
  tlsKey: string | undefined;
  behindProxy: readonly string[] | undefined;
  metricsPort: number | undefined;
  role: 'all' | 'api' | 'worker' | undefined;
  logFormat: 'json' | 'pretty' | undefined;
  noRefresh: boolean;
}

/**
 * Serves until the command is stopped, then finishes what is in progress. A closed stdout or stderr
 * (`| head`, a restarting log collector) does not stop the service.
 */
export async function runServer(context: Context, options: ServeVerbOptions): Promise<void> {
  refuseService(
    context.globals,
    'feedctl serve',
    (flag) => `Leave ${flag} out; --data-dir and --database choose the database.`,
  );
  const { env, globals, signal, profiles, streams } = context;
  const { dataDir, host, port, publicUrl, behindProxy, metricsPort, role } = options;
  const placed = dataDir === undefined ? env : { ...env, FEEDCTL_DATA_DIR: dataDir };
  const { location, shown } = databasePlace(placed, options.database);
  const tls = tlsFiles(options);
  streams.outliveReaders();
  const { serve } = await loadService();
  const running = await explained(() =>
    serve({
      databasePath: location,
      env,
      logLevel: globals.quiet ? 'warn' : 'info',
      logFormat: options.logFormat ?? (streams.stderr.isTerminal ? 'pretty' : 'json'),
      refresh: !options.noRefresh,
      files: accountFiles,
      ...(role !== undefined && { role }),
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
      ...(publicUrl !== undefined && { publicUrl }),
      ...(tls !== undefined && { tls }),
      ...(behindProxy !== undefined && { behindProxy }),
      ...(metricsPort !== undefined && { metricsPort }),
      prepare: (service) => ownerKey(service, profiles, shown),
    }),
  );
  try {
    const { url, publicUrl: published, metricsUrl = null } = running;
    await announce(
      context,
      { url, publicUrl: published, metricsUrl, database: shown },
      {
        dataDir,
        isWorker: role === 'worker',
      },
    );
    await aborted(signal);
  } finally {
    await running.stop();
  }
}

function tlsFiles({ tlsCert, tlsKey }: ServeVerbOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert !== undefined && tlsKey !== undefined) return { certFile: tlsCert, keyFile: tlsKey };
  const missing = tlsCert === undefined ? '--tls-cert' : '--tls-key';
  throw new UsageError(`HTTPS requires a certificate and its key: ${missing} is missing.`);
}

async function announce(
  { output, notes }: Context,
  facts: { url: string; publicUrl: string; metricsUrl: string | null; database: string },
  { dataDir, isWorker }: { dataDir: string | undefined; isWorker: boolean },
): Promise<void> {
  if (output.format !== 'table') return output.value(facts);
  const place = dataDir === undefined ? '' : `${shellCommand([`FEEDCTL_DATA_DIR=${dataDir}`])} `;
  await output.say(`feedctl serves ${facts.url}`);
  await notes.note(`Data: ${facts.database}`);
  if (facts.metricsUrl !== null) await notes.note(`Metrics: ${facts.metricsUrl}`);
  await notes.note(
    `Commands of this user use the same data. Other programs need the address and key:secret, printed by: ${place}feedctl auth token --profile embedded`,
  );
  if (!isWorker)
    await notes.note(
      `Dashboard: ${facts.url}/dashboard, opened by: ${place}feedctl dashboard --open`,
    );
  await notes.note('Press Ctrl-C to stop.');
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
