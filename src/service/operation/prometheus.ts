import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from './metrics.js';
import type { QueueState } from './queue-lag.js';

/** Metrics in the text format of Prometheus. */
export interface PrometheusMetrics extends Metrics {
  contentType: string;
  /** All counters, and the current queue lengths. */
  read(): Promise<string>;
  /** Sets the source of the queue lengths for `read`. */
  watchQueues(lag: () => Promise<QueueState>): void;
}

/** Upper bounds in seconds: responses take milliseconds, slow sources half a minute. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Counters of one service, in addition to those of the Node process: event-loop delay, memory,
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

  const refreshes = counter('refreshes_total', 'Fetches of sources by outcome', ['outcome']);
  const items = counter('items_total', 'Items stored by refreshes, new or changed', ['kind']);
  const refreshTime = histogram('refresh_duration_seconds', 'Time to read a source');
  const deliveries = counter('deliveries_total', 'Webhook attempts by outcome', ['outcome']);
  const deliveryTime = histogram('delivery_duration_seconds', 'Time of a webhook attempt');
  const answerTime = histogram('http_request_duration_seconds', 'Time until a response is ready', [
    'method',
    'route',
    'status',
  ]);
  const feedsDue = gauge('feeds_due', 'Feeds that are due');
  const refreshLag = gauge('refresh_lag_seconds', 'How long the oldest due feed has been due');
  const deliveryLag = gauge(
    'delivery_lag_seconds',
    'How long the oldest due delivery has been due',
  );
  let queues: (() => Promise<QueueState>) | undefined;

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
