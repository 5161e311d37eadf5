import { expect, it } from 'vitest';
import type { Feed } from '../../src/contract/index.js';
import { numberedItems } from '../support/rss.js';
import { describeConformance } from './forms.js';

// Extensions that a backup needs to create the same feed again.
describeConformance('extension: what a feed was made from', (setup) => {
  const HEADLINE = 'Probe unfolds its sail in orbit after a long delay';

  async function everywhere(feed: Feed): Promise<object[]> {
    const one = await setup.api.get(`/v1/feeds/${feed.id}`);
    const list = await setup.api.get('/v1/feeds?limit=100');
    const changed = await setup.api.patch(`/v1/feeds/${feed.id}`, { title: 'Mine' });
    const row = (list.body as Feed[]).find(({ id }) => id === feed.id);
    return [feed, one.body as Feed, row ?? {}, changed.body as Feed];
  }

  it('says mode, words and region of a news feed', async () => {
    setup.sources.publish('/news', { title: 'News', items: numberedItems(2) });
    const { body } = await setup.api.post('/v1/feeds', { keyword: HEADLINE, region: 'en-GB' });

    for (const feed of await everywhere(body as Feed)) {
      expect(feed).toMatchObject({ mode: 'headline', keyword: HEADLINE, region: 'GB:en' });
    }
  });

  it('adds nothing to a feed of an address', async () => {
    const url = setup.sources.publish('/plain.xml', { title: 'Plain', items: numberedItems(1) });
    const { body } = await setup.api.post('/v1/feeds', { url });

    for (const feed of await everywhere(body as Feed)) {
      for (const name of ['mode', 'keyword', 'region', 'selectors', 'from']) {
        expect(feed).not.toHaveProperty(name);
      }
    }
  });

  it('says which document a feed of an address reads, and keeps to it', async () => {
    const posts = Array.from(
      { length: 12 },
      (_, n) =>
        `<article><h2><a href="/job/${n}">Job number ${n} of this week</a></h2><time datetime="2026-03-${10 + n}">${10 + n} March 2026</time><p>What the job number ${n} asks for, and where.</p></article>`,
    );
    const feed = setup.sources.publish('/choice/feed', { title: 'Blog', items: numberedItems(2) });
    const url = setup.sources.on('/choice', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<link rel="alternate" type="application/rss+xml" href="${feed}"><main>${posts.join('')}</main>`,
      );
    });
    const byFeed = await setup.api.post('/v1/feeds', { url, from: 'auto' });
    expect(byFeed.body).toMatchObject({ document: { kind: 'feed', url: feed } });
    expect(byFeed.body).not.toHaveProperty('from');

    const other = await setup.api.post('/v1/feeds', { url, from: 'html' });
    expect(other).toMatchObject({ status: 409, body: { errors: [{ code: 'FEED_EXISTS' }] } });
    expect((await setup.api.post('/v1/feeds', { url, from: 'feed' })).status).toBe(200);

    await setup.api.delete(`/v1/feeds/${(byFeed.body as Feed).id}`);
    const { body } = await setup.api.post('/v1/feeds', { url, from: 'html' });
    expect(body).toMatchObject({ document: { kind: 'html', url }, items: posts.map(() => ({})) });
    for (const shown of await everywhere(body as Feed))
      expect(shown).toMatchObject({ from: 'html' });
    const { body: one } = await setup.api.get(`/v1/feeds/${(body as Feed).id}`);
    expect(one).toMatchObject({ document: { kind: 'html', url } });
  });

  it.each([{ from: 'page' }, { from: 'feed', selectors: { items: 'a' } }])(
    'refuses %j',
    async (more) => {
      const reply = await setup.api.post('/v1/feeds', { url: 'https://example.com', ...more });
      expect(reply).toMatchObject({ status: 400, body: { errors: [{ code: 'INVALID_FIELD' }] } });
    },
  );

  it('says the selectors of a feed that has some', async () => {
    const url = setup.sources.on('/page.html', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<main>${[1, 2, 3, 4].map((n) => `<p class="a"><a href="/${n}">Story number ${n}</a></p>`).join('')}</main>`,
      );
    });
    const selectors = { items: 'p.a', link: 'a' };
    const { body } = await setup.api.post('/v1/feeds', { url, selectors });

    for (const feed of await everywhere(body as Feed)) expect(feed).toMatchObject({ selectors });
  });
});
