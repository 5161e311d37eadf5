import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MACHINE_CHECKS } from '../../../../src/cli/commands/doctor/machine-checks.js';
import type { Context } from '../../../../src/cli/verbs/context.js';

const REMOTE = {
  kind: 'remote',
  source: { kind: 'profile', name: 'work' },
  baseUrl: 'https://feeds.example',
  apiKey: 'c_0123456789',
};
const HERE = { ...REMOTE, baseUrl: 'http://127.0.0.1:7410' };
const EMBEDDED = { kind: 'embedded', implied: true };

/** What a check says of a service that answers this, as `check status: detail (fix)`. */
async function said(
  name: keyof typeof MACHINE_CHECKS,
  used: object,
  client: object = {},
  env = {},
) {
  const context = {
    globals: {},
    env,
    credentials: async () => used,
    client: async () => ({
      service: { version: '1.0.0' },
      detectService: async () => ({ version: '1.0.0' }),
      listFeeds: async () => [],
      ...client,
    }),
  } as unknown as Context;
  const results = await MACHINE_CHECKS[name](context);
  return results.map(({ check = name, status, detail, fixes = [] }) =>
    [`${check} ${status}: ${detail}`, ...fixes].join(' | '),
  );
}

describe('feeds', () => {
  const HEALTH = {
    feeds: { all: 3, failing: 0, inactive: 0 },
    queue: { refresh_lag_seconds: 0, delivery_lag_seconds: 0 },
    served: true,
    refreshed: true,
    instances: [],
  };
  const of = (used: object, health: object) =>
    said('feeds', used, { getServiceHealth: async () => ({ ...HEALTH, ...health }) });

  it.each([
    [{}, 'feeds ok: 3 feeds, all healthy.'],
    [
      { feeds: { all: 3, failing: 0, inactive: 1 } },
      'feeds warn: 3 feeds: 0 failing, 1 inactive. | feedctl feeds list --failing --inactive',
    ],
    [{}, 'live instance ok: It responds and fetches due feeds.'],
    [{ refreshed: false }, 'live instance warn: It responds, but no process fetches due feeds.'],
    [{ served: false }, 'live instance warn: No process has registered as serving this database.'],
    [{}, 'queue ok: No backlog: feeds none due, deliveries none due.'],
    [
      { queue: { refresh_lag_seconds: 900, delivery_lag_seconds: 5 } },
      'queue ok: No backlog: feeds up to 15 min late, deliveries up to 5 s late.',
    ],
    [
      { queue: { refresh_lag_seconds: 0, delivery_lag_seconds: 901 } },
      'queue warn: Backlog: feeds none due, deliveries up to 15 min late. | feedctl refresh --due',
    ],
  ])('of a service of %j', async (health, line) => {
    expect(await of(REMOTE, health)).toContain(line);
  });

  it('of this machine name who serves them', async () => {
    const [role, listen_url, public_url] = ['all', 'http://127.0.0.1:1', 'https://f.example'];
    const instances = [{ role, listen_url, public_url }, { role, listen_url }, { role: 'worker' }];
    expect(await of(EMBEDDED, { instances })).toContain(
      'live instance ok: https://f.example (all), http://127.0.0.1:1 (all), no port (worker)',
    );
    expect((await of(EMBEDDED, {}))[1]).toMatch(/^live instance warn: No feedctl serve .*serve$/);
  });

  it('are not asked for where the service does not tell', async () => {
    const detectService = async () => ({ version: null });
    expect(await said('feeds', REMOTE, { detectService })).toEqual([]);
  });
});

describe('reachability', () => {
  it.each([
    [149_499, 'ok: It agrees with the clock of the service.'],
    [149_500, 'warn: This machine is 2 min behind the service. | timedatectl set-ntp true'],
    [299_499, 'warn: This machine is 4 min behind the service. | timedatectl set-ntp true'],
    [299_500, 'fail: This machine is 5 min behind the service. | timedatectl set-ntp true'],
    [-150_499, 'ok: It agrees with the clock of the service.'],
    [-150_500, 'warn: This machine is 2 min ahead of the service. | timedatectl set-ntp true'],
    [undefined, 'ok: The service does not send its time.'],
  ])('shows a clock that is %i ms off', async (off, line) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const date = off === undefined ? undefined : new Date(Date.now() + off).toISOString();
    const request = async () => ({ headers: { date } });
    expect(await said('reachability', REMOTE, { request })).toEqual([
      'reachability ok: https://feeds.example answers in 0 ms; it is feedctl 1.0.0.',
      `clock ${line}`,
    ]);
  });

  it('costs a service as little as can be', async () => {
    const asked: unknown[] = [];
    const listFeeds = async (query: object) => void asked.push(query);
    const request = async (...given: unknown[]) => {
      asked.push(given);
      return { headers: {} };
    };
    const service = { version: null };
    const [line] = await said('reachability', REMOTE, { listFeeds, request, service });
    expect(line).toMatch(/it is not a feedctl service\.$/);
    expect(asked).toEqual([{ limit: 1 }, ['GET', '/v1/feeds', { query: { limit: 1 } }]]);
  });

  it('of the embedded service needs no clock', async () => {
    expect(await said('reachability', EMBEDDED)).toEqual([
      expect.stringMatching(/^reachability ok: The embedded service answers in \d+ ms/),
    ]);
  });
});

it.each([
  [{}, REMOTE, 'ok: No proxy is set.'],
  [{ http_proxy: '' }, REMOTE, 'ok: No proxy is set.'],
  [
    { HTTP_PROXY: 'http://p.example:3128/' },
    REMOTE,
    /^ok: HTTP_PROXY is p\.example:3128\. Requests go/,
  ],
  [{ HTTP_PROXY: 'http://p.example/' }, HERE, /^ok: HTTP_PROXY is p\.example\. It is not used/],
  [{ HTTP_PROXY: 'http://p.example/' }, EMBEDDED, /It is not used/],
  [{ https_proxy: 'x' }, REMOTE, 'fail: https_proxy is not an address: "x" | unset https_proxy'],
])('the proxy of %j', async (env, used, line) => {
  const [result = ''] = await said('proxy', used, {}, env);
  if (typeof line === 'string') expect(result).toBe(`proxy ${line}`);
  else expect(result.slice('proxy '.length)).toMatch(line);
});

it.each([
  [REMOTE, 'Profile work: https://feeds.example, key c_01…'],
  [
    { ...REMOTE, source: { kind: 'environment' } },
    'The environment: https://feeds.example, key c_01…',
  ],
  [EMBEDDED, 'The embedded service: no other service is configured.'],
  [{ ...EMBEDDED, implied: false }, 'The embedded service: selected with auth login --embedded.'],
])('credentials of %j', async (used, detail) => {
  expect(await said('credentials', used)).toEqual([`credentials ok: ${detail}`]);
});
