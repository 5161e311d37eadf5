import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startPostgresServer } from '../../../../scripts/postgres-server.js';
import type { BundleSummary, ErrorBody, Feed } from '../../../../src/contract/index.js';
import { openService } from '../../../../src/service/app/service.js';
import { startLivingSources } from './living-sources.js';
import { serveEnvironment, startServe } from './serve-process.js';

/** How often: npm run prove processes. */
const DEATHS = Number(process.env.FEEDCTL_PROOF_DEATHS ?? 1);

/** What the command line ends with after SIGTERM. */
const SIGTERM_EXIT = 143;

it('PostgreSQL dies under load: 503 meanwhile, recovery by itself, nothing acknowledged is lost', {
  timeout: 180_000 + DEATHS * 60_000,
}, async () => {
  // As in real life: an acknowledged commit is on the disk.
  const postgres = await startPostgresServer({ durable: true });
  onTestFinished(() => postgres.stop());
  const databasePath = postgres.url('postgres');
  const sources = await startLivingSources(3);
  const service = await openService({ databasePath });
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  await service.close();
  const env = serveEnvironment(databasePath, {
    FEEDCTL_REFRESH_FLOOR: '1s',
    FEEDCTL_REFRESH_CEILING: '1s',
    FEEDCTL_LEASE: '1s',
  });
  const [api, worker] = await Promise.all([startServe('api', env), startServe('worker', env)]);
  const request = (method: string, path: string, body?: object) =>
    fetch(`${api.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}:${apiSecret}`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const feeds: Feed[] = [];
  for (const url of sources.urls) {
    feeds.push((await (await request('POST', '/v1/feeds', { url })).json()) as Feed);
  }

  const acknowledged: string[] = [];
  const refusals: { body: ErrorBody; retryAfter: string | null }[] = [];
  const faults: string[] = [];
  let isOver = false;
  const writing = async (writer: number) => {
    for (let number = 0; !isOver; number += 1) {
      const response = await request('POST', '/v1/bundles', { name: `Bundle ${writer}-${number}` });
      const retryAfter = response.headers.get('Retry-After');
      const body = await response.json();
      if (response.status === 201) acknowledged.push((body as BundleSummary).id);
      else if (response.status === 503) refusals.push({ body: body as ErrorBody, retryAfter });
      else faults.push(`${response.status} ${JSON.stringify(body)}`);
      await sleep(20);
    }
  };
  const load = Promise.all([writing(0), writing(1), writing(2)]);
  const readiness = async () => {
    const answers = await Promise.all([api, worker].map(({ url }) => fetch(`${url}/readyz`)));
    for (const answer of answers) await answer.text();
    return answers.map(({ status }) => status);
  };
  for (let death = 0; death < DEATHS; death += 1) {
    const written = acknowledged.length;
    await until(() => acknowledged.length > written + 20);
    const refused = refusals.length;
    await postgres.kill();
    await until(() => refusals.length > refused + 5);
    expect(await readiness()).toEqual([503, 503]);
    await postgres.start();
    await until(async () => (await readiness()).every((status) => status === 200));
    const asked = sources.urls.map((url) => sources.askedAt(url).length);
    await until(() =>
      sources.urls.every((url, at) => sources.askedAt(url).length > (asked[at] ?? 0) + 1),
    );
  }
  isOver = true;
  await load;

  expect(faults).toEqual([]);
  for (const { body, retryAfter } of refusals) {
    expect(retryAfter).toMatch(/^\d+$/);
    expect(body).toMatchObject({ statusCode: 503, errors: [{ code: 'STORE_UNAVAILABLE' }] });
    expect(body.message).not.toMatch(/\n|at Object|node_modules/);
  }
  for (const id of acknowledged)
    expect((await request('GET', `/v1/bundles/${id}`)).status).toBe(200);
  for (const { id } of feeds) expect((await request('GET', `/v1/feeds/${id}`)).status).toBe(200);
  // The same processes all the while.
  expect([api, worker].map((serve) => serve.isRunning())).toEqual([true, true]);
  expect(await Promise.all([api.stop(), worker.stop()])).toEqual([SIGTERM_EXIT, SIGTERM_EXIT]);
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50);
}
