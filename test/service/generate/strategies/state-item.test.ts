import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/service/generate/strategies/json.js';
import { stateItem } from '../../../../src/service/generate/strategies/state-item.js';
import { surveyOf } from '../made-sets.js';

const PAGE = surveyOf('<a href="/town/what-is-new">x</a>', 'https://a.test/news/?page=1#top');
const itemOf = (value: Json) => stateItem(PAGE, value);
const addressOf = (value: { [key: string]: Json }) => itemOf({ title: 'T', ...value })?.url ?? null;

it.each<[string, { [key: string]: Json }, string | null]>([
  ['a path', { url: '/a' }, 'https://a.test/a'],
  ['an address', { link: 'https://b.test/a' }, 'https://b.test/a'],
  ['an address without a scheme', { href: '//b.test/a' }, 'https://b.test/a'],
  ['an object', { url: { path: '/a' } }, 'https://a.test/a'],
  ['a path without a slash before it', { path: 'town/a' }, 'https://a.test/town/a'],
  ['a word that is no path', { path: 'town' }, null],
  ['a slug that a link ends in', { slug: 'what-is-new' }, 'https://a.test/town/what-is-new'],
  ['a slug that none ends in', { slug: 'is-new' }, 'https://a.test/news/is-new'],
  ['a slug in an object', { slug: { current: 'is-new' } }, 'https://a.test/news/is-new'],
  ['the first that is one', { url: 'two words', link: '', uri: '/a' }, 'https://a.test/a'],
  ['the page itself', { url: '/news/?page=1' }, null],
  ['none', {}, null],
])('the address of an object with %s', (_, value, address) => {
  expect(addressOf(value)).toBe(address);
});

it.each<[string, Json, string | undefined]>([
  ['a title', { title: 'T', url: '/a' }, 'T'],
  ['another word for it', { headline: 'T', url: '/a' }, 'T'],
  ['a rendered one', { title: { rendered: 'T &amp; U' }, url: '/a' }, 'T & U'],
  ['none', { url: '/a' }, undefined],
  ['one in a wrapper', { node: { title: 'T', url: '/a' } }, 'T'],
  ['one in three wrappers', { data: { item: { node: { title: 'T', url: '/a' } } } }, 'T'],
  ['one in wrappers in another order', { node: { data: { title: 'T', url: '/a' } } }, 'T'],
  ['one in a wrapper of the same name', { data: { data: { title: 'T', url: '/a' } } }, 'T'],
  ['one in four', { post: { data: { item: { node: { title: 'T', url: '/a' } } } } }, undefined],
  ['one of its own and a wrapper', { title: 'T', url: '/a', node: { title: 'U' } }, 'T'],
  ['an address beside the wrapper', { url: '/a', attributes: { title: 'T' } }, 'T'],
])('the title of an object with %s', (_, value, title) => {
  expect(itemOf(value)?.title).toBe(title);
});

it.each<[Json]>([[null], ['text'], [7], [[{ title: 'T', url: '/a' }]]])(
  '%j is no item',
  (value) => {
    expect(itemOf(value)).toBeNull();
  },
);

describe('the other fields', () => {
  const item = itemOf({
    ...{ title: 'T', url: '/a', date: 'soon', createdAt: '2026-03-02T10:00:00Z' },
    ...{ image: '', thumbnail: { src: '/i.png' }, author: [], byline: 'Ada' },
    ...{ excerpt: '<p>About <b>it</b></p>' },
  });

  it('are the first that say something', () => {
    expect(item).toMatchObject({
      date: Date.parse('2026-03-02T10:00:00Z'),
      image: 'https://a.test/i.png',
      authors: ['Ada'],
      description: 'About it',
      identity: 'a.test/a',
    });
  });

  it('are empty where nothing does', () => {
    expect(itemOf({ title: 'T', url: '/a' })).toMatchObject({
      ...{ date: null, image: null, authors: [], description: '' },
    });
  });
});
