import { describe, expect, it } from 'vitest';
import { KnownItems, pairShortTitles, titleKey } from '../../src/generator/known-items.js';

const LONG = 'The harbour opens again';
const item = (path: string, title: string) => ({ url: `https://a.test${path}`, title });
const known = new KnownItems([item('/1', LONG), item('/2', 'Short one')]);

it.each([
  ['its address', item('/1', 'Something else'), true],
  ['its address in other words', { url: 'http://www.a.test/1/?utm_source=x', title: '' }, true],
  ['its title', item('/9', LONG), true],
  ['its title in capitals', item('/9', '  THE  harbour OPENS again'), true],
  ['a short title', item('/9', 'Short one'), false],
  ['neither', item('/9', 'Another long title here'), false],
])('an item is known by %s: %s', (_, one, expected) => {
  expect(known.has(one)).toBe(expected);
});

it('says how many it has, and whether an address is one of them', () => {
  expect(known.size).toBe(2);
  expect([known.hasAddress('https://a.test/2'), known.hasAddress('https://a.test/3')]).toEqual([
    true,
    false,
  ]);
});

it.each([
  ['One two five', true],
  ['One two six', false],
  ['Extraordinary announcement', false],
])('"%s" tells an item from others: %s', (title, isDistinct) => {
  expect(titleKey(item('/1', title)) !== null).toBe(isDistinct);
});

it('counts an item once, however often it is listed', () => {
  const list = [item('/1', 'x'), item('/8', LONG), item('/2', 'y'), item('/7', 'None of them')];
  expect(known.countDistinct(list)).toBe(2);
  expect(known.count(list)).toBe(2);
});

describe('short titles at other addresses', () => {
  const letters = [...'abcdefghijklmnop'];
  const old = letters.map((letter, n) => item(`/old/${n}`, letter));
  const now = (titles: string) => [...titles].map((title, n) => item(`/new/${n}`, title));
  const pairs = (titles: string) =>
    [...pairShortTitles(old, now(titles))].map(([one, other]) => [one.title, other.title]);
  const same = (titles: string) => [...titles].map((title) => [title, title]);

  it.each([
    ['five of them', 'abcde', 'abcde'],
    ['four of them', 'abcd', ''],
    ['half of the list', 'abcde12345', 'abcde'],
    ['under half of the list', 'abcde123456', ''],
    ['four of five in the order of before', 'abcdfe', 'abcdfe'],
    ['three of five in the order of before', 'abdcfe', ''],
    ['in the opposite order', 'fedcba', ''],
    ['one that occurs twice is left out', 'abcdeff', 'abcde'],
  ])('%s', (_, titles, paired) => {
    expect(pairs(titles).sort()).toEqual(same(paired).sort());
  });

  it('are counted with what is known otherwise', () => {
    const items = new KnownItems([...old, item('/l', LONG)]);
    expect(items.count([...now('abcdef'), item('/x', LONG)])).toBe(7);
    expect(items.countDistinct([...now('abcdef'), item('/x', LONG)])).toBe(1);
  });

  it('are no pairs where the address of before is still listed', () => {
    const still = [...now('abcde'), { ...item('/old/0', 'z') }];
    expect(pairShortTitles(old, still).size).toBe(0);
  });
});
