import { describe, expect, it } from 'vitest';
import { OWNER } from '../../../src/service/accounts/account.js';
import { freePort } from '../../support/free-port.js';
import { numberedItems } from '../../support/rss.js';
import { send } from '../../support/send.js';
import { startServed } from '../../support/served.js';
import { startSourceServer } from '../../support/source-server.js';

const TOKEN = 'a-token-of-sixteen-and-more';

/** The samples of a Prometheus text by name and labels. */
function samples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

describe('metrics', () => {
  it('have a port of their own on loopback, and tell what the service did', async () => {
    const source = await startSourceServer();
    const served = await startServed({ metricsPort: 0, refresh: false });
    const url = source.publish('/feed', { title: 'Feed', items: numberedItems(2) });
    const { id } = await served.createFeed(url);
    source.publish('/feed', { title: 'Feed', items: numberedItems(5) });
    const refresher = await served.service.http.refresher();
    for await (const _ of refresher.refresh(OWNER, [id]));
    source.on('/feed', (_, response) => response.writeHead(500).end());
    for await (const _ of refresher.refresh(OWNER, [id]));
    const webhooks = await served.service.http.webhooks.of(OWNER);
    const { id: webhook } = await webhooks.create({ url: `${source.origin}/hook` });
    await webhooks.test(webhook);
    await send(`${served.url}/nothing/here`);
    await send(`${served.url}/feeds/${id}.xml`);
    const { db } = served.service.http.deps.store;
    await db
      .updateTable('feeds')
      .set({ next_refresh_at: Date.now() - 90_000 })
      .execute();

    expect(served.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const answer = await send(served.metricsUrl ?? '');
    expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4');
    const found = samples(answer.text);
    expect(found.get('feedctl_refreshes_total{outcome="updated"}')).toBe(1);
    expect(found.get('feedctl_refreshes_total{outcome="failed"}')).toBe(1);
    expect(found.get('feedctl_items_total{kind="new"}')).toBe(3);
    expect(found.get('feedctl_deliveries_total{outcome="abandoned"}')).toBe(1);
    expect(found.get('feedctl_delivery_duration_seconds_count')).toBe(1);
    expect(found.get('feedctl_feeds_due')).toBe(1);
    expect(found.get('feedctl_refresh_lag_seconds')).toBeGreaterThanOrEqual(90);
    expect(found.get('feedctl_delivery_lag_seconds')).toBe(0);
    expect([...found.keys()].some((name) => name.startsWith('nodejs_eventloop_lag'))).toBe(true);
    const count = (labels: string) =>
      found.get(`feedctl_http_request_duration_seconds_count{${labels}}`);
    expect(count('method="POST",route="/v1/feeds",status="201"')).toBe(1);
    expect(count('method="GET",route="/feeds/:file",status="200"')).toBe(1);
    expect(count('method="GET",route="unknown",status="404"')).toBe(1);
    expect(answer.text).not.toContain(id);

    expect((await send(`${served.url}/metrics`)).status).toBe(404);
    const rebound = await send(served.metricsUrl ?? '', { headers: { Host: 'evil.example' } });
    expect(rebound.status).toBe(421);
    await source.close();
  });

  it('are on the main port only for whoever has the token', async () => {
    const served = await startServed({ metricsToken: TOKEN });
    const ask = (headers: Record<string, string>) => send(`${served.url}/metrics`, { headers });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ Authorization: 'Bearer another' })).status).toBe(401);
    const answer = await ask({ Authorization: `Bearer ${TOKEN}` });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('# TYPE feedctl_refreshes_total counter');
    expect(served.metricsUrl).toBeUndefined();
  });

  it('are asked for by the environment; a weak token or a port that is none is refused', async () => {
    const env = (more: Record<string, string>) => startServed({ env: more });
    expect((await env({ FEEDCTL_METRICS_PORT: '0' })).metricsUrl).toBeDefined();
    await expect(env({ FEEDCTL_METRICS_TOKEN: 'short' })).rejects.toThrow(
      'FEEDCTL_METRICS_TOKEN must have 16 to 200 characters',
    );
    await expect(env({ FEEDCTL_METRICS_PORT: '70000' })).rejects.toThrow('FEEDCTL_METRICS_PORT');
  });

  it('free their port when serving fails, and with the server', async () => {
    const ports = { metricsPort: await freePort(), port: await freePort() };
    const first = await startServed(ports);
    await first.stop();
    const second = await startServed(ports);
    const blocked = startServed({ ...ports, metricsPort: 0 });
    await expect(blocked).rejects.toThrow(`Port ${ports.port} of 127.0.0.1 is taken`);
    expect((await send(second.metricsUrl ?? '')).status).toBe(200);
  });
});
