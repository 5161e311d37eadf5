import { expect, it } from 'vitest';
import type { Bundle, Feed, FeedSettings, ItemList } from '../../src/contract/index.js';
import { expectError } from './api.js';
import { describeAnyWay, type Setup } from './forms.js';

const DAY = 86_400_000;

/** A feed with items of one, ten and a hundred days, and one without a date. */
async function agingFeed(setup: Setup, name: string) {
  const dated = (days: number) => ({
    guid: `${name}${days}`,
    link: `https://example.com/${name}/${days}`,
    title: `Zebra of ${days} days`,
    date: new Date(setup.clock.now() - days * DAY).toISOString(),
  });
  const undated = { guid: name, link: `https://example.com/${name}`, title: 'Zebra of any day' };
  const items = [dated(1), dated(10), dated(100), undated];
  const url = setup.sources.publish(`/${name}.xml`, { title: name, items });
  const { id } = (await setup.api.post('/v1/feeds', { url })).body as Feed;
  const set = (max_age: string) => setup.api.patch(`/v1/feeds/${id}/settings`, { max_age });
  const { id: bundle } = (await setup.api.post('/v1/bundles', { name, feeds: [id] }))
    .body as Bundle;
  /** How many items each road to readers shows. */
  const shown = async () => {
    const count = async (path: string) =>
      ((await setup.api.get(path)).body as Feed | Bundle | ItemList).items.length;
    const published = async (file: string) =>
      (await (await setup.api.send(`/feeds/${file}`, {})).text()).split('Zebra').length - 1;
    return [
      await count(`/v1/feeds/${id}`),
      await count(`/v1/feeds/${id}?sort=date&dropped=include`),
      await count(`/v1/bundles/${bundle}`),
      await count(`/v1/items?scope=${id}`),
      await count(`/v1/items?scope=${bundle}&sort=date`),
      await count(`/v1/items?scope=${id}&search=zebra`),
      await published(`${id}.csv`),
      await published(`${bundle}.csv`),
    ];
  };
  return { id, bundle, set, shown };
}

const all = (count: number) => Array.from({ length: 8 }, () => count);

describeAnyWay('extension: the maximum age of items', (setup) => {
  it('hides older items wherever they are read, and deletes none', async () => {
    const { id, set, shown } = await agingFeed(setup, 'hides');
    expect(await shown()).toEqual(all(4));
    const { status, body } = await set('30d');
    expect(status).toBe(200);
    expect(body).toMatchObject({ max_age: '30d' });
    expect(await shown()).toEqual(all(3));
    await set('48h');
    expect(await shown()).toEqual(all(2));
    await set('none');
    const { body: settings } = await setup.api.get(`/v1/feeds/${id}/settings`);
    expect(settings as FeedSettings).not.toHaveProperty('max_age');
    expect(await shown()).toEqual(all(4));
  });

  it('counts from when the service first saw an item without a date', async () => {
    const { set, shown } = await agingFeed(setup, 'undated');
    await set('5d');
    expect(await shown()).toEqual(all(2));
    setup.clock.advance(4.5 * DAY);
    expect(await shown()).toEqual(all(1));
    setup.clock.advance(DAY);
    expect(await shown()).toEqual(all(0));
  });

  it('gives a reader that compares copies the document in which an item is missing', async () => {
    const { id, bundle, set } = await agingFeed(setup, 'readers');
    await set('11d');
    for (const file of [`${id}.xml`, `${bundle}.json`]) {
      const { headers } = await setup.api.send(`/feeds/${file}`, {});
      const [etag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
      const again = async (given: Record<string, string>) =>
        (await setup.api.send(`/feeds/${file}`, { headers: given })).status;
      expect(await again({ 'If-None-Match': etag })).toBe(304);
      setup.clock.advance(DAY);
      expect(await again({ 'If-None-Match': etag })).toBe(200);
      expect(await again({ 'If-Modified-Since': date })).toBe(200);
    }
  });

  it.each(['30', '59m', '10001d', 'auto'])('refuses %s', async (max_age) => {
    const { set } = await agingFeed(setup, `refuses${max_age}`);
    expectError(await set(max_age), 'INVALID_FIELD', /"max_age" must be "none", or a/);
  });
});
