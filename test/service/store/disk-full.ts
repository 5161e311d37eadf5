import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { ErrorBody, Feed } from '../../../src/contract/index.js';
import { OWNER } from '../../../src/service/accounts/account.js';
import { serve } from '../../../src/service/app/index.js';
import { serviceLog } from '../../../src/service/http/service-log.js';
import { checkStore } from '../../../src/service/maintenance/check.js';
import type { Db } from '../../../src/service/store/store.js';
import { testDatabase } from '../../support/database.js';
import { startReceiver } from '../../support/receiver.js';
import { numberedItems, rss } from '../../support/rss.js';
import { startSourceServer } from '../../support/source-server.js';

/** Whoever could not store a feed leaves its source alone for so long. */
const LEASE_MS = 500;

interface Disk {
  fill(db: Db): Promise<void>;
  free(db: Db): Promise<void>;
  /** What the user reads of it. */
  says: RegExp;
}

/** A whole `serve` whose disk is full for a while: requests, refreshing and delivering. */
export async function rideOutFullDisk(disk: Disk): Promise<void> {
  const lines: string[] = [];
  const server = await serve({
    databasePath: await testDatabase(),
    port: 0,
    allowPrivateNetworks: true,
    refreshFloorMs: 50,
    refreshCeilingMs: 50,
    leaseMs: LEASE_MS,
    logger: serviceLog('warn', (line) => lines.push(line)),
  });
  onTestFinished(() => server.stop());
  const { store } = server.service.http.deps;
  const receiver = await startReceiver();
  await (await server.service.http.webhooks.of(OWNER)).create({ url: receiver.url });
  const { apiKey, apiSecret } = await server.service.issueOwnerKey('test');
  const request = (method: string, path: string, body?: object) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}:${apiSecret}`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const source = await changingSource();
  const other = await changingSource();
  const created = await request('POST', '/v1/feeds', { url: source.url, announce: true });
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as Feed;
  const titles = async () => {
    const feed = (await (await request('GET', `/v1/feeds/${id}`)).json()) as Feed;
    return (feed.items ?? []).map(({ title }) => title);
  };
  await receiver.count(1);

  await disk.fill(store.db);
  const before = await titles();
  source.change('later');
  const filledAt = performance.now();
  await until(() => source.askedAt.filter((time) => time > filledAt).length >= 3);

  // The reason names the database, so that only the log has it; nothing is stored.
  const refused = await request('POST', '/v1/feeds', { url: other.url });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('Retry-After')).toBe('5');
  expect(await refused.json()).toEqual({
    message: expect.stringMatching(
      / cannot be used right now\. Try again soon; the log .* request id /,
    ),
    statusCode: 503,
    errors: [{ title: expect.any(String), code: 'STORE_UNAVAILABLE' }],
  } satisfies Record<keyof ErrorBody, unknown>);
  const list = await request('GET', '/v1/feeds');
  expect(((await list.json()) as Feed[]).map((feed) => feed.id)).toEqual([id]);

  // What is stored is read as ever.
  expect(await titles()).toEqual(before);
  expect((await fetch(`${server.url}/feeds/${id}.xml`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await checkStore(store)).findings).toEqual([]);

  // Nobody is asked over and over for what cannot be stored, nor is the log filled.
  const asked = source.askedAt.filter((time) => time > filledAt);
  const gaps = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(LEASE_MS - 50);
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(told).toContainEqual(
    expect.objectContaining({
      msg: 'feed was not stored',
      reason: expect.stringMatching(disk.says),
    }),
  );
  expect(lines.join('\n')).not.toMatch(/stack|\bat .*:\d+/);
  const minutes = (performance.now() - filledAt) / 60_000;
  for (const message of new Set(told.map(({ msg }) => msg))) {
    expect(told.filter(({ msg }) => msg === message).length).toBeLessThanOrEqual(1 + minutes);
  }

  // With room again all goes on by itself.
  await disk.free(store.db);
  expect((await request('POST', '/v1/feeds', { url: other.url })).status).toBe(201);
  await until(async () => (await titles()).some((title) => title?.startsWith('later')));
  const deliveries = async () =>
    store.db.selectFrom('deliveries').select(['event_id', 'status']).execute();
  await until(async () => (await deliveries()).every(({ status }) => status === 'delivered'));
  const arrived = new Set(receiver.ids());
  expect((await deliveries()).filter(({ event_id }) => !arrived.has(event_id))).toEqual([]);
  expect(arrived.size).toBeGreaterThanOrEqual(2);
  expect((await checkStore(store)).findings).toEqual([]);
}

/** A source of twenty long items, which are other ones from `change` on. */
async function changingSource() {
  const server = await startSourceServer();
  onTestFinished(() => server.close());
  const askedAt: number[] = [];
  let prefix = 'first';
  const url = server.on('/feed.xml', (_, response) => {
    askedAt.push(performance.now());
    const items = numberedItems(20, prefix).map((item) => ({
      ...item,
      date: new Date().toISOString(),
      description: `${item.title} ${'at length '.repeat(400)}`,
    }));
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(rss({ title: 'Source', items }));
  });
  return {
    url,
    askedAt,
    change(to: string) {
      prefix = to;
    },
  };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}
