import { describe, expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { policyField } from '../../../src/service/http/authorization.js';
import { accountsOf } from '../../support/accounts.js';
import { ManualClock } from '../../support/clock.js';
import { testDatabase } from '../../support/database.js';

async function limitedService(limits: object) {
  const clock = new ManualClock();
  const service = await openService({ databasePath: await testDatabase(), clock });
  onTestFinished(() => service.close());
  const accounts = accountsOf(service);
  await accounts.create({ name: 'a' });
  await accounts.update('a', { limits });
  const { id, secret } = await (await accounts.keysOf('a')).create({ name: 'k' });
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    service.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { authorization: `Bearer ${id}:${secret}`, ...headers },
      }),
    );
  return { service, clock, accounts, ask };
}

const fields = ({ headers }: Response) => ({
  policy: headers.get('ratelimit-policy'),
  limit: headers.get('ratelimit'),
  retryAfter: headers.get('retry-after'),
});

describe('a key with a limit', () => {
  it('is told of it with every answer, and with 429 when to come again', async () => {
    const { ask, clock } = await limitedService({ requests_per_minute: 30, burst: 2 });
    const policy = '"default";q=2;w=4';

    const first = await ask('/v1/feeds');
    expect(first.status).toBe(200);
    expect(fields(first)).toEqual({ policy, limit: '"default";r=1;t=2', retryAfter: null });
    const second = await ask('/v1/feeds/x');
    expect(second.status).toBe(404);
    expect(fields(second)).toEqual({ policy, limit: '"default";r=0;t=4', retryAfter: null });

    const refused = await ask('/v1/bundles');
    expect(refused.status).toBe(429);
    expect(fields(refused)).toEqual({ policy, limit: '"default";r=0;t=2', retryAfter: '2' });
    expect(await refused.json()).toEqual({
      message: 'This key may make 30 requests per minute, up to 2 at once. Try again in 2 s.',
      statusCode: 429,
      errors: [{ title: 'Too many requests', code: 'RATE_LIMITED' }],
    });
    expect(refused.headers.get('x-request-id')).not.toBeNull();
    clock.advance(2000);
    expect((await ask('/v1/bundles')).status).toBe(200);
  });

  it('counts for everything that is asked with it, and for nothing else', async () => {
    const { ask } = await limitedService({ requests_per_minute: 1 });
    // Nobody may use up the requests of a key that is not theirs.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await ask('/v1/feeds', { authorization: 'Bearer c_x:s_y' })).status).toBe(401);
    }
    expect((await ask('/v1/feeds')).status).toBe(200);
    expect((await ask('/dashboard/links', {}, 'POST')).status).toBe(429);
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/feeds/0123456789abcdef.xml')).status).toBe(404);
  });

  it('is free of it from the moment that it is taken away', async () => {
    const { ask, accounts } = await limitedService({ requests_per_minute: 1 });
    expect((await ask('/v1/feeds')).status).toBe(200);
    expect((await ask('/v1/feeds')).status).toBe(429);
    await accounts.update('a', { limits: { requests_per_minute: null } });
    const free = await ask('/v1/feeds');
    expect(free.status).toBe(200);
    expect(fields(free)).toEqual({ policy: null, limit: null, retryAfter: null });
  });
});

describe('the owner', () => {
  it('is neither limited nor told of limits, unless one is set', async () => {
    const { service, accounts } = await limitedService({});
    const { apiKey, apiSecret } = await service.issueOwnerKey('k');
    const headers = { authorization: `Bearer ${apiKey}:${apiSecret}` };
    const ask = () => service.fetch(new Request('http://127.0.0.1/v1/feeds', { headers }));
    for (let request = 0; request < 50; request += 1) {
      const response = await ask();
      expect(response.status).toBe(200);
      expect(fields(response)).toEqual({ policy: null, limit: null, retryAfter: null });
    }
    const { db } = service.http.deps.store;
    expect(await db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    await accounts.update('owner', { limits: { requests_per_minute: 1 } });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  });
});

it.each([
  [{ perMinute: 100, burst: 100 }, '"default";q=100;w=60'],
  [{ perMinute: 60, burst: 10 }, '"default";q=10;w=10'],
  [{ perMinute: 1, burst: 5 }, '"default";q=5;w=300'],
  [{ perMinute: 60_000, burst: 1 }, '"default";q=1;w=1'],
])('the policy of %j is %s', (rate, field) => {
  expect(policyField(rate)).toBe(field);
});
