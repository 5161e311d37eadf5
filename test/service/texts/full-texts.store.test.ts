import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { settleTexts } from '../../../src/service/texts/settle-texts.js';
import { OWNER, type RefreshSetup, startSetup } from '../../support/refresh-setup.js';

const PAGE = readFileSync(new URL('../../fixtures/articles/news.html', import.meta.url));
const NEVER = new AbortController().signal;

/** A feed with full texts that has no items yet; nothing fetches their texts by itself. */
async function fullTextFeed() {
  const setup = await startSetup();
  const { sources, deps } = setup;
  const publish = (...titles: string[]) =>
    sources.publish('/feed.xml', {
      items: titles.map((title) => ({
        ...{ guid: title.split(' ')[0] ?? title, title, description: `Teaser of ${title}.` },
        link: `${sources.origin}/${title.split(' ')[0]}.html`,
      })),
    });
  const url = publish();
  const { feed } = await createFeed(setup.service.http.deps, OWNER, { url, full_text: true });
  const { id } = feed;
  return {
    ...setup,
    id,
    publish,
    page: (name: string, answer: (response: ServerResponse) => void) =>
      sources.on(`/${name}.html`, (_, response) => answer(response)),
    settle: () => settleTexts(deps, id, NEVER),
    fetch: () => setup.refresh(id),
  };
}

const whole = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
const broken = (response: ServerResponse) => response.writeHead(503).end();

async function announced({ events }: Pick<RefreshSetup, 'events'>) {
  return (await events()).map(({ data }) => ({
    new: data.items_new.map(({ title, description_text: text }) => [title, text.slice(0, 9)]),
    changed: data.items_changed.map(({ title, description_text: text }) => [
      ...[title, text.slice(0, 9)],
    ]),
  }));
}

describe('full texts and events', () => {
  it('publishes the event of new items with their texts, once', async () => {
    const feed = await fullTextFeed();
    feed.page('one', whole);
    feed.page('two', broken);
    feed.publish('one', 'two');
    await feed.fetch();
    expect(await announced(feed)).toEqual([]);
    await feed.settle();
    const [event, ...others] = await announced(feed);
    expect(others).toEqual([]);
    expect(event?.changed).toEqual([]);
    expect(event?.new.map(([title]) => title)).toEqual(['one', 'two']);
    // A page that cannot be fetched now does not hold the event back.
    expect(event?.new[1]).toEqual(['two', 'Teaser of']);
    expect(event?.new[0]?.[1]).not.toBe('Teaser of');
    feed.page('two', whole);
    await feed.fetch();
    await feed.settle();
    expect(await announced(feed)).toHaveLength(1);
  });

  it('calls an item new that changes before it was announced', async () => {
    const feed = await fullTextFeed();
    feed.page('one', whole);
    feed.publish('one');
    await feed.fetch();
    feed.publish('one and a half');
    await feed.fetch();
    await feed.settle();
    expect(await announced(feed)).toMatchObject([
      { new: [['one and a half', expect.anything()]], changed: [] },
    ]);
  });

  it('announces the items when full texts are turned off meanwhile', async () => {
    const feed = await fullTextFeed();
    feed.page('one', whole);
    feed.publish('one');
    await feed.fetch();
    const { db } = feed.deps.store;
    await db.updateTable('feeds').set({ full_text: 0 }).where('id', '=', feed.id).execute();
    await feed.settle();
    expect(await announced(feed)).toEqual([{ new: [['one', 'Teaser of']], changed: [] }]);
    expect(feed.sources.hits('/one.html')).toBe(0);
    expect((await feed.row(feed.id)).texts_due_at).toBeNull();
  });

  it('fetches each page once when two processes start together', async () => {
    const feed = await fullTextFeed();
    feed.page('one', whole);
    feed.publish('one');
    await feed.fetch();
    await Promise.all([feed.settle(), feed.settle()]);
    expect(feed.sources.hits('/one.html')).toBe(1);
    expect(await announced(feed)).toHaveLength(1);
  });

  it('takes over from a process that died, and from a clock that was wrong', async () => {
    const feed = await fullTextFeed();
    feed.page('one', whole);
    feed.publish('one');
    await feed.fetch();
    const { db } = feed.deps.store;
    const lease = async (until: number) =>
      db.updateTable('feeds').set({ texts_lease_until: until }).where('id', '=', feed.id).execute();
    await lease(feed.clock.now() + 30_000);
    await feed.settle();
    expect(feed.sources.hits('/one.html')).toBe(0);
    await lease(feed.clock.now() + 365 * 86_400_000);
    await feed.settle();
    expect(feed.sources.hits('/one.html')).toBe(1);
  });

  it('counts pages as requests of the budget', async () => {
    const feed = await fullTextFeed();
    for (const name of ['one', 'two']) feed.page(name, whole);
    feed.publish('one', 'two');
    await feed.fetch();
    let requests = 0;
    const budget = {
      fetchCost: 1,
      count() {
        requests += 1;
      },
      sync: async () => {},
      close: async () => {},
    };
    await settleTexts({ ...feed.deps, budget }, feed.id, NEVER);
    expect(requests).toBe(2);
  });
});

it('fetches no address that names an action, with the cookie of the feed or without', async () => {
  const setup = await startSetup();
  const { sources, deps, service } = setup;
  const asked: string[] = [];
  const paths = ['/item/1/delete', '/vote?id=2&how=up&auth=x', '/item/3'];
  for (const path of ['/item/1/delete', '/vote', '/item/3'])
    sources.on(path, ({ url = '' }, response) => {
      asked.push(url);
      whole(response);
    });
  const url = sources.publish('/messages.xml', { items: [] });
  const access = { cookie: 'session=secret' };
  const { feed } = await createFeed(service.http.deps, OWNER, { url, full_text: true, access });
  const items = paths.map((path) => ({
    ...{ guid: path, title: `Message ${path}`, link: `${sources.origin}${path}` },
  }));
  sources.publish('/messages.xml', { items });
  await setup.refresh(feed.id);
  await settleTexts(deps, feed.id, NEVER);
  await settleTexts(deps, feed.id, NEVER);
  expect(asked).toEqual(['/item/3']);
});
