import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from './metrics.js';
import type { QueueLag } from './queue-lag.js';

/** Metrics that can be read in the text format of Prometheus. */
export interface PrometheusMetrics extends Metrics {
  contentType: string;
  /** Everything counted so far, and the queues as they are now. */
  read(): Promise<string>;
  /** Where `read` learns of the queues. */
  watchQueues(lag: () => Promise<QueueLag>): void;
}

/** Upper bounds in seconds: answers take milliseconds, slow sources half a minute. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Counters of a service of its own, beside those of the Node process: event-loop delay, memory,
 * processor time.
 */
export function prometheusMetrics(): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `feedctl_${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[] = []) =>
    new Histogram({ name: `feedctl_${name}`, help, labelNames, buckets: BUCKETS, registers });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `feedctl_${name}`, help, registers });

  const refreshes = counter('refreshes_total', 'Looks at sources by outcome', ['outcome']);
  const items = counter('items_total', 'Items that refreshing brought, new or changed', ['kind']);
  const refreshTime = histogram('refresh_duration_seconds', 'Time that reading a source takes');
  const deliveries = counter('deliveries_total', 'Webhook attempts by outcome', ['outcome']);
  const deliveryTime = histogram('delivery_duration_seconds', 'Time that a webhook attempt takes');
  const answerTime = histogram('http_request_duration_seconds', 'Time until an answer is ready', [
    'method',
    'route',
    'status',
  ]);
  const feedsDue = gauge('feeds_due', 'Feeds that wait to be refreshed');
  const refreshLag = gauge('refresh_lag_seconds', 'How long the longest waiting feed has been due');
  const deliveryLag = gauge(
    'delivery_lag_seconds',
    'How long the longest waiting delivery has been due',
  );
  let queues: (() => Promise<QueueLag>) | undefined;

  return {
    contentType: registry.contentType,
    refreshed({ outcome, itemsNew, itemsChanged, durationMs }) {
      refreshes.inc({ outcome });
      items.inc({ kind: 'new' }, itemsNew);
      items.inc({ kind: 'changed' }, itemsChanged);
      refreshTime.observe(durationMs / 1000);
    },
    delivered({ outcome, durationMs }) {
      deliveries.inc({ outcome });
      deliveryTime.observe(durationMs / 1000);
    },
    answered({ method, route, status, durationMs }) {
      answerTime.observe({ method, route, status }, durationMs / 1000);
    },
    watchQueues(lag) {
      queues = lag;
    },
    async read() {
      const lag = await queues?.();
      if (lag !== undefined) {
        feedsDue.set(lag.feedsDue);
        refreshLag.set(lag.refreshSeconds);
        deliveryLag.set(lag.deliverySeconds);
      }
      return registry.metrics();
    },
  };
}
