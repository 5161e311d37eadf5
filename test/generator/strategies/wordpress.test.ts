import { describe, expect, it } from 'vitest';
import { wordpressCandidate, wordpressPosts } from '../../../src/generator/strategies/wordpress.js';
import { surveyPage } from '../../../src/generator/survey/survey.js';
import { NOW } from '../made-sets.js';

const API = '<link rel="https://api.w.org/" href="/wp-json/">';
const pageOf = (path: string, classes = '', head = API) =>
  surveyPage(
    `<html><head>${head}</head><body class="${classes}">x</body></html>`,
    `https://a.test${path}`,
    NOW,
  ).page;

/** The filter in the address of the posts; undefined where nothing is asked for. */
function askedFor(path: string, classes?: string, head?: string): string | undefined {
  const address = wordpressPosts(pageOf(path, classes, head));
  if (address === null) return undefined;
  const { searchParams } = new URL(address);
  for (const name of ['per_page', '_embed']) {
    expect(searchParams.has(name)).toBe(true);
    searchParams.delete(name);
  }
  return searchParams.toString();
}
const json = (path: string) =>
  `${API}<link rel="alternate" type="application/json" href="https://a.test/wp-json/wp/v2/${path}">`;

it.each([
  ['the front page', '/', '', API, ''],
  ['a page of the blog', '/news/', 'blog', API, ''],
  ['the home page elsewhere', '/en/', 'home', API, ''],
  ['another page', '/about/', 'page', API, undefined],
  ['a page that names no interface', '/', '', '', undefined],
  ['a category', '/c/', 'archive category-news category-12', API, 'categories=12'],
  ['a tag', '/t/', 'archive tag-3', API, 'tags=3'],
  ['an author', '/u/', 'archive author-ada author-7', API, 'author=7'],
  ['a class that is no archive', '/c/', 'single category-12', API, undefined],
  ['an archive without a number', '/c/', 'archive date', API, undefined],
  ['a category that the head names', '/c/', '', json('categories/5'), 'categories=5'],
  ['an author that the head names', '/c/', '', json('users/5'), 'author=5'],
  ['a page that the head names', '/c/', '', json('pages/5'), undefined],
])('of %s', (_, path, classes, head, filter) => {
  expect(askedFor(path, classes, head)).toBe(filter);
});

it.each([
  ['/wp-json/', '/wp-json/wp/v2/posts'],
  ['/wp-json', '/wp-json/wp/v2/posts'],
  ['/?rest_route=/', '/?rest_route=/wp/v2/posts'],
])('the interface at %s has its posts at %s', (root, posts) => {
  const address = wordpressPosts(pageOf('/', '', API.replace('/wp-json/', root))) ?? '';
  const url = new URL(address);
  const route = url.searchParams.get('rest_route');
  expect(url.pathname + (route === null ? '' : `?rest_route=${route}`)).toBe(posts);
});

describe('the posts', () => {
  const { dates } = surveyPage('', 'https://a.test/', NOW);
  const read = (body: unknown, status = 200) =>
    wordpressCandidate('https://a.test/wp-json/', dates, async (url) => ({
      ...{ url, status, contentType: '' },
      body: JSON.stringify(body),
    }));
  const post = { link: '/p/1', title: { rendered: 'T' }, date: '2026-03-02T10:00:00Z' };

  it.each([
    ['one', [post], 1],
    ['one without brackets', post, 1],
    ['one twice', [post, post], 1],
    ['one without a title', [post, { ...post, link: '/p/2', title: '' }], 1],
    ['one without an address', [{ title: 'T' }], undefined],
    ['no object', ['x'], undefined],
    ['none', [], undefined],
  ])('%s', async (_, body, count) => {
    expect((await read(body))?.items.length).toBe(count);
  });

  it('are none in an error', async () => {
    expect(await read([post], 500)).toBeNull();
    expect(await wordpressCandidate('https://a.test/', dates, async () => null)).toBeNull();
  });

  it('have a date, a picture and an excerpt', async () => {
    const found = await read([
      { ...post, date_gmt: '2026-03-02T09:00:00', jetpack_featured_media_url: '/i.png' },
      { ...post, link: '/p/2', excerpt: { rendered: '<p>About it</p>' } },
    ]);
    expect(found?.items).toMatchObject([
      { date: Date.parse('2026-03-02T09:00:00Z'), image: 'https://a.test/i.png', description: '' },
      { date: Date.parse('2026-03-02T10:00:00Z'), image: null, description: 'About it' },
    ]);
  });
});
