import { expect, it } from 'vitest';
import { type AnswerBytes, type Answers, joinBytes } from '../../../src/service/core/answers.js';
import { HOUR } from '../../../src/service/core/durations.js';
import { listFeeds } from '../../../src/service/feeds/list-feeds.js';
import { getFeed, getFeedJson } from '../../../src/service/feeds/read-feeds.js';
import { insertEntries, insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

async function withFeed() {
  const { clock, deps, service } = await startSetup();
  const { db } = deps.store;
  const now = clock.now();
  const filters = JSON.stringify({ include: [], exclude: ['ad'] });
  const links = JSON.stringify({ hubs: ['https://hub.example/'], topic: 'https://0.example/' });
  const [id = ''] = await insertFeeds(db, OWNER.id, [
    { filters, custom_author: 'Me', push_links: links, refresh_interval: 6 * HOUR },
  ]);
  await insertEntries(db, id, [
    { identity: 'a', addedAt: now - 1, date: now - 3, title: 'bus' },
    { identity: 'b', addedAt: now - 2, date: now - 1, title: 'ad' },
    { identity: 'c', addedAt: now - 3, date: now - 2, title: 'tram' },
  ]);
  const subscription = {
    ...{ id: 'cb', feed_id: id, hubs: '[]', topic: 't', secret: 's', failures: 0 },
    ...{ next_attempt_at: 0, pushes: 0, rejected: 0, created_at: 0 },
    ...{ hub: 'https://hub.example/', lease_until: now + 1000 },
  };
  await db.insertInto('push_subscriptions').values(subscription).execute();
  return { deps: service.http.deps, id, clock, now, db };
}

/** Remembers every answer by its name and revision. */
function answers(): Answers & { made: number } {
  const known = new Map<string, Promise<AnswerBytes>>();
  const all = {
    made: 0,
    async get(name: string, revision: string, make: () => Promise<AnswerBytes>) {
      const key = `${name} ${revision}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      all.made += 1;
      const answer = make();
      known.set(key, answer);
      return answer;
    },
  };
  return all;
}

it.each([
  [{}, ['bus', 'tram']],
  [{ sort: 'date' }, ['tram', 'bus']],
  [{ dropped: 'only' }, ['ad']],
  [{ dropped: 'include' }, ['bus', 'ad', 'tram']],
  [{ dropped: 'include', sort: 'date' }, ['ad', 'tram', 'bus']],
] as const)('a feed has the items of %o, as JSON, too', async (query, titles) => {
  const { deps, id, now } = await withFeed();
  const feed = await getFeed(deps, OWNER, id, query);
  expect(feed.items.map(({ title }) => title)).toEqual(titles);
  expect(feed.items[0]?.authors).toMatchObject([{ name: 'Me' }]);
  const until = new Date(now + 1000).toISOString();
  expect(feed).toMatchObject({ push: { hub: 'https://hub.example/', until } });
  const parts = await getFeedJson(deps, answers(), OWNER, id, query);
  expect(JSON.parse(new TextDecoder().decode(joinBytes(parts)))).toEqual(feed);
});

it('says that it is pushed while the lease of a hub lasts', async () => {
  const { deps, id, clock, db } = await withFeed();
  clock.advance(1000);
  expect(await getFeed(deps, OWNER, id)).not.toHaveProperty('push');
  const parts = await getFeedJson(deps, answers(), OWNER, id);
  expect(JSON.parse(new TextDecoder().decode(joinBytes(parts)))).not.toHaveProperty('push');
  clock.advance(-1000);
  await db.updateTable('feeds').set({ push_links: null }).execute();
  expect(await getFeed(deps, OWNER, id)).not.toHaveProperty('push');
});

it('the items are made once a revision, for each way to ask', async () => {
  const { deps, id, db } = await withFeed();
  const kept = answers();
  const ask = (query: Parameters<typeof getFeedJson>[4]) =>
    getFeedJson(deps, kept, OWNER, id, query);
  await ask({});
  await ask({ sort: 'last_added' });
  expect(kept.made).toBe(1);
  await ask({ dropped: 'only' });
  await ask({ sort: 'date' });
  expect(kept.made).toBe(3);
  await db.updateTable('feeds').set({ failures: 3 }).execute();
  const [head] = await ask({});
  expect(new TextDecoder().decode(head)).toContain('"health":"failing"');
  expect(kept.made).toBe(3);
  await db.updateTable('feeds').set({ revision: 2 }).execute();
  await ask({});
  expect(kept.made).toBe(4);
});

it('a list has the settings of its feeds when it is asked for them', async () => {
  const { deps } = await withFeed();
  const page = { limit: 9, offset: 0 };
  const [plain] = (await listFeeds(deps, OWNER, page)).rows;
  expect(plain).not.toHaveProperty('settings');
  const [full] = (await listFeeds(deps, OWNER, { ...page, include: 'settings' })).rows;
  expect(full).toMatchObject({ settings: { interval: '6h' } });
});

it('a feed of a page names the document that was found behind it', async () => {
  const { deps, id, db } = await withFeed();
  const found = { poll_url: 'https://0.example/feed.xml', site_url: 'https://0.example/home' };
  const document = async () => (await getFeed(deps, OWNER, id, {})).document;
  expect(await document()).toEqual({ kind: 'feed', url: 'https://0.example/' });
  await db.updateTable('feeds').set(found).where('id', '=', id).execute();
  expect(await document()).toEqual({
    kind: 'feed',
    url: found.poll_url,
    site_url: found.site_url,
  });
});
