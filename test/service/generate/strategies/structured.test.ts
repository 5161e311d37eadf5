import { describe, expect, it } from 'vitest';
import { jsonLdItems } from '../../../../src/service/generate/strategies/json-ld.js';
import { microdataItems } from '../../../../src/service/generate/strategies/microdata.js';
import { microformatItems } from '../../../../src/service/generate/strategies/microformats.js';
import { surveyPage } from '../../../../src/service/generate/survey.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const survey = (body: string) => surveyPage(`<body>${body}</body>`, 'https://a.test/list', NOW);
const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">x</a>`).join('');
const ld = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const article = (n: number) => ({
  '@type': 'NewsArticle',
  headline: `Story &amp; ${n}`,
  url: `/n/${n}`,
  datePublished: '2026-03-09T10:00:00+01:00',
  author: [{ '@type': 'Person', name: 'Ada' }],
  image: { '@type': 'ImageObject', url: '/i.jpg' },
});

describe('JSON-LD', () => {
  it('reads a list of items', () => {
    const page = survey(
      links('/n/1', '/n/2', '/n/3') +
        ld({
          '@context': 'https://schema.org',
          '@graph': [
            {
              '@type': ['CollectionPage'],
              mainEntity: {
                '@type': 'https://schema.org/ItemList',
                itemListElement: [1, 2, 3].map((n) => ({
                  '@type': 'ListItem',
                  position: n,
                  item: article(n),
                })),
              },
            },
          ],
        }),
    );
    const items = jsonLdItems(page);
    expect(items.map(({ url }) => url)).toEqual([
      'https://a.test/n/1',
      'https://a.test/n/2',
      'https://a.test/n/3',
    ]);
    expect(items[0]).toMatchObject({
      title: 'Story & 1',
      date: Date.parse('2026-03-09T09:00:00Z'),
      authors: ['Ada'],
      image: 'https://a.test/i.jpg',
    });
  });

  it('takes bread crumbs, navigation and organisations for no items', () => {
    const page = survey(
      ld([
        {
          '@type': 'BreadcrumbList',
          itemListElement: [1, 2, 3].map((n) => ({
            '@type': 'ListItem',
            name: 'x',
            item: `/n/${n}`,
          })),
        },
        { '@type': 'SiteNavigationElement', name: 'Home', url: '/home' },
        { '@type': 'Organization', name: 'A', url: '/about' },
      ]),
    );
    expect(jsonLdItems(page)).toEqual([]);
  });

  it('reads JSON as sites write it', () => {
    const page = survey(
      `<script type="application/ld+json">\n<!--\n{"@type":"Article","url":"/n/1","headline":"Line\nbreak",}\n//--></script>`.replace(
        '//--',
        '--',
      ),
    );
    expect(jsonLdItems(page).map(({ title }) => title)).toEqual(['Line break']);
  });

  it('survives nesting without end and loops of types', () => {
    const page = survey(
      `<script type="application/ld+json">${'{"@type":"ItemList","itemListElement":['.repeat(5_000)}${']}'.repeat(5_000)}</script>`,
    );
    expect(jsonLdItems(page)).toEqual([]);
  });
});

describe('microdata', () => {
  it('reads the posts of a blog with their authors', () => {
    const post = (n: number) =>
      `<article itemprop="blogPost" itemscope itemtype="http://schema.org/BlogPosting"><h2 itemprop="headline"><a itemprop="url" href="/p/${n}">Post ${n}</a></h2><span itemprop="author" itemscope itemtype="http://schema.org/Person"><span itemprop="name">Ada</span></span><time itemprop="datePublished" datetime="2026-03-0${n}">x</time></article>`;
    const page = survey(
      `<div itemscope itemtype="http://schema.org/Blog">${[1, 2, 3].map(post).join('')}</div>`,
    );
    const items = microdataItems(page);
    expect(items.map(({ title, authors }) => [title, authors])).toEqual([
      ['Post 1', ['Ada']],
      ['Post 2', ['Ada']],
      ['Post 3', ['Ada']],
    ]);
    expect(items[1]?.date).toBe(Date.parse('2026-03-02T00:00:00Z'));
  });
});

describe('microformats', () => {
  it('reads entries, notes without a title among them, and leaves quoted entries out', () => {
    const page = survey(`<div class="h-feed">
      <article class="h-entry"><h2 class="p-name"><a class="u-url" href="/1">First post</a></h2><time class="dt-published" datetime="2026-03-01T10:00:00Z">1</time><p class="p-summary">About it</p></article>
      <article class="h-entry"><div class="h-cite"><a class="u-url p-name" href="https://b.test/x">Somebody else</a></div><p class="e-content">A note of some words</p><a class="u-url" href="/2"><time class="dt-published" datetime="2026-03-02T10:00:00Z">2</time></a></article>
      <article class="hentry"><h2 class="entry-title"><a href="/3" rel="bookmark">Third</a></h2><abbr class="published" title="2026-03-03">x</abbr></article></div>`);
    const items = microformatItems(page);
    expect(items.map(({ url, title }) => [url, title])).toEqual([
      ['https://a.test/1', 'First post'],
      ['https://a.test/2', 'A note of some words'],
      ['https://a.test/3', 'Third'],
    ]);
    expect(items.map(({ date }) => date)).toEqual([
      Date.parse('2026-03-01T10:00:00Z'),
      Date.parse('2026-03-02T10:00:00Z'),
      Date.parse('2026-03-03T00:00:00Z'),
    ]);
  });
});
