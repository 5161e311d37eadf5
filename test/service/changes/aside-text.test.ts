import { expect, it } from 'vitest';
import { readPage } from '../../../src/generator/page/page.js';
import { proseOf } from '../../../src/service/changes/aside-text.js';

const words = (count: number, word: string) => Array(count).fill(word).join(' ');

/** Where the prose of paragraphs begins and ends, as their first words. */
function proseOfParagraphs(...paragraphs: string[]) {
  const html = paragraphs.map((text) => `<p>${text}</p>`).join('');
  const page = readPage(`<body>${html}</body>`, 'https://example.com/');
  const { start, end } = proseOf(page, [page.root]);
  const texts = page.nodes
    .slice(start, end)
    .flatMap((node) => (node.kind === 'text' ? [node.text] : []));
  return [texts[0], texts.at(-1)].map((text) => text?.trim().split(' ')[0]);
}

it('prose is texts of twelve words and more that are no links', () => {
  const short = (word: string) => words(11, word);
  const long = (word: string) => words(12, word);
  const linked = (word: string) => `${words(11, word)} <a href="/x">${words(9, word)}</a>`;
  const prose = ['one', 'two', 'three'].map(long);
  expect(proseOfParagraphs(short('before'), ...prose, short('behind'))).toEqual(['one', 'three']);
  expect(proseOfParagraphs(linked('before'), ...prose, linked('behind'))).toEqual(['one', 'three']);
});

it('a page with less prose is all text', () => {
  const prose = ['one', 'two'].map((word) => words(12, word));
  expect(proseOfParagraphs('before', ...prose, 'behind')).toEqual(['before', 'behind']);
});
