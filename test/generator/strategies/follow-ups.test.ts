import { describe, expect, it } from 'vitest';
import { parseSitemap, sitemapsIn } from '../../../src/generator/strategies/sitemap.js';
import { generateFeed } from '../../../src/service/sources/generate-feed.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const SHELL =
  '<html><head><title>S</title>HEAD</head><body><div id="root"></div><script src="/app.js"></script></body></html>';

/** A site that answers what it is told to and remembers what it was asked. */
function site(answers: Record<string, string>) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    const body = answers[url] ?? answers[url.split('?')[0] ?? ''];
    return body === undefined
      ? { url, status: 404, contentType: 'text/html', body: '<h1>404</h1>' }
      : { url, status: 200, contentType: '', body };
  };
  return { asked, fetch };
}
const generate = (html: string, fetch?: ReturnType<typeof site>['fetch']) =>
  generateFeed({
    url: 'https://a.test/',
    html,
    now: NOW,
    selectors: null,
    rule: null,
    ...(fetch === undefined ? {} : { fetch }),
  });
const post = (id: number) => ({
  id,
  link: `https://a.test/p/${id}`,
  date: '2026-03-09T11:00:00',
  date_gmt: '2026-03-09T10:00:00',
  title: { rendered: `Post &#8211; ${id}` },
  excerpt: { rendered: '<p>About <b>it</b>.</p>' },
  _embedded: {
    author: [{ name: 'Ada' }],
    'wp:featuredmedia': [{ source_url: 'https://a.test/i.jpg' }],
  },
});

describe('WordPress', () => {
  const head = '<link rel="https://api.w.org/" href="https://a.test/wp-json/">';

  it('is asked for its posts when the page shows none', async () => {
    const { fetch, asked } = site({
      'https://a.test/wp-json/wp/v2/posts': JSON.stringify([post(1), post(2), post(3)]),
    });
    const { document, explanation } = await generate(SHELL.replace('HEAD', head), fetch);
    expect(document.entries[0]).toMatchObject({
      url: 'https://a.test/p/1',
      title: 'Post – 1',
      descriptionText: 'About it.',
      datePublished: Date.parse('2026-03-09T10:00:00Z'),
      authors: [{ name: 'Ada' }],
      thumbnail: 'https://a.test/i.jpg',
    });
    expect(explanation.strategy).toBe('wordpress');
    expect(asked[0]).toContain('/wp-json/wp/v2/posts?per_page=');
  });

  it('is asked for the posts of the category that the page is of', async () => {
    const { fetch, asked } = site({});
    const html = SHELL.replace('HEAD', head).replace(
      '<body>',
      '<body class="archive category category-news category-12">',
    );
    await expect(
      generateFeed({
        url: 'https://a.test/category/news/',
        html,
        now: NOW,
        selectors: null,
        rule: null,
        fetch,
      }),
    ).rejects.toThrow();
    expect(new URL(asked[0] ?? '').searchParams.get('categories')).toBe('12');
  });
});

describe('the sitemap', () => {
  const news = `<urlset>${[1, 2, 3].map((n) => `<url><loc>https://a.test/n/${n}</loc><news:news><news:publication_date>2026-03-0${n}</news:publication_date><news:title><![CDATA[News &amp; ${n}]]></news:title></news:news></url>`).join('')}</urlset>`;

  it('is found through robots.txt and gives news, newest first', async () => {
    const { fetch, asked } = site({
      'https://a.test/robots.txt':
        'User-agent: *\nSitemap: https://a.test/pages.xml\nsitemap: https://a.test/news.xml\n',
      'https://a.test/news.xml': news,
    });
    const { document, explanation } = await generate(SHELL, fetch);
    expect(document.entries.map(({ url }) => url)).toEqual([
      'https://a.test/n/3',
      'https://a.test/n/2',
      'https://a.test/n/1',
    ]);
    expect(document.entries[0]?.title).toBe('News & 3');
    expect(explanation.strategy).toBe('sitemap');
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it.each([
    [['pages', 'blog-old', 'article-new'], 'article-new'],
    [['pages', 'shop', 'google-news', 'posts'], 'google-news'],
    [['shop', 'a', 'b'], 'b'],
  ])(
    'is the one of %j for news, else the newest of posts, else the newest: %s',
    async (names, chosen) => {
      const parts = names.map(
        (name, n) =>
          `<sitemap><loc>https://a.test/${name}.xml</loc><lastmod>2026-03-0${n + 1}</lastmod></sitemap>`,
      );
      const { fetch, asked } = site({
        'https://a.test/sitemap.xml': `<sitemapindex>${parts.join('')}</sitemapindex>`,
      });
      await expect(generate(SHELL, fetch)).rejects.toThrow();
      expect(asked[2]).toBe(`https://a.test/${chosen}.xml`);
    },
  );

  it('never makes more than three requests', async () => {
    const index =
      '<sitemapindex><sitemap><loc>https://a.test/child.xml</loc></sitemap></sitemapindex>';
    const { fetch, asked } = site({
      'https://a.test/sitemap.xml': index,
      'https://a.test/child.xml': '<urlset></urlset>',
    });
    await expect(generate(SHELL, fetch)).rejects.toMatchObject({ code: 'NEEDS_JAVASCRIPT' });
    expect(asked).toEqual([
      'https://a.test/robots.txt',
      'https://a.test/sitemap.xml',
      'https://a.test/child.xml',
    ]);
  });

  it('is not asked for an address that has no list for a reason', async () => {
    const { fetch, asked } = site({ 'https://a.test/sitemap.xml': news });
    await expect(
      generate('<title>404 Not Found</title><h1>Not found</h1>', fetch),
    ).rejects.toMatchObject({ code: 'NO_ITEMS_FOUND' });
    expect(asked).toEqual([]);
  });

  it('is read as sitemaps are written', () => {
    expect(
      sitemapsIn('# x\nSITEMAP:https://a.test/1.xml\n Sitemap: https://a.test/2.xml # y'),
    ).toEqual(['https://a.test/1.xml', 'https://a.test/2.xml']);
    expect(
      parseSitemap(
        '<ns:urlset><ns:url>\n<loc> https://a.test/?a=1&amp;b=2 </loc><lastmod>2026-03-01</lastmod></ns:url></ns:urlset>',
      ),
    ).toEqual([
      { address: 'https://a.test/?a=1&b=2', lastModified: '2026-03-01', title: '', published: '' },
    ]);
  });
});

describe('the icon', () => {
  const list = `<ul>${[1, 2, 3, 4, 5].map((n) => `<li><h3><a href="/story-number-${n}">A story about things, number ${n}</a></h3></li>`).join('')}</ul>`;

  it('is looked for once and its absence remembered', async () => {
    const { fetch, asked } = site({});
    const first = await generate(`<body>${list}</body>`, fetch);
    expect(asked).toEqual(['https://a.test/favicon.ico']);
    expect(first.document.icon).toBe('');
    const again = {
      url: 'https://a.test/',
      html: `<body>${list}</body>`,
      selectors: null,
      rule: first.rule,
      fetch,
    };
    await generateFeed({ ...again, now: NOW + 86_400_000 });
    expect(asked.length).toBe(1);
    await generateFeed({ ...again, now: NOW + 8 * 86_400_000 });
    expect(asked.length).toBe(2);
  });

  it('is no icon when the site answers with a page', async () => {
    const { fetch } = site({ 'https://a.test/favicon.ico': '<!doctype html><title>Home</title>' });
    expect((await generate(`<body>${list}</body>`, fetch)).document.icon).toBe('');
  });

  it('comes from the manifest when the head names none', async () => {
    const { fetch } = site({
      'https://a.test/m.json': JSON.stringify({
        icons: [
          { src: 'i/512.png', sizes: '512x512' },
          { src: 'i/96.png', sizes: '96x96' },
        ],
      }),
    });
    const { document } = await generate(
      `<head><link rel="manifest" href="/m.json"></head><body>${list}</body>`,
      fetch,
    );
    expect(document.icon).toBe('https://a.test/i/96.png');
  });
});
