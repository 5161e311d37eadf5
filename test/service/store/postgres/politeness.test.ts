import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../../src/service/app/service.js';
import { testDatabase } from '../../../support/database.js';
import { rss } from '../../../support/rss.js';
import { startSourceServer } from '../../../support/source-server.js';
import { serveEnvironment, startServe } from './serve-process.js';

const FEEDS = 12;

/** Between two requests, in milliseconds, and how many at once: what a site may be asked. */
const INTERVAL_MS = 150;
const CONCURRENCY = 2;

/** How long the site takes to answer, in milliseconds: with the interval alone, three would overlap. */
const ANSWER_MS = 400;

const REQUESTS = 12;

/** One site with many feeds, each of which has something new whenever it is asked. */
async function startSite() {
  const server = await startSourceServer();
  onTestFinished(() => server.close());
  const askedAt: number[] = [];
  let answerMs = 0;
  let underWay = 0;
  let most = 0;
  const urls = Array.from({ length: FEEDS }, (_, number) =>
    server.on(`/${number}.xml`, async (_request, response) => {
      askedAt.push(performance.now());
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(answerMs);
      // Over for the site before whoever asked can know: what overlaps here did so there.
      underWay -= 1;
      const date = new Date().toISOString();
      // Two at the same time: a site that publishes all the time is asked all the time.
      const items = ['a', 'b'].map((name) => ({ guid: `${name} ${date}`, title: name, date }));
      response.setHeader('Content-Type', 'application/rss+xml');
      response.end(rss({ title: `Feed ${number}`, items }));
    }),
  );
  return {
    urls,
    askedAt,
    /** Most requests that were under way at once. */
    most: () => most,
    /** From now on it takes its time, and counts anew. */
    begin() {
      answerMs = ANSWER_MS;
      askedAt.length = 0;
      most = 0;
    },
  };
}

/** Two workers refresh the feeds of a site, until each has done its part. */
async function refreshedByTwo() {
  const databasePath = await testDatabase();
  const site = await startSite();
  // Without settings, loopback is asked as fast as may be.
  const service = await openService({
    databasePath,
    allowPrivateNetworks: true,
    refreshFloorMs: 100,
    refreshCeilingMs: 100,
  });
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  for (const url of site.urls) {
    const created = await service.fetch(
      new Request('http://127.0.0.1/v1/feeds', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${apiKey}:${apiSecret}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ url }),
      }),
    );
    expect(created.status).toBe(201);
  }
  await service.close();
  site.begin();

  const env = serveEnvironment(databasePath, {
    FEEDCTL_REFRESH_FLOOR: '100ms',
    FEEDCTL_REFRESH_CEILING: '100ms',
    FEEDCTL_HOST_CONCURRENCY: String(CONCURRENCY),
    FEEDCTL_HOST_INTERVAL: `${INTERVAL_MS}ms`,
  });
  const startedAt = performance.now();
  const start = () => startServe('worker', env, { logs: true });
  const workers = await Promise.all([start(), start()]);
  const bothWork = () => workers.every((worker) => worker.log().includes('"refreshed"'));
  while (site.askedAt.length < REQUESTS || !bothWork()) await sleep(50);
  // Before one of them ends: the site still works on the requests that it breaks off.
  const most = site.most();
  for (const worker of workers) await worker.kill();
  return { site, startedAt, most };
}

it('two processes together ask a site no faster, and for no more at once, than one may', async () => {
  const { site, startedAt, most } = await refreshedByTwo();
  expect(most).toBeLessThanOrEqual(CONCURRENCY);
  // However late a request comes, none comes before its time: each has one of its own. The clocks
  // of the database and of this process may differ by a little.
  const early = site.askedAt
    .map((time, number) => startedAt + number * INTERVAL_MS - time)
    .filter((ms) => ms > 50);
  expect(early).toEqual([]);
});
