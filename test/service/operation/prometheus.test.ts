import { expect, it } from 'vitest';
import { prometheusMetrics } from '../../../src/service/operation/prometheus.js';

it('what waits is read when somebody asks, and is nothing before it is watched', async () => {
  const metrics = prometheusMetrics();
  expect(await metrics.read()).toMatch(/^feedctl_feeds_due 0$/m);
  metrics.watchQueues(async () => ({ feedsDue: 3, refreshSeconds: 4, deliverySeconds: 5 }));
  const text = await metrics.read();
  expect(text).toMatch(/^feedctl_feeds_due 3$/m);
  expect(text).toMatch(/^feedctl_refresh_lag_seconds 4$/m);
  expect(text).toMatch(/^feedctl_delivery_lag_seconds 5$/m);
});

it('times are in seconds', async () => {
  const metrics = prometheusMetrics();
  const durationMs = 1500;
  metrics.refreshed({ outcome: 'updated', itemsNew: 2, itemsChanged: 1, durationMs });
  metrics.delivered({ outcome: 'delivered', durationMs });
  metrics.answered({ method: 'GET', route: '/v1/feeds', status: 200, durationMs });
  const text = await metrics.read();
  expect(text).toMatch(/^feedctl_refresh_duration_seconds_sum 1\.5$/m);
  expect(text).toMatch(/^feedctl_delivery_duration_seconds_sum 1\.5$/m);
  expect(text).toMatch(/^feedctl_http_request_duration_seconds_sum\{.*\} 1\.5$/m);
  expect(text).toMatch(/^feedctl_items_total\{kind="new"\} 2$/m);
  expect(text).toMatch(/^feedctl_items_total\{kind="changed"\} 1$/m);
});

it('times are counted up to bounds that stay the same, for the alerts that name them', async () => {
  const text = await prometheusMetrics().read();
  const bounds = text.matchAll(/^feedctl_refresh_duration_seconds_bucket\{le="([\d.]+)"\}/gm);
  expect(Array.from(bounds, ([, bound]) => Number(bound))).toEqual([
    ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ]);
});
