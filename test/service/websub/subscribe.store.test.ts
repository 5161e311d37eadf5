import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/service/core/durations.js';
import { claimFeeds, releaseLease } from '../../../src/service/refresh/claim.js';
import type { HubOptions } from '../../fakes/websub-hub.js';
import { IS_REPEATED } from '../../support/database.js';
import { numberedItems, type RssDocument, rss } from '../../support/rss.js';
import { type PublicServed, startPublic, startWebSub } from './websub-setup.js';

const NEWS: RssDocument = { title: 'News', description: 'All of it', items: numberedItems(3) };
const ARTICLE = readFileSync(new URL('../../fixtures/articles/news.html', import.meta.url));

/** One server for all tests: each has a feed, a source and a hub of its own. */
let served: PublicServed;
beforeAll(async () => {
  const server = await startPublic();
  served = server;
  return server.stop;
});

async function subscribed(hub: HubOptions = {}) {
  const world = await start(hub);
  await expect.poll(() => world.hub.subscriptions.size).toBe(1);
  return { ...world, address: world.callback(world.hub) };
}

function start(hub: HubOptions) {
  return startWebSub({ hub, served, document: NEWS });
}

function withNew(...titles: string[]): RssDocument {
  const fresh = titles.map((title, index) => ({
    ...numberedItems(1, title)[0],
    title,
    guid: `${title}-${index}`,
  }));
  return { ...NEWS, items: [...fresh, ...NEWS.items] };
}

describe('subscribing', () => {
  it('asks the hub of a feed, with a secret and an unguessable callback, and verifies', async () => {
    const { hub, topic, served, id, address, subscription } = await subscribed();
    expect(hub.requests).toMatchObject([
      { mode: 'subscribe', topics: [topic], leaseSeconds: '864000' },
    ]);
    expect(hub.requests[0]?.secret).toMatch(/^[\w-]{43}$/);
    expect(address).toMatch(new RegExp(`^${served.publicUrl}/websub/[\\w-]{43}$`));
    expect(hub.verifications).toEqual([{ mode: 'subscribe', status: 200, echoed: true }]);

    const row = await subscription();
    const half = 5 * 24 * HOUR;
    expect(row).toMatchObject({ pending: null, failures: 0, last_error: null });
    expect(Math.abs((row?.next_attempt_at ?? 0) - Date.now() - half)).toBeLessThan(half / 5);
    expect(await served.api('GET', `/v1/feeds/${id}`)).toMatchObject({
      push: { hub: hub.url, until: new Date(row?.lease_until ?? 0).toISOString() },
    });
  });

  it.skipIf(IS_REPEATED)(
    'stores a pushed document like a fetched one, and fetches rarely from then on',
    async () => {
      const { hub, topic, text, titles, served, id, sources, feed } = await subscribed();
      const before = await feed();
      const hits = sources.hits('/feed.xml');
      const body = text(withNew('Pushed story'));
      expect(await hub.distribute(topic, { body })).toEqual([202]);

      expect(await titles()).toEqual(['Pushed story', ...NEWS.items.map(({ title }) => title)]);
      expect(await served.api('GET', `/v1/feeds/${id}/history`)).toMatchObject([
        { outcome: 'updated', items_new: 1, pushed: true },
      ]);
      const after = await feed();
      expect(after?.etag).toBe(before?.etag);
      expect(after?.push_until).toBeGreaterThan(Date.now());
      expect((after?.next_refresh_at ?? 0) - Date.now()).toBeGreaterThan(5 * HOUR);
      expect((after?.next_refresh_at ?? 0) - Date.now()).toBeLessThanOrEqual(6 * HOUR);
      expect(after?.refresh_reason).toBe('push');
      expect(sources.hits('/feed.xml')).toBe(hits);
    },
  );

  it.skipIf(IS_REPEATED)(
    'does not let the hub wait for the pages of a feed with full texts',
    async () => {
      const { hub, topic, served, id, sources } = await subscribed();
      await served.api('PATCH', `/v1/feeds/${id}/settings`, { full_text: true });
      const held: ServerResponse[] = [];
      const link = sources.on('/story.html', (_, response) => void held.push(response));
      const body = rss({ ...NEWS, items: [{ title: 'Story', guid: 'story', link }] });
      expect(await hub.distribute(topic, { body })).toEqual([202]);
      await expect.poll(() => held).toHaveLength(1);
      expect(await served.api('GET', `/v1/feeds/${id}/history`)).toMatchObject([
        { pushed: true, items_new: 1, texts: { waiting: 1 } },
      ]);
      held[0]?.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE);
      await expect
        .poll(() => served.api('GET', `/v1/feeds/${id}/history`))
        .toMatchObject([{ texts: { fetched: 1, waiting: 0 } }]);
    },
  );

  it.skipIf(IS_REPEATED)('keeps what a push of single entries does not list', async () => {
    const { hub, topic, text, titles, served, id } = await subscribed();
    const [only] = withNew('Only this').items;
    expect(
      await hub.distribute(topic, { body: text({ title: 'Hub', items: only ? [only] : [] }) }),
    ).toEqual([202]);
    expect(await titles()).toEqual(['Only this', ...NEWS.items.map(({ title }) => title)]);
    expect(await served.api('GET', `/v1/feeds/${id}`)).toMatchObject({ title: 'News' });
  });

  it('fetches at the usual rate again when a fetch finds what was not pushed', async () => {
    const { hub, topic, text, served, id, publish, feed } = await subscribed();
    await hub.distribute(topic, { body: text(withNew('Pushed')) });
    publish(withNew('Missed', 'Pushed'));
    await served.api('POST', `/v1/feeds/${id}/refresh`);
    const after = await feed();
    expect(after?.push_until).toBeNull();

    await hub.distribute(topic, { body: text(withNew('Pushed again')) });
    expect((await feed())?.push_until).toBeGreaterThan(Date.now());
    publish(withNew('Pushed again', 'Missed', 'Pushed'));
    await served.api('POST', `/v1/feeds/${id}/refresh`);
    expect((await feed())?.push_until).toBeGreaterThan(Date.now());
  });

  it.skipIf(IS_REPEATED).each(['sha1', 'sha256', 'sha384', 'sha512'] as const)(
    'takes signatures of %s',
    async (method) => {
      const { hub, topic, text, titles } = await subscribed({ method });
      expect(await hub.distribute(topic, { body: text(withNew('Signed')) })).toEqual([202]);
      expect(await titles()).toContain('Signed');
    },
  );

  it('stops when the feed is paused, starts again with it, and stops when it is deleted', async () => {
    const { hub, topic, text, served, id, subscription, feed } = await subscribed();
    expect(await hub.distribute(topic, { body: text(withNew('Pushed')) })).toEqual([202]);
    await served.api('PATCH', `/v1/feeds/${id}/settings`, { interval: 'paused' });
    await expect.poll(() => hub.subscriptions.size).toBe(0);
    // Not fetched in five minutes either, as after a hub that fails.
    await expect.poll(async () => (await feed())?.push_until).toBeNull();
    expect((await feed())?.next_refresh_at).toBeGreaterThan(Date.now() + 24 * HOUR);
    await served.api('PATCH', `/v1/feeds/${id}/settings`, { interval: 'auto' });
    await expect.poll(() => hub.subscriptions.size).toBe(1);
    await served.api('DELETE', `/v1/feeds/${id}`);
    await expect.poll(() => subscription()).toBeUndefined();
    await expect.poll(() => hub.subscriptions.size).toBe(0);
  });
});

describe('bad hubs', () => {
  it.skipIf(IS_REPEATED)(
    'one that never verifies is asked again later, and the feed is fetched as before',
    async () => {
      const { hub, subscription, feed } = await start({ verify: 'never' });
      await expect.poll(() => hub.requests).toHaveLength(1);
      const row = await subscription();
      expect(row).toMatchObject({ pending: 'subscribe', lease_until: null, failures: 1 });
      expect((row?.next_attempt_at ?? 0) - Date.now()).toBeGreaterThan(HOUR / 10);
      expect((await feed())?.push_until).toBeNull();
    },
  );

  it('one that is gone is asked again later, and the feed is fetched as before', async () => {
    const hubUrl = 'http://127.0.0.1:1/hub';
    const { subscription, feed } = await startWebSub({ hubUrl, served, document: NEWS });
    // The attempt is stored before the hub is asked, and its error after.
    await expect.poll(async () => (await subscription())?.last_error).toContain('127.0.0.1');
    const row = await subscription();
    expect(row).toMatchObject({ lease_until: null, failures: 1 });
    expect((row?.next_attempt_at ?? 0) - Date.now()).toBeGreaterThan(HOUR / 10);
    expect((await feed())?.push_until).toBeNull();
  });

  it.skipIf(IS_REPEATED)('one that verifies twice is answered twice', async () => {
    const { hub } = await subscribed({ verify: 'twice' });
    await expect.poll(() => hub.verifications).toHaveLength(2);
    expect(hub.verifications[1]).toMatchObject({ status: 200, echoed: true });
  });

  it.skipIf(IS_REPEATED)('one that verifies before it answers is understood', async () => {
    await subscribed({ verify: 'before-answer' });
  });

  it('one that denies is remembered with its reason', async () => {
    const { subscription } = await start({ verify: 'deny' });
    await expect
      .poll(() => subscription())
      .toMatchObject({
        pending: null,
        last_error: 'The hub denied the subscription: Not you',
      });
  });

  it.skipIf(IS_REPEATED)(
    'one that redirects with 307 is followed; with 302 it is not',
    async () => {
      const target = await subscribed();
      const redirecting = { status: 307, location: target.hub.url };
      const one = await start(redirecting);
      await expect.poll(() => target.hub.subscriptions.size).toBe(2);
      expect(one.hub.subscriptions.size).toBe(0);

      const two = await start({ status: 302, location: target.hub.url });
      await expect
        .poll(async () => (await two.subscription())?.last_error)
        .toMatch(/^The hub .* answered HTTP 302/);
    },
  );

  it.skipIf(IS_REPEATED).each([
    ['without a signature', { signature: null }],
    ['with a wrong signature', { signature: `sha256=${'0'.repeat(64)}` }],
    [
      'with a signature of an unknown method',
      { signature: 'md5=d41d8cd98f00b204e9800998ecf8427e' },
    ],
  ])('a push %s is dropped, and the hub learns nothing', async (_, wrong) => {
    const { hub, topic, text, titles, subscription } = await subscribed();
    const body = text(withNew('Forged'));
    expect(await hub.distribute(topic, { body, ...wrong })).toEqual([202]);
    expect(await titles()).not.toContain('Forged');
    expect(await subscription()).toMatchObject({ rejected: 1, pushes: 0 });
  });

  it.skipIf(IS_REPEATED).each([
    ['in its Link header', 'https://www.example.com/feed.xml'],
    ['as a path', '/feed.xml?format=xml'],
    ['in the document only', null],
  ])('a signed push is taken that names another address %s', async (_, self) => {
    const { hub, topic, text, titles, subscription } = await subscribed();
    const body = text(withNew('Signed')).replaceAll(topic, 'https://example.com/other.xml');
    expect(await hub.distribute(topic, { body, self })).toEqual([202]);
    expect(await titles()).toContain('Signed');
    expect(await subscription()).toMatchObject({ rejected: 0, pushes: 1 });
  });

  it('garbage is dropped, and the source is fetched soon', async () => {
    const { hub, topic, text, feed, subscription, titles } = await subscribed();
    await hub.distribute(topic, { body: text(withNew('Pushed')) });
    for (const body of ['no feed at all', '<html><body>Moved</body></html>', Buffer.alloc(99)]) {
      expect(await hub.distribute(topic, { body })).toEqual([202]);
    }
    expect(await subscription()).toMatchObject({ rejected: 3, pushes: 1 });
    const after = await feed();
    expect(after?.push_until).toBeNull();
    expect((after?.next_refresh_at ?? 0) - Date.now()).toBeLessThan(HOUR / 10);
    expect(after?.lease_token).toBeNull();
    expect(await titles()).toHaveLength(4);
  });

  it.skipIf(IS_REPEATED)('more than 10 MB are refused, and the next push is read', async () => {
    const { hub, topic, text, titles } = await subscribed();
    expect(await hub.distribute(topic, { body: Buffer.alloc(10_000_001, 32) })).toEqual([413]);
    expect(await hub.distribute(topic, { body: text(withNew('Later')) })).toEqual([202]);
    expect(await titles()).toContain('Later');
  });

  it('more pushes of a feed than may wait for a fetch of it are refused, to be repeated', async () => {
    const { hub, topic, text, titles, served, id, address } = await subscribed();
    const { clock, store } = served.service.http.deps;
    const [claimed] = await claimFeeds(store, [id], clock.now());
    const pushes = Array.from({ length: 4 }, (_, number) =>
      hub.send(address, topic, { body: text(withNew(`Push ${number}`)) }),
    );
    expect(await Promise.race(pushes)).toBe(503);
    if (claimed) await releaseLease(store.db, claimed);
    expect((await Promise.all(pushes)).sort()).toEqual([202, 202, 202, 503]);
    expect(await titles()).toHaveLength(6);
  });

  it.skipIf(IS_REPEATED)('nobody can verify or push what was not asked for', async () => {
    const { served, topic, address, hub, text } = await subscribed();
    const ask = (url: string, mode: string, about: string) =>
      fetch(
        `${url}?${new URLSearchParams({ 'hub.mode': mode, 'hub.topic': about, 'hub.challenge': 'x' })}`,
      );
    expect((await ask(address, 'unsubscribe', topic)).status).toBe(404);
    expect((await ask(address, 'subscribe', 'https://example.com/other')).status).toBe(404);
    const unknown = `${served.publicUrl}/websub/${'a'.repeat(43)}`;
    expect((await ask(unknown, 'subscribe', topic)).status).toBe(404);
    expect(await hub.send(unknown, topic, { body: text(NEWS) })).toBe(404);
  });
});
