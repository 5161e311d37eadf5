import { expect, it } from 'vitest';
import { changeInText, changeOf, readChangeText } from '../../src/base/change-text.js';

it('reads the lines of a change, with what the added ones belong to', () => {
  const text = [
    'Kettle:',
    'Removed: Gone',
    'Added: Here',
    'Mug:',
    'Removed: 5 EUR',
    'Added: Free: today',
    'Added: ',
    '… and changes in 2 more places',
  ].join('\n');
  expect(readChangeText(text)).toEqual({
    added: ['Here', 'Free: today', ''],
    removed: ['Gone', '5 EUR'],
    addedWithLabels: ['Kettle', 'Here', 'Mug', 'Free: today', ''],
  });
});

it.each([
  'Added: a dark mode\nFixed: the login',
  'What is new\nAdded: a dark mode',
  'See:\nthis\nAdded: one',
  'Added: one\nSee:',
  '',
])('%j is no change of a page', (text) => {
  expect(readChangeText(text)).toBeNull();
});

it.each<[string, string[], string[]]>([
  ['Added: a', ['a'], []],
  ['Removed: a', [], ['a']],
  ['Label:\nRemoved: a', [], ['a']],
])('%j is a change with one kind of line', (text, added, removed) => {
  expect(readChangeText(text)).toEqual({ added, removed, addedWithLabels: added });
});

const URL_OF_CHANGE = 'https://example.com/#feedctl-change-1';
const shown = (...lines: string[]) =>
  changeOf({
    url: URL_OF_CHANGE,
    description_html: lines.map((line) => `<p>${line}</p>`).join(''),
  });

it.each([
  [['<strong>Price</strong>', '<del>9</del><ins>12</ins> euros'], 'Price: [9 → 12] euros'],
  [['<strong>Price</strong>', 'Price: <del>9</del><ins>12</ins>'], 'Price: [9 → 12]'],
  [['<ins>New &amp; shiny</ins>'], '+ New & shiny'],
  [['<del>Gone</del>'], '− Gone'],
  [['Open Monday <ins>and Sunday </ins>all day'], 'Open Monday [+and Sunday] all day'],
  [['We <del>never </del>sell'], 'We [−never] sell'],
  [
    ['one two three four five six seven <ins>new</ins> one two three four five six seven'],
    '…three four five six seven [+new] one two three four five …',
  ],
  [
    ['<del>a</del> 1 2 3 4 5 6 7 8 9 10 11 12 13 <ins>b</ins>'],
    '[−a] 1 2 3 4 5 … 9 10 11 12 13 [+b]',
  ],
  [
    [
      '<ins>a</ins>',
      '<ins>b</ins>',
      '<ins>c</ins>',
      '<ins>d</ins>',
      'Compared with the page of 2026-11-19 08:30 UTC',
    ],
    '+ a\n+ b\n+ c\n… and changes in 1 more place\nCompared with the page of 2026-11-19 08:30 UTC',
  ],
])('a change in words: %j', (lines, text) => {
  const change = shown(...lines);
  expect(change && changeInText(change)).toBe(text);
});

it('is none where an item is no change of a page, and not for its first text', () => {
  const description_html = '<p><ins>New</ins></p>';
  expect(changeOf({ url: 'https://example.com/', description_html })).toBeNull();
  expect(shown('Some text')).toBeNull();
});

it.each([
  ['white space', `<p><ins>a</ins>${'\u00a0'.repeat(400_000)}</p>`],
  ['white space in what is new', `<p><del>a</del><ins>b${'\u00a0'.repeat(400_000)}c</ins></p>`],
  ['paragraphs that are not closed', `<ins>a</ins>${'<p>'.repeat(150_000)}`],
  ['insertions that are not closed', `<p>${'<ins>'.repeat(150_000)}a</p>`],
])('of a hostile feed with much %s is read in one pass', (_, html) => {
  const change = changeOf({ url: URL_OF_CHANGE, description_html: html }, 1000);
  expect(change === null ? null : changeInText(change).length).toBeLessThan(html.length);
});
