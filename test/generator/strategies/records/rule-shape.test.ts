import { describe, expect, it } from 'vitest';
import type { FoundItem } from '../../../../src/generator/fields/extract.js';
import { addressShape } from '../../../../src/generator/page/url-shape.js';
import {
  hasKnownAddresses,
  hasKnownShape,
  hasKnownTitles,
  isToldByAddress,
  shapeOf,
  sharesShapes,
} from '../../../../src/generator/strategies/records/rule-shape.js';

const words = (count: number) => 'word '.repeat(count).trim();
function item(path: string, title = words(5)): FoundItem {
  const url = `https://a.test${path}`;
  const rest = { date: null, image: null, authors: [], description: '' };
  return { url, identity: url, title, ...rest };
}
const itemsOf = (...folders: string[]) => folders.map((folder, n) => item(`/${folder}/${n}`));
const titled = (...counts: number[]) => counts.map((count) => item('/a/1', words(count)));
const NEWS = addressShape('https://a.test/news/1');

describe('the shape of a list', () => {
  it.each([
    [['a', 'a', 'a'], 1],
    [['a', 'a', 'b'], 0],
    [['a', 'a', 'b', 'b'], 1],
    [[], 0],
  ])('addresses in %j are covered by %i', (folders, covered) => {
    expect(shapeOf(itemsOf(...folders)).covered).toBe(covered);
  });

  it('has ten shapes, the most frequent first, and the share of the addresses that they cover', () => {
    const letters = [...'abcdefghijkl'];
    const twice = itemsOf(...letters, ...letters);
    expect(shapeOf(twice).shapes).toHaveLength(10);
    expect(shapeOf(twice).covered).toBeCloseTo(20 / 24);
    expect(shapeOf(itemsOf('a', 'b', 'b')).shapes).toEqual(
      ['b', 'a'].map((folder) => addressShape(`https://a.test/${folder}/1`)),
    );
  });

  it.each([
    [[1, 5, 9], 5],
    [[9, 10, 2], 9],
    [[2, 4], 4],
    [[], 0],
  ])('titles of %j words have %i in the middle', (counts, median) => {
    expect(shapeOf(titled(...counts)).titleWords).toBe(median);
  });
});

it.each([
  [1, true],
  [0.8, true],
  [0.79, false],
  [0, false],
  [undefined, false],
])('a list whose shapes cover %s of it is told by its addresses: %s', (covered, expected) => {
  expect(isToldByAddress({ shapes: [], ...(covered !== undefined && { covered }) })).toBe(expected);
});

it.each([
  ['half', ['news', 'shop'], true],
  ['under half', ['news', 'shop', 'shop'], false],
  ['none', ['shop'], false],
  ['all of nothing', [], true],
])('%s of the addresses have a shape of the list', (_, folders, expected) => {
  const urls = itemsOf(...folders).map(({ url }) => url);
  expect(sharesShapes(urls, { shapes: [NEWS] })).toBe(expected);
  expect(hasKnownAddresses(urls, { shapes: [NEWS], covered: 1 })).toBe(expected);
  expect(hasKnownAddresses(urls, { shapes: [NEWS], covered: 0 })).toBe(true);
});

it('knows the shape of long addresses as earlier rules hold it', () => {
  const url = 'https://a.test/a/b/c/d/e';
  const earlier = addressShape('https://a.test/a/b/c/d/e').replace('/…', '');
  expect(earlier).not.toBe(addressShape(url));
  expect(sharesShapes([url], { shapes: [earlier] })).toBe(true);
});

it.each([
  [10, [4], true],
  [10, [3], false],
  [10, [1, 4, 9], true],
  [4, [2], true],
  [4, [1], false],
  [3, [1], true],
  [undefined, [1], true],
])('of a list with titles of %s words titles of %j are: %s', (usual, counts, expected) => {
  const shape = { shapes: [], ...(usual !== undefined && { titleWords: usual }) };
  expect(hasKnownTitles(titled(...counts), shape)).toBe(expected);
});

it('items look like those of a list by their addresses and by their titles', () => {
  const shape = { shapes: [NEWS], covered: 1, titleWords: 10 };
  expect(hasKnownShape([item('/news/1', words(8))], shape)).toBe(true);
  expect(hasKnownShape([item('/shop/1', words(8))], shape)).toBe(false);
  expect(hasKnownShape([item('/news/1', words(2))], shape)).toBe(false);
});
