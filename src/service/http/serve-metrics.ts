import type { Logger } from '../core/logger.js';
import type { Deps } from '../feeds/deps.js';
import { type PrometheusMetrics, prometheusMetrics } from '../operation/prometheus.js';
import { queueState } from '../operation/queue-lag.js';
import { createMetricsApp, metricsRoutes } from './metrics.js';
import { type HttpServer, startServer } from './server.js';

/** Places of the metrics; at least one is given. */
interface MetricsPlaces {
  port: number | undefined;
  token: string | undefined;
}

/** The metrics of a `serve` with metrics enabled. */
export interface ServedMetrics {
  metrics: PrometheusMetrics;
  /** Routes for the main port, protected by the token. */
  routes: ReturnType<typeof metricsRoutes>[];
  /** Listens on the metrics port, if configured. */
  listen(deps: Deps, logger: Logger): Promise<HttpServer | null>;
}

export function serveMetrics({ port, token }: MetricsPlaces): ServedMetrics {
  const metrics = prometheusMetrics();
  return {
    metrics,
    routes: token === undefined ? [] : [metricsRoutes(metrics, token)],
    async listen({ store, clock }, logger) {
      metrics.watchQueues(() => queueState(store.db, clock.now()));
      if (port === undefined) return null;
      const { fetch } = createMetricsApp(metrics, logger);
      // Listens on loopback only, because it is plain HTTP without authentication.
      return startServer({ host: '127.0.0.1', port, fetch, logger });
    },
  };
}
