import { expect, it } from 'vitest';
import type { Feed, ItemList } from '../../src/contract/index.js';
import type { RssItem } from '../support/rss.js';
import { expectError } from './api.js';
import { describeConformance } from './forms.js';

const posts = (host: string, from: number, count: number): RssItem[] =>
  Array.from({ length: count }, (_, n) => ({
    guid: `https://${host}/posts/${from + count - n}`,
    link: `https://${host}/posts/${from + count - n}`,
    title: `A post about subject ${from + count - n}`,
    date: new Date(Date.UTC(2026, 0, from + count - n)).toISOString(),
  }));

describeConformance('extension: another address of a feed', (setup) => {
  async function movedFeed(name: string) {
    const { api, sources } = setup;
    const old = sources.publish(`/${name}-old.xml`, {
      title: 'Blog',
      items: posts('old.example', 0, 8),
    });
    const feed = await api.createFeed(old);
    setup.clock.advance(60_000);
    const url = sources.publish(`/${name}-new.xml`, {
      title: 'Blog',
      items: posts('new.example', 2, 8),
    });
    return { feed, old, url };
  }

  it('keeps id, address and items; the same posts do not come again', async () => {
    const { api } = setup;
    const { feed, url } = await movedFeed('moved');
    const before = (await api.get(`/v1/feeds/${feed.id}`)).body as Feed;
    expect((await api.patch(`/v1/feeds/${feed.id}`, { url })).status).toBe(200);
    const after = (await api.get(`/v1/feeds/${feed.id}`)).body as Feed;
    expect(after).toMatchObject({
      id: feed.id,
      rss_feed_url: before.rss_feed_url,
      source_url: url,
    });
    const numbers = after.items.map(({ title }) => Number(/\d+$/.exec(title)?.[0]));
    expect(numbers).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(after.items[2]?.url).toBe('https://new.example/posts/8');
    const refreshed = await api.post(`/v1/feeds/${feed.id}/refresh`, {});
    expect(refreshed.body).toMatchObject({ outcome: 'unchanged' });
    expect(
      ((await api.get(`/v1/items?scope=${feed.id}&limit=100`)).body as ItemList).items,
    ).toHaveLength(10);
  });

  it('leaves the feed as it was when the new address cannot be read, or has a feed', async () => {
    const { api, sources } = setup;
    const { feed, old } = await movedFeed('kept');
    const broken = await api.patch(`/v1/feeds/${feed.id}`, {
      url: `${sources.origin}/missing.xml`,
    });
    expectError(broken, 'SOURCE_UNREACHABLE');
    const other = await api.createFeed(
      sources.publish('/other.xml', { items: posts('a.example', 0, 1) }),
    );
    expectError(await api.patch(`/v1/feeds/${feed.id}`, { url: other.source_url }), 'FEED_EXISTS');
    expectError(await api.patch(`/v1/feeds/${feed.id}`, { url: 'ftp://x' }), 'INVALID_FIELD');
    expectError(await setup.stranger.patch(`/v1/feeds/${feed.id}`, { url: old }), 'FEED_NOT_FOUND');
    const after = (await api.get(`/v1/feeds/${feed.id}`)).body as Feed;
    expect(after).toMatchObject({ source_url: old, items: { length: 8 } });
  });

  it('gives one of two feeds an address that both want at the same time', async () => {
    const { api, sources } = setup;
    const feeds = await Promise.all(
      ['one', 'two', 'three'].map((name) => movedFeed(`race-${name}`)),
    );
    const url = sources.publish('/wanted.xml', { items: posts('c.example', 0, 2) });
    const answers = await Promise.all(
      feeds.map(({ feed }) => api.patch(`/v1/feeds/${feed.id}`, { url })),
    );
    const [winner, ...others] = answers.sort((a, b) => a.status - b.status);
    expect(winner).toMatchObject({ status: 200, body: { source_url: url } });
    for (const other of others) expectError(other, 'FEED_EXISTS');
  });

  it('sends no events for what the new address has, and secrets to the same origin only', async () => {
    const { api, sources } = setup;
    const items = posts('b.example', 0, 3);
    const url = sources.publish('/secret.xml', { items });
    const access = { headers: { authorization: 'Bearer x' } };
    const feed = (await api.post('/v1/feeds', { url, access })).body as Feed;
    const same = sources.publish('/secret-2.xml', { items: posts('b.example', 0, 4) });
    await api.patch(`/v1/feeds/${feed.id}`, { url: same });
    expect((await api.get(`/v1/feeds/${feed.id}`)).body).toHaveProperty('access');
    const { port } = new URL(same);
    const elsewhere = `http://localhost:${port}/secret.xml`;
    expect((await api.patch(`/v1/feeds/${feed.id}`, { url: elsewhere })).status).toBe(200);
    expect((await api.get(`/v1/feeds/${feed.id}`)).body).not.toHaveProperty('access');
    expect((await api.get('/v1/deliveries')).body).toEqual([]);
  });
});
