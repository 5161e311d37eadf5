import { expect, it } from 'vitest';
import type { Feed } from '../../src/contract/index.js';
import { numberedItems } from '../support/rss.js';
import { describeConformance } from './forms.js';

// Not of the specification: what a backup needs to make the same feed again.
describeConformance('extension: what a feed was made from', (bench) => {
  const HEADLINE = 'Probe unfolds its sail in orbit after a long delay';

  async function everywhere(feed: Feed): Promise<object[]> {
    const one = await bench.api.get(`/v1/feeds/${feed.id}`);
    const list = await bench.api.get('/v1/feeds?limit=100');
    const changed = await bench.api.patch(`/v1/feeds/${feed.id}`, { title: 'Mine' });
    const row = (list.body as Feed[]).find(({ id }) => id === feed.id);
    return [feed, one.body as Feed, row ?? {}, changed.body as Feed];
  }

  it('says mode, words and region of a news feed', async () => {
    bench.sources.publish('/news', { title: 'News', items: numberedItems(2) });
    const { body } = await bench.api.post('/v1/feeds', { keyword: HEADLINE, region: 'en-GB' });

    for (const feed of await everywhere(body as Feed)) {
      expect(feed).toMatchObject({ mode: 'headline', keyword: HEADLINE, region: 'GB:en' });
    }
  });

  it('adds nothing to a feed of an address', async () => {
    const url = bench.sources.publish('/plain.xml', { title: 'Plain', items: numberedItems(1) });
    const { body } = await bench.api.post('/v1/feeds', { url });

    for (const feed of await everywhere(body as Feed)) {
      for (const name of ['mode', 'keyword', 'region', 'selectors']) {
        expect(feed).not.toHaveProperty(name);
      }
    }
  });

  it('says the selectors of a feed that has some', async () => {
    const url = bench.sources.on('/page.html', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<main>${[1, 2, 3, 4].map((n) => `<p class="a"><a href="/${n}">Story number ${n}</a></p>`).join('')}</main>`,
      );
    });
    const selectors = { items: 'p.a', link: 'a' };
    const { body } = await bench.api.post('/v1/feeds', { url, selectors });

    for (const feed of await everywhere(body as Feed)) expect(feed).toMatchObject({ selectors });
  });
});
