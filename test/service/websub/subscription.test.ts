import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../src/service/core/durations.js';
import { createFetcher } from '../../../src/service/fetch/index.js';
import { callbackBase, hubAddress } from '../../../src/service/websub/callback-address.js';
import { startSubscriptionLoop } from '../../../src/service/websub/loop.js';
import { maintain } from '../../../src/service/websub/maintain.js';
import { createReceiver, isSigned } from '../../../src/service/websub/receive.js';
import type { Subscription } from '../../../src/service/websub/subscription.js';
import { type Verification, verify } from '../../../src/service/websub/verify.js';
import { startFakeHub } from '../../fakes/websub-hub.js';
import { startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';
import { linked } from './websub-setup.js';

const NEWS = { title: 'News', items: numberedItems(2) };
const BASE = 'https://feeds.example.com';

/** A feed with a hub that verifies nothing, on a clock that stands still. */
async function world() {
  const hub = await startFakeHub({ verify: 'never' });
  const { deps, sources, clock, create } = await startSetup();
  const fetcher = createFetcher({ allowPrivateNetworks: true });
  onTestFinished(() => fetcher.close());
  const webSub = { ...deps, hubFetcher: async () => fetcher, allowPrivateNetworks: true };
  const topic = `${sources.origin}/feed.xml`;
  const document = linked(NEWS, { hub: hub.url, self: topic });
  sources.on('/feed.xml', (_, response) => response.end(document));
  const feedId = await create(topic);
  const { db } = deps.store;
  const row = () => db.selectFrom('push_subscriptions').selectAll().executeTakeFirst();
  const first = await row();
  if (first === undefined) throw new Error('There is no subscription.');
  const { id } = first;
  return {
    ...{ hub, clock, db, topic, feedId, id, webSub, document, row },
    set: (columns: Partial<Subscription>) =>
      db
        .updateTable('push_subscriptions')
        .set(columns as object)
        .execute(),
    setFeed: (columns: { refresh_interval?: number; push_until?: number }) =>
      db.updateTable('feeds').set(columns).where('id', '=', feedId).execute(),
    async maintain() {
      const subscription = await row();
      if (subscription !== undefined) await maintain(webSub, subscription, BASE);
    },
    verify: (about: Partial<Verification>) =>
      verify(webSub, id, {
        ...{ mode: 'subscribe', topic, challenge: 'c', leaseSeconds: '86400', reason: undefined },
        ...about,
      }),
    receive(body: string) {
      const signature = `sha256=${createHmac('sha256', first.secret).update(body).digest('hex')}`;
      const push = { contentType: 'application/rss+xml', signature, body: Buffer.from(body) };
      return createReceiver(webSub).receive(id, push);
    },
  };
}

describe('a subscription that is due', () => {
  it('is asked for, more rarely each time, and says that the hub verified nothing', async () => {
    const { hub, clock, topic, id, maintain, row } = await world();
    const now = clock.now();
    await maintain();
    const asked = { pending: 'subscribe', hub: hub.url, base: BASE, requested_at: now };
    expect(await row()).toMatchObject({ ...asked, failures: 1, last_error: null });
    expect((await row())?.next_attempt_at).toBe(now + 11 * MINUTE);
    await maintain();
    const unverified = 'The hub accepted the request and did not verify it.';
    expect(await row()).toMatchObject({ failures: 2, last_error: unverified });
    expect((await row())?.next_attempt_at).toBe(now + 1.1 * HOUR);
    const request = { mode: 'subscribe', topics: [topic], callback: `${BASE}/websub/${id}` };
    expect(hub.requests).toMatchObject([request, request]);
    hub.options.status = 500;
    await maintain();
    expect((await row())?.last_error).toMatch(/^The hub .* answered HTTP 500/);
    hub.options.status = 202;
    await maintain();
    expect((await row())?.last_error).toBeNull();
  });

  it.each<[string, { failures: number; hub?: number; lease?: number }, number]>([
    ['the first hub of a new one', { failures: 0 }, 0],
    ['the second after a failure', { failures: 1 }, 1],
    ['the first again after two', { failures: 2 }, 0],
    ['the one that pushes already', { failures: 0, hub: 1, lease: 1 }, 1],
    ['another than the one whose lease ended', { failures: 0, hub: 1, lease: 0 }, 0],
  ])('asks %s', async (_, { failures, hub: known, lease }, asked) => {
    const { hub, clock, set, maintain } = await world();
    const hubs = [hub, await startFakeHub({ verify: 'never' })];
    await set({
      hubs: JSON.stringify(hubs.map(({ url }) => url)),
      hub: known === undefined ? null : (hubs[known]?.url ?? null),
      lease_until: lease === undefined ? null : clock.now() + lease,
      failures,
    });
    await maintain();
    expect(hubs.map(({ requests }) => requests.length)).toEqual(asked === 0 ? [1, 0] : [0, 1]);
  });

  it('of a paused feed is ended at the hub, which is asked three times, and rests', async () => {
    const { hub, clock, set, setFeed, maintain, row } = await world();
    await setFeed({ refresh_interval: 0 });
    await set({ hub: hub.url, base: BASE, lease_until: clock.now() + 1 });
    for (let asked = 1; asked <= 3; asked += 1) {
      await maintain();
      expect(await row()).toMatchObject({ pending: 'unsubscribe', failures: asked });
    }
    await maintain();
    expect(hub.requests.map(({ mode, secret }) => [mode, secret])).toEqual(
      Array(3).fill(['unsubscribe', null]),
    );
    const rests = { pending: null, lease_until: null, failures: 0 };
    expect(await row()).toMatchObject({ ...rests, next_attempt_at: clock.now() + 30 * DAY });
  });

  it.each([0, null])(
    'needs no request to end when its lease is over or never began: %j',
    async (lease) => {
      const { hub, clock, db, feedId, set, setFeed, maintain, row } = await world();
      const until = lease === null ? null : clock.now();
      await setFeed({ refresh_interval: 0 });
      await set({ hub: hub.url, base: BASE, lease_until: until });
      await maintain();
      expect(await row()).toMatchObject({ lease_until: null });
      await db.deleteFrom('feeds').where('id', '=', feedId).execute();
      await maintain();
      expect(await row()).toBeUndefined();
      expect(hub.requests).toEqual([]);
    },
  );
});

describe('a verification', () => {
  const PENDING = { pending: 'subscribe', failures: 2, last_error: 'before' } as const;

  it('of what was asked for begins the lease', async () => {
    const { clock, set, setFeed, verify, row, db } = await world();
    await set(PENDING);
    await setFeed({ push_until: 1 });
    expect(await verify({})).toBe('c');
    const until = clock.now() + DAY;
    const begun = { pending: null, failures: 0, last_error: null, lease_until: until };
    expect(await row()).toMatchObject({ ...begun, next_attempt_at: clock.now() + DAY / 2 });
    const feeds = db.selectFrom('feeds').select('push_until');
    expect(await feeds.execute()).toEqual([{ push_until: until }]);
    clock.advance(HOUR - 1);
    await set({ requested_at: clock.now() - HOUR + 1 });
    expect(await verify({})).toBe('c');
    clock.advance(1);
    expect(await verify({})).toBeNull();
  });

  it.each<[string, Partial<Subscription>, Partial<Verification>]>([
    ['another topic', PENDING, { topic: 'https://example.com/' }],
    ['another mode', PENDING, { mode: 'publish' }],
    ['no challenge', PENDING, { challenge: undefined }],
    ['an endless challenge', PENDING, { challenge: 'c'.repeat(1001) }],
    ['an end that nobody asked for', PENDING, { mode: 'unsubscribe' }],
    ['a beginning that nobody asked for', { pending: null }, {}],
    ['a beginning when the end was asked for', { pending: 'unsubscribe' }, {}],
  ])('is refused: %s', async (_, columns, about) => {
    const { set, verify, row } = await world();
    await set(columns);
    expect(await verify(about)).toBeNull();
    expect(await row()).toMatchObject({ ...columns, lease_until: null });
  });

  it('is taken with a challenge of 1000 characters', async () => {
    const { set, verify } = await world();
    await set(PENDING);
    expect(await verify({ challenge: 'c'.repeat(1000) })).toHaveLength(1000);
  });

  it('of a feed that was paused meanwhile is refused', async () => {
    const { set, setFeed, verify } = await world();
    await set(PENDING);
    await setFeed({ refresh_interval: 0 });
    expect(await verify({})).toBeNull();
  });

  it('of an end ends the subscription, and begins it again for a feed that was resumed', async () => {
    const { clock, set, setFeed, verify, row, db, feedId } = await world();
    const ending = {
      pending: 'unsubscribe',
      lease_until: 1,
      failures: 1,
      next_attempt_at: 5,
    } as const;
    const ended = { pending: null, lease_until: null, failures: 0 };
    await set(ending);
    await setFeed({ refresh_interval: 0 });
    expect(await verify({ mode: 'unsubscribe' })).toBe('c');
    expect(await row()).toMatchObject({ ...ended, next_attempt_at: 5 });
    await set(ending);
    await setFeed({ refresh_interval: 1 });
    expect(await verify({ mode: 'unsubscribe' })).toBe('c');
    expect(await row()).toMatchObject({ ...ended, next_attempt_at: clock.now() });
    await set(ending);
    await db.deleteFrom('feeds').where('id', '=', feedId).execute();
    expect(await verify({ mode: 'unsubscribe' })).toBe('c');
    expect(await row()).toBeUndefined();
  });

  it.each([
    [undefined, 'The hub denied the subscription.'],
    ['Not\nyou', 'The hub denied the subscription: Not you'],
  ])('that denies is remembered: %j', async (reason, message) => {
    const { clock, set, verify, row } = await world();
    await set({ pending: 'subscribe', lease_until: 9, failures: 0 });
    expect(await verify({ mode: 'denied', reason })).toBe('');
    const denied = { pending: null, lease_until: null, failures: 1, last_error: message };
    expect(await row()).toMatchObject({ ...denied, next_attempt_at: clock.now() + 11 * MINUTE });
  });
});

describe('the loop', () => {
  it('lets a request to a hub finish when it is stopped', async () => {
    const { webSub, hub } = await world();
    const { hubFetcher } = webSub;
    let [asked, answer] = [() => {}, () => {}];
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    webSub.hubFetcher = async () => {
      asked();
      await mayAnswer;
      return hubFetcher();
    };
    const loop = startSubscriptionLoop(webSub);
    await isAsked;
    const stopped = loop.stop();
    expect(await Promise.race([stopped.then(() => 'stopped'), sleep(50, 'waits')])).toBe('waits');
    answer();
    await stopped;
    expect(hub.requests).toHaveLength(1);
  });
});

describe('a push', () => {
  it('is taken during the lease, if it is a feed', async () => {
    const { clock, set, receive, document, row } = await world();
    expect(await receive(document)).toBe('gone');
    await set({ lease_until: clock.now() + 1 });
    expect(await receive(document)).toBe('stored');
    expect(await row()).toMatchObject({ pushes: 1, rejected: 0, last_push_at: clock.now() });
    expect(await receive('no feed')).toBe('dropped');
    expect(await row()).toMatchObject({ pushes: 1, rejected: 1 });
  });

  it('is not dropped for a fault of this service', async () => {
    const { clock, set, receive, document, row, webSub } = await world();
    await set({ lease_until: clock.now() + 1 });
    const info = () => {
      throw new Error('The log is full.');
    };
    Object.assign(webSub, { logger: { ...webSub.logger, info } });
    await expect(receive(document)).rejects.toThrow('The log is full.');
    expect(await row()).toMatchObject({ rejected: 0 });
  });

  it('for a paused feed is not wanted any more, and the hub is told soon', async () => {
    const { clock, set, setFeed, receive, document, row } = await world();
    await set({ lease_until: clock.now() + 1, next_attempt_at: 5 });
    await setFeed({ refresh_interval: 0 });
    expect(await receive(document)).toBe('gone');
    expect(await row()).toMatchObject({ pushes: 0, next_attempt_at: clock.now() });
  });

  it.each<[string, boolean]>([
    ['sha1=', true],
    ['SHA256=', true],
    ['sha224=', false],
    ['sha256', false],
    ['', false],
  ])('is signed with %j: %s', (prefix, isRight) => {
    const method = /^sha\d+/i.exec(prefix)?.[0].toLowerCase() ?? 'sha256';
    const digest = createHmac(method, 'secret').update('body').digest('hex');
    expect(isSigned(Buffer.from('body'), ` ${prefix}${digest}`, 'secret')).toBe(isRight);
    expect(isSigned(Buffer.from('Body'), `${prefix}${digest}`, 'secret')).toBe(false);
    expect(isSigned(Buffer.from('body'), `${prefix}${digest.slice(2)}`, 'secret')).toBe(false);
    expect(isSigned(Buffer.from('body'), undefined, 'secret')).toBe(false);
  });
});

describe('addresses', () => {
  it.each<[string | null, boolean, boolean]>([
    ['https://feeds.example.com', false, true],
    ['http://feeds.example.com', true, false],
    ['http://127.0.0.1:7410', true, true],
    ['http://127.0.0.1:7410', false, false],
    ['https://localhost', false, false],
    ['no address', true, false],
    [null, true, false],
  ])(
    'hubs can call %j (private networks: %s): %s',
    async (base, allowPrivateNetworks, isUsable) => {
      const publicAddress = {
        configured: async () => base,
        base: async () => '',
        isUnserved: async () => false,
      };
      const usable = await callbackBase({ publicAddress, allowPrivateNetworks });
      expect(usable).toBe(isUsable ? base : null);
    },
  );

  it.each([
    ['http://hub.example/', true, 'https://hub.example/'],
    ['https://hub.example/', false, 'https://hub.example/'],
    ['http://127.0.0.1:9/', true, 'http://127.0.0.1:9/'],
    ['http://127.0.0.1:9/', false, 'https://127.0.0.1:9/'],
    ['https://127.0.0.1:9/', true, 'https://127.0.0.1:9/'],
  ])('the hub %s (private networks: %s) is asked at %s', (hub, allowPrivateNetworks, address) => {
    expect(hubAddress(hub, allowPrivateNetworks)).toBe(address);
  });
});
