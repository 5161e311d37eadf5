import { parseUrl } from '../../base/url.js';
import { DEFAULT_LISTEN, readServeSettings, type ServeSettings } from '../config/serve-settings.js';
import { readSettings } from '../config/settings.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { createApp, createWorkerApp } from '../http/app.js';
import { hostCheck } from '../http/hosts.js';
import { requireSecureTransport } from '../http/listening.js';
import { boundlessNetworks, proxyCheck } from '../http/proxy.js';
import type { ServedMetrics } from '../http/serve-metrics.js';
import { type HttpServer, startServer } from '../http/server.js';
import { serviceLog } from '../http/service-log.js';
import { readTlsFiles } from '../http/tls.js';
import { type Duties, dutiesOf } from '../instances/liveness.js';
import { startInstance } from '../instances/start-instance.js';
import type { RunningServer, ServeOptions } from './serve.js';
import { openService, type Service } from './service.js';

/** How long requests in flight may take at the end when nothing else is asked for; milliseconds. */
const GRACE_MS = 10_000;

/** See `serve`; refuses what cannot work before it touches the database. */
export async function startServing(options: ServeOptions): Promise<RunningServer> {
  const env = options.env ?? {};
  const fromEnv = { ...readServeSettings(env), ...readSettings(env) };
  const address = {
    host: options.host ?? fromEnv.host ?? DEFAULT_LISTEN.host,
    port: options.port ?? fromEnv.port ?? DEFAULT_LISTEN.port,
  };
  const duties = dutiesOf(options.role ?? fromEnv.role ?? 'all', options.refresh ?? true);
  const publicUrl = checkedPublicUrl(options.publicUrl ?? fromEnv.publicUrl);
  requireSecureTransport(address, options);
  const tls = options.tls && (await readTlsFiles(options.tls));
  const guards = [
    ...(options.behindProxy === undefined ? [] : [proxyCheck(options.behindProxy)]),
    hostCheck([
      ...(options.allowedHosts ?? fromEnv.allowedHosts ?? []),
      ...(publicUrl === null ? [] : [publicUrl]),
      address.host,
    ]),
  ];
  const logger =
    options.logger ?? serviceLog(options.logLevel ?? 'info', { format: options.logFormat });
  warnOfBoundlessProxies(options.behindProxy ?? [], logger);

  const measured = await measuring({ ...fromEnv, ...options });

  const service = await openService({ metrics: measured?.metrics, ...options, logger });
  let isReady = false;
  const server = await orClose(service, async () => {
    const create = duties.answers ? createApp : createWorkerApp;
    const beside = measured?.routes ?? [];
    const { fetch } = create(service.http, { guards, beside, isReady: () => isReady });
    const parts = { ...address, fetch, logger, ...(tls === undefined ? {} : { tls }) };
    const metrics = (await measured?.listen(service.http.deps, logger)) ?? null;
    const server = await startServer(parts).catch(async (error: unknown) => {
      await metrics?.stop(0);
      throw error;
    });
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

/** A network of every address trusts X-Forwarded-* of any client: HTTPS is no longer certain. */
function warnOfBoundlessProxies(cidrs: readonly string[], logger: Logger): void {
  const networks = boundlessNetworks(cidrs);
  if (networks.length === 0) return;
  logger.warn(
    { networks },
    '--behind-proxy trusts every address: any client can pretend to come over HTTPS, and from anywhere. Pass the addresses of the proxy only.',
  );
}

/** Counting costs memory and time: it is loaded when there is a place to read the result. */
async function measuring(settings: ServeSettings): Promise<ServedMetrics | undefined> {
  const { metricsPort: port, metricsToken: token } = settings;
  if (port === undefined && token === undefined) return undefined;
  const { serveMetrics } = await import('../http/serve-metrics.js');
  return serveMetrics({ port, token });
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

/** Enters the server among the instances, and takes everything down in the opposite order. */
async function running(
  service: Service,
  { server, metrics }: Servers,
  { publicUrl, duties, graceMs = GRACE_MS }: RunningOptions,
): Promise<RunningServer> {
  const { deps, logger } = service.http;
  // Where a worker listens, no feeds are found.
  const listenUrl = duties.answers ? server.url : null;
  const info = { role: duties.role, listenUrl, publicUrl };
  const instance = await startInstance(deps.store, deps.clock, info).catch(
    async (error: unknown) => {
      await Promise.all([server.stop(0), metrics?.stop(0)]);
      throw error;
    },
  );
  const work = await startDuties(service, duties);
  async function stop(): Promise<void> {
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
  const protocol = parseUrl(publicUrl)?.protocol ?? '';
  if (/^https?:$/.test(protocol)) return publicUrl;
  throw new ServiceError(
    'INVALID_FIELD',
    `The public address "${publicUrl}" (--public-url) must be an http or https address.`,
  );
}

/** What a serving process does by itself, beside answering requests. */
export interface Work {
  /** Ends refreshing and clearing away. */
  stop(graceMs: number): Promise<void>;
  /** Ends delivering; after the rest, which may have announced something. */
  delivered(graceMs: number): Promise<void>;
}

/** Starts the loops of a process. */
export async function startDuties(
  service: Service,
  { refreshes, delivers }: Duties,
): Promise<Work> {
  const refreshing = refreshes ? (await service.refresher()).startLoop() : undefined;
  const clearing = refreshes ? (await service.retention()).startLoop() : undefined;
  const delivering = delivers ? await service.webhooks.startLoop() : undefined;
  return {
    async stop(graceMs) {
      await Promise.all([refreshing?.stop(graceMs), clearing?.stop()]);
    },
    async delivered(graceMs) {
      await delivering?.stop(graceMs);
    },
  };
}
