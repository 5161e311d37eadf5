import { SERVE_SETTINGS } from '../../resources/operator.js';
import { PollLoop } from '../core/async/poll-loop.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import {
  isServiceLink,
  publicUrlProblem,
  readServeSettings,
  readSettings,
  type ServeSettings,
} from '../core/settings.js';
import { createWorkerApp } from '../http/app.js';
import { crossOrigin } from '../http/cross-origin.js';
import { hostCheck } from '../http/hosts.js';
import { requireSecureTransport } from '../http/listening.js';
import { boundlessNetworks, proxyCheck } from '../http/proxy.js';
import type { ServedMetrics } from '../http/serve-metrics.js';
import { type HttpServer, startServer } from '../http/server.js';
import { serviceLog } from '../http/service-log.js';
import { readTlsFiles } from '../http/tls.js';
import { type Duties, dutiesOf } from '../operation/liveness.js';
import { startInstance } from '../operation/start-instance.js';
import { endAbandonedLeases } from '../store/abandoned-leases.js';
import type { Store } from '../store/store.js';
import { releaseMemoryWhenIdle } from './idle-memory.js';
import type { RunningServer, ServeOptions } from './serve.js';
import { openService, type Service } from './service.js';
import { createWholeApp } from './whole-app.js';

/** Default time for requests in flight on shutdown, in milliseconds. */
const GRACE_MS = 10_000;

/** See `serve`; rejects invalid settings before it opens the database. */
export async function startServing(options: ServeOptions): Promise<RunningServer> {
  const env = options.env ?? {};
  const fromEnv = { ...readServeSettings(env), ...readSettings(env) };
  const address = {
    host: options.host ?? fromEnv.host ?? SERVE_SETTINGS.host.default,
    port: options.port ?? fromEnv.port ?? SERVE_SETTINGS.port.default,
  };
  const isGivenPort = (options.port ?? fromEnv.port) !== undefined;
  const duties = dutiesOf(
    options.role ?? fromEnv.role ?? SERVE_SETTINGS.role.default,
    options.refresh ?? true,
  );
  const publicUrl = checkedPublicUrl(options.publicUrl ?? fromEnv.publicUrl);
  requireSecureTransport(address, options);
  const tls = options.tls && (await readTlsFiles(options.tls));
  const origins = options.allowedOrigins ?? fromEnv.allowedOrigins ?? [];
  const guards = [
    ...(options.behindProxy === undefined ? [] : [proxyCheck(options.behindProxy)]),
    hostCheck([
      ...(options.allowedHosts ?? fromEnv.allowedHosts ?? []),
      ...(publicUrl === null ? [] : [publicUrl]),
      address.host,
    ]),
    ...(origins.length === 0 ? [] : [crossOrigin(origins)]),
  ];
  const logger =
    options.logger ?? serviceLog(options.logLevel ?? 'info', { format: options.logFormat });
  for (const row of Object.values(SERVE_SETTINGS)) {
    if (!isServiceLink(row, env[row.name] ?? '')) continue;
    logger.warn(
      { variable: row.name },
      `${row.name} has no effect: Kubernetes set it for a Service of this name. Set the port with a flag; enableServiceLinks: false in the pod leaves such variables out.`,
    );
  }
  warnOfBoundlessProxies(options.behindProxy ?? [], logger);

  const measured = await measuring({ ...fromEnv, ...options });

  const service = await openService({ metrics: measured?.metrics, ...options, logger });
  let isReady = false;
  const server = await orClose(service, async () => {
    const create = duties.answers ? createWholeApp : createWorkerApp;
    const extraRoutes = measured?.routes ?? [];
    const { fetch } = create(service.http, { guards, extraRoutes, isReady: () => isReady });
    const isBehindProxy = options.behindProxy !== undefined;
    const parts = { ...address, fetch, logger, isBehindProxy, ...(tls && { tls }) };
    const metrics = (await measured?.listen(service.http.deps, logger)) ?? null;
    // A worker needs no port, and the default one is that of the process that answers.
    const listens = duties.answers || isGivenPort;
    const server = listens
      ? await startServer(parts).catch(async (error: unknown) => {
          await metrics?.stop(0);
          throw error;
        })
      : withoutPort();
    return running(service, { server, metrics }, { publicUrl, duties, graceMs: options.graceMs });
  });
  try {
    await options.prepare?.(service);
  } catch (error) {
    await server.stop();
    throw error;
  }
  isReady = true;
  return server;
}

/** A network of all addresses trusts X-Forwarded-* of any client, which then can fake HTTPS. */
function warnOfBoundlessProxies(cidrs: readonly string[], logger: Logger): void {
  const networks = boundlessNetworks(cidrs);
  if (networks.length === 0) return;
  logger.warn(
    { networks },
    '--behind-proxy trusts every address: any client could forge its address and pretend to use HTTPS. Pass only the addresses of the proxy.',
  );
}

/** Metrics cost memory and time, so they are loaded only when they can be read. */
async function measuring(settings: ServeSettings): Promise<ServedMetrics | undefined> {
  const { metricsPort: port, metricsToken: token } = settings;
  if (port === undefined && token === undefined) return undefined;
  const { serveMetrics } = await import('../http/serve-metrics.js');
  return serveMetrics({ port, token });
}

/** Keeps the process running, as a listening server does. */
function withoutPort(): HttpServer {
  const timer = setInterval(() => {}, 2 ** 30);
  return {
    url: '',
    async stop() {
      clearInterval(timer);
    },
  };
}

interface Servers {
  server: HttpServer;
  metrics: HttpServer | null;
}

interface RunningOptions {
  publicUrl: string | null;
  duties: Duties;
  graceMs: number | undefined;
}

/** Registers the server as an instance and stops everything in reverse order. */
async function running(
  service: Service,
  { server, metrics }: Servers,
  { publicUrl, duties, graceMs = GRACE_MS }: RunningOptions,
): Promise<RunningServer> {
  const { answers, deps, logger } = service.http;
  // A listening worker does not publish feeds.
  const listenUrl = duties.answers ? server.url : null;
  const info = { role: duties.role, listenUrl, publicUrl };
  const instance = await startInstance(deps.store, deps.clock, info).catch(
    async (error: unknown) => {
      await Promise.all([server.stop(0), metrics?.stop(0)]);
      throw error;
    },
  );
  await deps.store.startBackgroundWork();
  const work = await startDuties(service, duties);
  const stopReleasing = releaseMemoryWhenIdle(answers);
  async function stop(): Promise<void> {
    stopReleasing();
    await Promise.all([server.stop(graceMs), work.stop(graceMs)]);
    await work.delivered(graceMs);
    await metrics?.stop(0);
    await instance.stop();
    await service.close();
    logger.info({}, 'stopped');
  }
  let stopping: Promise<void> | undefined;
  return {
    url: server.url,
    publicUrl: await deps.publicAddress.base(),
    ...(metrics === null ? {} : { metricsUrl: `${metrics.url}/metrics` }),
    service,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function orClose<T>(service: Service, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    await service.close();
    throw error;
  }
}

function checkedPublicUrl(publicUrl: string | undefined): string | null {
  if (publicUrl === undefined) return null;
  const problem = publicUrlProblem(publicUrl);
  if (problem === null) return publicUrl;
  throw new ServiceError('INVALID_FIELD', `The public address (--public-url) ${problem}.`);
}

/** The background work of a serving process. */
export interface Work {
  /** Stops refreshing and deleting expired data. */
  stop(graceMs: number): Promise<void>;
  /** Stops delivering; last, because the rest may still publish events. */
  delivered(graceMs: number): Promise<void>;
}

/** Starts the background loops of a process. */
async function startDuties(service: Service, { refreshes, delivers }: Duties): Promise<Work> {
  const { deps, logger } = service.http;
  const ending = refreshes || delivers ? startEndingLeases(deps.store, logger) : undefined;
  const refreshing = refreshes ? (await service.http.refresher()).startLoop() : undefined;
  const clearing = refreshes ? (await service.retention()).startLoop() : undefined;
  const delivering = delivers ? service.http.webhooks.startLoop() : undefined;
  const subscribing = refreshes ? (await service.http.websub()).startLoop() : undefined;
  return {
    async stop(graceMs) {
      await Promise.all([
        ...[ending?.stop(), refreshing?.stop(graceMs)],
        ...[clearing?.stop(), subscribing?.stop()],
      ]);
    },
    async delivered(graceMs) {
      await delivering?.stop(graceMs);
    },
  };
}

/** Time between two searches for the leases of processes that have ended, in milliseconds. */
const END_LEASES_EVERY_MS = 3000;

function startEndingLeases(store: Store, logger: Logger): PollLoop {
  return new PollLoop({
    async startDue() {
      await endAbandonedLeases(store);
      return END_LEASES_EVERY_MS;
    },
    onError: (error) => logger.error({ err: error }, 'abandoned leases could not be ended'),
    retryMs: END_LEASES_EVERY_MS,
  });
}
