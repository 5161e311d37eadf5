import { expect, it } from 'vitest';
import type { Feed } from '../../src/contract/index.js';
import { numberedItems } from '../support/rss.js';
import { expectError, expectNext } from './api.js';
import { describeConformance } from './forms.js';

// Extensions: the fetch interval of a feed, and the selectors of its page.
describeConformance('extension: the interval of a feed', (setup) => {
  it('is a duration, paused or auto, and absent while it is auto', async () => {
    const url = setup.sources.publish('/interval.xml', { items: numberedItems(1) });
    const { id } = await setup.api.createFeed(url);
    const path = `/v1/feeds/${id}/settings`;
    expect((await setup.api.get(path)).body).toEqual({ customAuthor: null });
    for (const interval of ['90m', 'paused']) {
      const changed = await setup.api.patch(path, { interval });
      expect(changed.body).toEqual({ customAuthor: null, interval });
      expect((await setup.api.get(path)).body).toEqual(changed.body);
    }
    // Back to the interval before the pause; a feed that is not paused keeps its own.
    for (const _ of [1, 2]) {
      const resumed = await setup.api.patch(path, { interval: 'resume' });
      expect(resumed.body).toEqual({ customAuthor: null, interval: '90m' });
    }
    expect((await setup.api.patch(path, { customAuthor: 'Me', interval: '120m' })).body).toEqual({
      customAuthor: 'Me',
      interval: '2h',
    });
    expect((await setup.api.patch(path, { interval: 'auto' })).body).toEqual({
      customAuthor: 'Me',
    });
    expect((await setup.api.patch(path, { interval: '1h' })).status).toBe(200);
    const settings = (await setup.api.get(path)).body;
    const listed = await setup.api.get('/v1/feeds?include=settings');
    expect(listed.body).toMatchObject([{ id, settings }]);
    expect((await setup.api.get('/v1/feeds')).body).not.toMatchObject([{ settings }]);
    const [gap] = (await setup.api.get('/v1/feeds?include=usual_gap')).body as Feed[];
    expect(gap).not.toHaveProperty('settings');
    expectError(await setup.api.get('/v1/feeds?include=items'), 'INVALID_FIELD', /include/);
    for (const interval of ['soon', '30s', '8d', '', '-5m']) {
      expectError(await setup.api.patch(path, { interval }), 'INVALID_FIELD', /"?interval"? must/);
    }
  });
});

describeConformance('extension: other selectors for a feed', (setup) => {
  const stories = (name: string) =>
    [1, 2, 3]
      .map((n) => `<p class="${name}"><a href="/${name}/${n}">The ${name} number ${n}</a></p>`)
      .join('');

  async function pageFeed(path: string): Promise<Feed> {
    const url = setup.sources.on(path, (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<main>${stories('story')}</main><aside>${stories('job')}</aside>`);
    });
    const { body } = await setup.api.post('/v1/feeds', {
      url,
      selectors: { items: 'p.story', link: 'a' },
    });
    return body as Feed;
  }

  async function titles(id: string): Promise<string[]> {
    const { body } = await setup.api.get(`/v1/feeds/${id}`);
    return (body as Feed).items.map(({ title }) => title);
  }

  it('read the page at once and replace its items', async () => {
    const { id } = await pageFeed('/replace.html');
    const selectors = { items: 'p.job', link: 'a' };
    const { status, body } = await setup.api.patch(`/v1/feeds/${id}`, { selectors, title: 'Jobs' });
    expect({ status, body }).toMatchObject({ status: 200, body: { id, selectors, title: 'Jobs' } });
    expect(await titles(id)).toEqual([1, 2, 3].map((n) => `The job number ${n}`));
  });

  it('that find nothing leave the feed as it was', async () => {
    const { id } = await pageFeed('/nothing.html');
    const before = (await setup.api.get(`/v1/feeds/${id}`)).body;
    const reply = await setup.api.patch(`/v1/feeds/${id}`, {
      selectors: { items: 'li.none' },
      title: 'Not stored',
    });
    expect(reply.status).toBe(400);
    expect((await setup.api.get(`/v1/feeds/${id}`)).body).toEqual(before);
  });

  it('are for pages, of feeds that exist', async () => {
    setup.sources.publish('/news', { title: 'News', items: numberedItems(2) });
    const { body } = await setup.api.post('/v1/feeds', { keyword: 'solar sails' });
    const selectors = { items: 'p' };
    const path = `/v1/feeds/${(body as Feed).id}`;
    expectError(
      await setup.api.patch(path, { selectors }),
      'INVALID_FIELD',
      /"selectors" work on web pages only/,
    );
    const missing = await setup.api.patch('/v1/feeds/aaaaaaaaaaaaaaaa', { selectors });
    expectError(missing, 'FEED_NOT_FOUND');
  });

  it('are named when a page is created again', async () => {
    const { id, source_url: url } = await pageFeed('/again.html');
    const again = await setup.api.post('/v1/feeds', { url, selectors: { items: 'p.job' } });
    expectError(again, 'FEED_EXISTS', new RegExp(`feed ${id} `));
    expectNext(again, { operation: 'updateFeed', id, fields: ['selectors'] });
  });
});
