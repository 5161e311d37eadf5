import { expect, it } from 'vitest';
import { readPage } from '../../../src/generator/page/page.js';
import { fullTextOf, linesOf, textOf, textWithout } from '../../../src/generator/page/text.js';

/** The nodes of a page, and the first element of a tag in it. */
function read(html: string, tag = 'body') {
  const { nodes } = readPage(`<html><body>${html}</body></html>`, 'https://a.example/');
  const within = nodes.find((node) => node.kind === 'element' && node.tag === tag);
  if (within?.kind !== 'element') throw new Error(tag);
  return { nodes, within };
}

it.each([
  ['<p>one <b>two</b> three</p>', 'one two three', ['one two three']],
  ['<p>one</p><p>two</p>', 'one two', ['one', 'two']],
  ['<p>one<br>two</p>', 'one two', ['one', 'two']],
  ['<p>wo<b>r</b>d</p>', 'word', ['word']],
  ['<p>one</p><p> </p><p>two</p>', 'one two', ['one', 'two']],
  ['<table><tr><td>1<td>2<tr><td>3</table>', '1 2 3', ['1', '2', '3']],
  ['<p><i class="sr-only">not seen</i>seen</p>', 'seen', ['seen']],
  ['', '', []],
])('the text of %s', (html, text, lines) => {
  const { nodes, within } = read(html);
  expect(textOf(nodes, within)).toBe(text);
  expect(linesOf(nodes, within)).toEqual(lines);
});

it('a line break stays one where a text between is left out', () => {
  const { nodes, within } = read('<p>one</p><i class="sr-only">x</i> <b>two</b>');
  expect(linesOf(nodes, within)).toEqual(['one', 'two']);
});

it('the full text has what screen readers read, but not that a link opens a tab', () => {
  const { nodes, within } = read(
    '<p>Report <i class="sr-only">of May</i><i class="sr-only">(opens in a new tab)</i></p>',
  );
  expect(textOf(nodes, within)).toBe('Report');
  expect(fullTextOf(nodes, within)).toBe('Report of May');
});

it('parts are left out with all that is in them', () => {
  const { nodes, within } = read('<p>one <b>two <i>three</i></b> four <b>five</b></p>', 'p');
  const bold = (node: (typeof nodes)[number]) => node.kind === 'element' && node.tag === 'b';
  expect(textWithout(nodes, within, bold)).toBe('one four');
  // The subtree itself is never left out.
  expect(textWithout(nodes, within, (node) => node === within)).toBe('one two three four five');
  const lines = read('<div>one<p>two</p>three</div>', 'div');
  expect(textWithout(lines.nodes, lines.within, () => false, ' / ')).toBe('one / two / three');
});

it('a long text ends', () => {
  const { nodes, within } = read('<p>word</p>'.repeat(3_000));
  const { length } = textOf(nodes, within);
  expect(length).toBeGreaterThan(3_990);
  expect(length).toBeLessThan(4_010);
});
