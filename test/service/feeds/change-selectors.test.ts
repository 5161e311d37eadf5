import { describe, expect, it } from 'vitest';
import { changeSelectors } from '../../../src/service/feeds/change-selectors.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { previewFeed } from '../../../src/service/feeds/preview.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

const story = (list: string, number: number) =>
  `<li><h2><a href="/${list}-${number}">The ${list} story ${number}</a></h2></li>`;

/** A page with two lists. */
const PAGE = `<html><body>${['news', 'tips']
  .map((list) => `<ul class="${list}">${[5, 4, 3, 2, 1].map((n) => story(list, n)).join('')}</ul>`)
  .join('')}</body></html>`;

async function withPage(selectors: { items: string; title?: string } | null) {
  const setup = await startSetup();
  const { deps } = setup.service.http;
  const url = setup.sources.on('/page', (_, response) => response.end(PAGE));
  const choice = selectors === null ? {} : { selectors };
  const { feed } = await createFeed(deps, OWNER, { url, ...choice });
  setup.clock.advance(1000);
  return { ...setup, id: feed.id, domain: deps, url };
}

const titles = (list: string) => [5, 4, 3, 2, 1].map((number) => `The ${list} story ${number}`);

describe('other selectors of a feed', () => {
  it('replace its items, without an event', async () => {
    const {
      domain,
      id,
      row,
      titles: stored,
      clock,
      events,
    } = await withPage({ items: '.news li' });
    const before = await row(id);
    const { db } = domain.store;
    await db.insertInto('tombstones').values({ feed_id: id, hash: 'h', last_seen_at: 0 }).execute();
    await changeSelectors(domain, OWNER, id, { items: '.tips li' });
    expect(await stored(id)).toEqual(titles('tips'));
    expect(await events()).toEqual([]);
    const after = await row(id);
    expect(after).toMatchObject({
      ...{ revision: before.revision + 1, updated_at: clock.now(), last_batch_at: clock.now() },
      ...{ last_refreshed_at: clock.now(), lease_token: null, lease_expires_at: null },
    });
    expect(JSON.parse(after.selectors ?? '')).toEqual({ items: '.tips li' });
    expect(await db.selectFrom('tombstones').selectAll().execute()).toEqual([]);
  });

  it('keep the time at which an item came; the new ones are a later batch', async () => {
    const { domain, id, clock, deps, row } = await withPage({ items: '.news li' });
    const { last_batch_at: first } = await row(id);
    // The clock went back.
    clock.advance(-5000);
    await changeSelectors(domain, OWNER, id, { items: 'li' });
    const items = await deps.store.db.selectFrom('items').select(['title', 'added_at']).execute();
    expect(items).toHaveLength(10);
    for (const { title, added_at } of items) {
      expect(added_at).toBe(title.includes('news') ? first : first + 1);
    }
    expect(await row(id)).toMatchObject({ last_batch_at: first + 1 });
  });

  it('that are the same do nothing, not even a request', async () => {
    const { domain, id, row, sources } = await withPage({ items: '.news li', title: 'a' });
    const before = await row(id);
    const hits = sources.hits('/page');
    await changeSelectors(domain, OWNER, id, { title: 'a', items: '.news li' });
    expect(await row(id)).toEqual(before);
    expect(sources.hits('/page')).toBe(hits);
  });

  it('null removes them; without any, that does nothing', async () => {
    const { domain, id, row, sources } = await withPage({ items: '.tips li' });
    await changeSelectors(domain, OWNER, id, null);
    const { selectors, revision } = await row(id);
    expect(selectors).toBeNull();
    const hits = sources.hits('/page');
    await changeSelectors(domain, OWNER, id, null);
    expect(await row(id)).toMatchObject({ revision });
    expect(sources.hits('/page')).toBe(hits);
  });

  it('of a followed text may change any number of times within a millisecond', async () => {
    const { domain, url, row } = await withPage(null);
    const { feed } = await createFeed(domain, OWNER, { url, mode: 'changes' });
    for (const selectors of [{ text: '.tips' }, null, { text: '.tips' }]) {
      await changeSelectors(domain, OWNER, feed.id, selectors);
      const stored = (await row(feed.id)).selectors;
      expect(stored === null ? null : JSON.parse(stored)).toEqual(selectors);
    }
    const items = await domain.store.db
      .selectFrom('items')
      .select('guid')
      .where('feed_id', '=', feed.id)
      .execute();
    expect(new Set(items.map(({ guid }) => guid)).size).toBe(2);
  });

  it('that find nothing leave the feed as it is', async () => {
    const { domain, id, row, titles: stored } = await withPage({ items: '.news li' });
    const before = await row(id);
    const change = changeSelectors(domain, OWNER, id, { items: '.gone' });
    await expect(change).rejects.toMatchObject({ code: 'NO_ITEMS_FOUND' });
    expect(await row(id)).toEqual(before);
    expect(await stored(id)).toEqual(titles('news'));
  });

  it('are for pages of this account', async () => {
    const { domain, id, sources } = await withPage(null);
    const selectors = { items: 'li' };
    const others = changeSelectors(domain, { id: 'another' }, id, selectors);
    await expect(others).rejects.toMatchObject({ code: 'FEED_NOT_FOUND' });
    sources.publish('/news', { items: [{ guid: 'n', title: 'News of the bank' }] });
    const { feed } = await createFeed(domain, OWNER, { keyword: 'bank' });
    const search = changeSelectors(domain, OWNER, feed.id, selectors);
    await expect(search).rejects.toThrow(/follows the news/);
  });

  it('can be tried before: nothing is stored', async () => {
    const { domain, id, row, deps } = await withPage({ items: '.news li' });
    const filters = JSON.stringify({ include: [], exclude: ['"story 5"'] });
    await deps.store.db.updateTable('feeds').set({ filters }).execute();
    const before = await row(id);
    const preview = await previewFeed(domain, OWNER, id, { items: '.tips li' });
    expect(preview.items.map(({ title }) => title)).toEqual(titles('tips').slice(1));
    expect(preview.dropped?.map(({ title }) => title)).toEqual(titles('tips').slice(0, 1));
    expect(preview).toMatchObject({ from: 'page', rendered: false, failure: null });
    const failed = await previewFeed(domain, OWNER, id, { items: '.gone' });
    expect(failed).toMatchObject({ items: [], failure: { code: 'NO_ITEMS_FOUND' } });
    expect(await row(id)).toEqual(before);
  });
});
