import { describe, expect, it } from 'vitest';
import { jsonLdItems } from '../../../../src/service/generate/strategies/json-ld.js';
import { markedItems } from '../../../../src/service/generate/strategies/marked-items.js';
import { microdataItems } from '../../../../src/service/generate/strategies/microdata.js';
import { microformatItems } from '../../../../src/service/generate/strategies/microformats.js';
import { surveyOf } from '../made-sets.js';

const ld = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const TYPE = 'itemscope itemtype="http://schema.org/Article"';

it('are what the page marks in each of three ways', () => {
  const html = `${ld({ '@type': 'Article', url: '/1' })}<p ${TYPE}><a itemprop="url" href="/2">x</a></p>
    <p class="h-entry"><a class="u-url p-name" href="/3">x</a></p>`;
  expect(markedItems(surveyOf(html)).map(({ url }) => new URL(url).pathname)).toEqual([
    '/1',
    '/2',
    '/3',
  ]);
});

describe('JSON-LD', () => {
  const urlsOf = (value: unknown) =>
    jsonLdItems(surveyOf(ld(value))).map(({ url }) => url.replace('https://a.test', ''));

  it.each([
    ['an article', { '@type': 'Article', url: '/1' }, ['/1']],
    ['a list item', { '@type': 'ListItem', url: '/1' }, ['/1']],
    ['a list item with the address of its item', { '@type': 'ListItem', item: '/1' }, ['/1']],
    [
      'a list item around an item, once',
      { '@type': 'ListItem', url: '/0', item: { '@type': 'Article', url: '/1' } },
      ['/1'],
    ],
    ['no type', { url: '/1' }, []],
    ['the page itself', { '@type': 'Article', url: '/list#x' }, []],
    ['an identifier', { '@type': 'Article', '@id': '/1' }, ['/1']],
    ['an identifier that is no address', { '@type': 'Article', '@id': '#1' }, []],
    ['an identifier of a schema', { '@type': 'Article', '@id': '/x#/schema/1' }, []],
    ['what it is about', { '@type': 'Article', mainEntityOfPage: { '@id': '/1' } }, ['/1']],
    ['the first of several addresses', { '@type': 'Article', url: ['/1', '/2'] }, ['/1']],
    ['another site', { '@type': 'Article', url: 'https://b.test/1' }, ['https://b.test/1']],
  ])('%s', (_, value, urls) => {
    expect(urlsOf(value)).toEqual(urls);
  });

  it('reads the date that comes first, a description and no picture', () => {
    const [item] = jsonLdItems(
      surveyOf(
        ld({
          ...{ '@type': 'Article', url: '/1', name: 'N', description: '<b>D</b>' },
          ...{ dateModified: '2026-03-03', dateCreated: '2026-03-02' },
        }),
      ),
    );
    expect(item).toMatchObject({ title: 'N', description: 'D', image: null, authors: [] });
    expect(item?.date).toBe(Date.parse('2026-03-02'));
  });

  it('is no other script, and none that is too long', () => {
    const text = JSON.stringify({ '@type': 'Article', url: '/1' });
    expect(jsonLdItems(surveyOf(`<script type="application/json">${text}</script>`))).toEqual([]);
    const long = { '@type': 'Article', url: '/1', x: 'x'.repeat(2_000_000) };
    expect(jsonLdItems(surveyOf(ld(long)))).toEqual([]);
  });
});

describe('microdata', () => {
  const itemOf = (inner: string, attributes = TYPE) =>
    microdataItems(surveyOf(`<div ${attributes}>${inner}</div>`))[0];

  it.each([
    ['its address', '<a itemprop="url" href="/1">x</a>', '/1'],
    ['a link element', '<link itemprop="url" href="/1">', '/1'],
    ['its first link', '<a href="/1">x</a><a href="/2">y</a>', '/1'],
    ['the link in a heading', '<a href="/1">x</a><h2><a href="/2">y</a></h2>', '/2'],
    ['what the page is about', '<meta itemprop="mainEntityOfPage" content="/1">', '/1'],
    ['the page itself', '<a itemprop="url" href="/list">x</a>', undefined],
    ['none', 'x', undefined],
  ])('leads to %s', (_, inner, path) => {
    expect(itemOf(inner)?.url).toBe(path === undefined ? undefined : `https://a.test${path}`);
  });

  it('leads to the identifier of the item before its links', () => {
    expect(itemOf('<a href="/2">x</a>', `${TYPE} itemid="/1"`)?.url).toBe('https://a.test/1');
  });

  it('is no item as a property of another', () => {
    const link = '<a itemprop="url" href="/1">x</a>';
    expect(itemOf(link, `${TYPE} itemprop="offers"`)).toBeUndefined();
    expect(itemOf(link, `${TYPE} itemprop="hasPart"`)).toBeDefined();
    expect(itemOf(link, 'itemscope itemtype="http://schema.org/Offer"')).toBeUndefined();
  });

  it('reads each property by its element, and leaves those of inner items out', () => {
    const person = (name: string) =>
      `<i itemprop="author" itemscope itemtype="http://schema.org/Person">${name}</i>`;
    const item = itemOf(
      `<a itemprop="url" href="/1">x</a><h2 itemprop="name headline">Title</h2>
       <img itemprop="image" src="/small" data-src="/i.png"><meta itemprop="datePublished" content="2026-03-02">
       ${person('<b itemprop="url">u</b><b itemprop="name">Ada <s>x</s></b>')}${person('Bob')}
       <div itemprop="review" itemscope><b itemprop="description">Of the review</b></div>`,
    );
    expect(item).toMatchObject({
      ...{ title: 'Title', image: 'https://a.test/i.png', description: '' },
      authors: ['Ada', 'Bob'],
      date: Date.parse('2026-03-02'),
    });
  });
});

describe('microformats', () => {
  const itemOf = (inner: string, name = 'h-entry') =>
    microformatItems(surveyOf(`<div class="${name}">${inner}</div>`))[0];
  const LINK = '<a class="u-url" href="/1">x</a>';

  it.each([
    ['its address', LINK, '/1'],
    ['a bookmark', '<a href="/1">x</a><a rel="bookmark" href="/2">y</a>', '/2'],
    [
      'the link in its title',
      '<a href="/1">x</a><h2 class="entry-title"><a href="/2">y</a></h2><a href="/3">z</a>',
      '/2',
    ],
    ['no other link', '<a href="/1">x</a>', undefined],
    ['the page itself', '<a class="u-url" href="/list">x</a>', undefined],
    ['an address in a quoted entry', `<div class="h-cite">${LINK}</div>`, undefined],
  ])('lead to %s', (_, inner, path) => {
    expect(itemOf(inner)?.url).toBe(path === undefined ? undefined : `https://a.test${path}`);
  });

  it('are entries of either age', () => {
    expect(itemOf(LINK, 'hentry')).toBeDefined();
    expect(itemOf(LINK, 'entry')).toBeUndefined();
  });

  it.each([
    ['<b class="p-name">Name</b><p class="p-summary">Text</p>', 'Name'],
    ['<b class="p-name"></b><p class="p-summary">Text</p>', 'Text'],
    [`<p class="e-content">${'x'.repeat(80)}</p>`, 'x'.repeat(80)],
    [`<p class="e-content">${'x'.repeat(81)}</p>`, `${'x'.repeat(80)}…`],
    [`<p class="e-content">${'x'.repeat(30)} ${'y'.repeat(60)}</p>`, `${'x'.repeat(30)}…`],
    [
      `<p class="e-content">${'x'.repeat(20)} ${'y'.repeat(70)}</p>`,
      `${'x'.repeat(20)} ${'y'.repeat(59)}…`,
    ],
  ])('of %s have the title %s', (inner, title) => {
    expect(itemOf(LINK + inner)?.title).toBe(title);
  });

  it('have the date of their publication before that of their change', () => {
    const time = (name: string, day: string) => `<time class="${name}" datetime="${day}">x</time>`;
    const dateOf = (inner: string) => itemOf(LINK + inner)?.date;
    expect(dateOf(time('dt-updated', '2026-03-09') + time('dt-published', '2026-03-02'))).toBe(
      Date.parse('2026-03-02'),
    );
    expect(dateOf(time('updated', '2026-03-09'))).toBe(Date.parse('2026-03-09'));
    expect(dateOf('<b class="published">9 March 2026</b>')).toBe(Date.parse('2026-03-09'));
    expect(dateOf('')).toBeNull();
  });

  it('have a picture, and an author without the word before the name', () => {
    const author = '<p class="p-author"><b class="fn">By Ada</b> of A</p>';
    expect(itemOf(`${LINK}${author}<img class="u-photo" src="/i.png">`)).toMatchObject({
      authors: ['Ada'],
      image: 'https://a.test/i.png',
    });
    expect(itemOf(LINK)).toMatchObject({ authors: [], image: null, description: '' });
  });
});
