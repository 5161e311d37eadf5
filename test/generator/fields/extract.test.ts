import { describe, expect, it } from 'vitest';
import { uniqueItems } from '../../../src/generator/fields/candidate.js';
import { enrich, extractItems, type FoundItem } from '../../../src/generator/fields/extract.js';
import type { TitleHints } from '../../../src/generator/fields/title-hints.js';
import { wholeSubtree } from '../../../src/generator/survey/record.js';
import { surveyOf } from '../made-sets.js';

const HINTS = { repeated: new Set(), isDate: () => false } as unknown as TitleHints;

/** The items of a page of records around its links, whose titles are the texts of the links. */
function itemsOf(html: string): FoundItem[] {
  const survey = surveyOf(html);
  const titled = survey.page.links.map((link) => {
    const text = survey.page.texts.list(link.element.index, link.element.end)[0]?.text ?? '';
    return { record: wholeSubtree(link, link.element.parent ?? link.element), title: text };
  });
  return extractItems(survey, titled, HINTS).items;
}

const list = (...inner: string[]) => `<ul>${inner.map((one) => `<li>${one}</li>`).join('')}</ul>`;
const entry = (title: string, date = '') => `<a href="/x">${title}</a>${date}`;
const day = (n: number) => `<time datetime="2026-03-0${n}">x</time>`;

describe('records of one address', () => {
  it.each([
    ['titles that differ in numbers', list(entry('Release 1'), entry('Release 2')), 2],
    ['other titles without dates', list(entry('Alpha'), entry('Beta')), 1],
    ['other titles with dates', list(entry('Alpha', day(1)), entry('Beta', day(2))), 2],
    ['other titles, one with a date', list(entry('Alpha', day(1)), entry('Beta')), 1],
    ['other titles, the other with a date', list(entry('Alpha'), entry('Beta', day(1))), 1],
    ['a title in the other one', list(entry('Alpha', day(1)), entry('Alpha two', day(2))), 1],
    ['a title around the other one', list(entry('Alpha two', day(1)), entry('Alpha', day(2))), 1],
    ['two lists', list(entry('Release 1')) + list(entry('Release 2')), 1],
  ])('with %s', (_, html, count) => {
    expect(itemsOf(html)).toHaveLength(count);
  });

  it('are one item with at most five further teasers', () => {
    const [item, ...others] = itemsOf(list(...[...'abcdefg'].map((name) => entry(name))));
    expect(item?.teasers?.map(({ title }) => title)).toEqual([...'bcdef']);
    expect(others).toEqual([]);
    expect(itemsOf(list(entry('a')))[0]).not.toHaveProperty('teasers');
  });
});

const item = (n: number, more = '') => `<a href="/s/${n}">Title ${n}</a>${more}`;

it.each([
  [2, 3, true],
  [3, 3, false],
  [3, 10, false],
  [3, 11, true],
  [4, 11, false],
])('a picture of %i among %i items is kept: %s', (count, of, isKept) => {
  const html = list(
    ...Array.from({ length: of }, (_, n) =>
      item(n, `<img src="/${n < count ? 'same' : `p${n}`}.jpg">`),
    ),
  );
  expect(itemsOf(html)[0]?.image).toBe(isKept ? 'https://a.test/same.jpg' : null);
});

it('leaves out what has no title, and reads of what is over 500 items title and date only', () => {
  const about = (n: number) =>
    `<img src="/p${n}.jpg"><p class="author">By Ada Lovelace</p><p>What it is all about</p>`;
  const items = itemsOf(
    list('<a href="/s/none"></a>', ...Array.from({ length: 501 }, (_, n) => item(n, about(n)))),
  );
  const own = { image: 'https://a.test/p499.jpg', authors: ['Ada Lovelace'] };
  expect(items[499]).toMatchObject({
    title: 'Title 499',
    ...own,
    description: 'What it is all about',
  });
  expect(items[500]).toMatchObject({
    title: 'Title 500',
    image: null,
    authors: [],
    description: '',
  });
});

it('says which date an address alone has', () => {
  const [shown, named] = itemsOf(
    list(`<a href="/2026/03/01/a">A</a>${day(9)}`, '<a href="/2026/03/01/b">B</a>'),
  );
  expect([shown?.date, shown?.dateFromAddress]).toEqual([Date.parse('2026-03-09'), undefined]);
  expect([named?.date, named?.dateFromAddress]).toEqual([Date.parse('2026-03-01'), true]);
});

describe('what structured data adds', () => {
  const shown: FoundItem = {
    ...{ url: 'u', identity: 'a', title: 'T', date: 1, image: 'i', authors: ['A'] },
    description: 'D',
  };
  const known: FoundItem = {
    ...{ url: 'v', identity: 'a', title: 'T2', date: 2, image: 'i2', authors: ['B'] },
    description: 'D2',
  };
  const bare = { ...shown, title: '', date: null, image: null, authors: [], description: '' };

  it.each<[string, FoundItem, FoundItem[], FoundItem]>([
    ['nothing to what is shown', shown, [known], shown],
    ['what is not shown', bare, [known], { ...known, url: 'u' }],
    ['nothing of others', bare, [{ ...known, identity: 'b' }], bare],
    [
      'the first that knows it',
      bare,
      [{ ...bare, title: 'T1' }, known],
      { ...known, url: 'u', title: 'T1' },
    ],
    [
      'a better date than the address',
      { ...shown, dateFromAddress: true },
      [known],
      { ...shown, date: 2 },
    ],
    [
      'no date where it has none',
      { ...shown, dateFromAddress: true },
      [{ ...known, date: null }],
      { ...shown, dateFromAddress: true },
    ],
  ])('is %s', (_, item, others, expected) => {
    expect(enrich([item], others)).toEqual([expected]);
  });

  it('keeps the first item of an identity', () => {
    expect(uniqueItems([shown, known, { ...known, identity: 'b' }])).toEqual([
      shown,
      { ...known, identity: 'b' },
    ]);
  });
});
