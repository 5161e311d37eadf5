import { expect, it } from 'vitest';
import { Counter, countBefore, Occurrences } from '../../../src/generator/page/counter.js';
import { readPage } from '../../../src/generator/page/page.js';

const { nodes } = readPage(
  '<ul><li>one<li>two <b>words</b></ul><p>three</p>',
  'https://a.example/',
);
const texts = nodes.filter((node) => node.kind === 'text');
const element = (tag: string) => {
  const found = nodes.find((node) => node.kind === 'element' && node.tag === tag);
  if (found === undefined) throw new Error(tag);
  return found;
};

it('a counter counts in the subtree of a node, and in a range', () => {
  const letters = Counter.of(nodes.length, texts, (node) => node.text.trim().length);
  expect(letters.in(element('ul'))).toBe('onetwowords'.length);
  expect(letters.in(element('li'))).toBe('one'.length);
  expect(letters.in(element('b'))).toBe('words'.length);
  expect(letters.in(element('p'))).toBe('three'.length);
  expect(letters.between(0, nodes.length)).toBe('onetwowordsthree'.length);
  expect(letters.between(element('p').index, nodes.length)).toBe('three'.length);
});

it('occurrences are found at their positions', () => {
  const found = new Occurrences(nodes.length, texts, (node) => node);
  const [one, two] = texts;
  const list = element('ul');
  expect(found.in(list)).toBe(3);
  expect(found.list(list.index, list.end)).toEqual(texts.slice(0, 3));
  expect(found.list(element('p').index, nodes.length)).toEqual(texts.slice(3));
  expect(found.at(one?.index ?? -1)).toBe(one);
  expect(found.at(two?.index ?? -1)).toBe(two);
  expect(found.at(list.index)).toBeUndefined();
  expect(found.before(two?.index ?? -1)).toBe(1);
  expect(found.before(nodes.length)).toBe(4);
});

it('things in document order are counted before a position', () => {
  const before = (position: number) => countBefore([2, 5, 5, 9], position, (start) => start);
  expect([0, 2, 3, 5, 6, 9, 10].map(before)).toEqual([0, 0, 1, 1, 3, 3, 4]);
  expect(countBefore([], 1, Number)).toBe(0);
});
