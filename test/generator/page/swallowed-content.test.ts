import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildTree } from '../../../src/generator/page/build.js';

/**
 * The tests of html5lib-tests (tree-construction, MIT) with elements whose content is no text, and the text that the
 * standard's tree has outside of them, without white space.
 */
const CASES: ReadonlyArray<{ html: string; text: string }> = JSON.parse(
  readFileSync('test/fixtures/html5lib/swallowed-content.json', 'utf8'),
);

/** The texts of a page, and the elements around each. */
const textsOf = (html: string) =>
  buildTree(html).texts.map(({ text, parent }) => `${parent.tag} ${text}`);

describe('an element whose content is no text of the page', () => {
  it.each(CASES)('hides as much as the standard says in $html', ({ html, text }) => {
    const texts = buildTree(html).texts.map((node) => node.text);
    expect(texts.join('').replace(/\s+/g, '')).toBe(text);
  });

  it.each([
    ['a select in a row', '<table><tr><td><select><option>a<tr><td>b</table>', ['td b']],
    ['a select in a cell', '<table><tr><td><select><option>a<td>b</table>c', ['td b', '#page c']],
    [
      'a select before another',
      '<p><select><option>a<select><option>b</select>c</p>',
      ['option b', 'option c'],
    ],
    ['a select before a field', '<div><select><option>a<input>b</div>', ['div b']],
    [
      'a select before a text field',
      '<div><select><option>a<textarea>x</textarea>b</div>',
      ['div b'],
    ],
    ['a select at the end of a block', '<div><select><option>a</div><p>b</p>', ['p b']],
    ['options without end tags', `<select>${'<option>a'.repeat(1000)}</select><p>b`, ['p b']],
    ['a film', '<div><video><source src=a><p>old browser</div><p>b</p>', ['p b']],
    ['a canvas', '<ul><li><canvas>a</li><li>b</ul>', ['li b']],
    ['a drawing', '<a><svg><path d=x></a><p>b</p>', ['p b']],
    ['a drawing before a paragraph', '<div><svg><path><p>b</p></div>', ['p b']],
    ['a drawing with a title', '<div><svg><title>a</div><p>b</p>', ['p b']],
    [
      'noscript with more links than the page beside it',
      '<a>a</a><noscript><a>b</a><a>c</a></noscript>',
      ['a a', 'a b', 'a c'],
    ],
    ['noscript with as many', '<a>a</a><noscript><a>b</a></noscript>', ['a a']],
    ['a frame in noscript', '<noscript><iframe src=a></noscript><p>b', ['p b']],
    ['a film in a list of an object', '<object><ul><li>a</ul></object><p>b', ['p b']],
  ])('swallows nothing behind %s', (_, html, texts) => {
    expect(textsOf(html)).toEqual(texts);
  });

  it.each([
    [
      'blocks in a drawing',
      '<div><svg><foreignObject><div>a</div></foreignObject></svg>b</div>',
      ['div b'],
    ],
    ['blocks in a film', '<div><video><div>a</div></video>b</div>', ['div b']],
    ['lists in a template', '<ul><li><template><li>a</li></ul></template>b</ul>', ['li b']],
    ['a font in a drawing', '<svg><font>a</font></svg>b', ['#page b']],
  ])('keeps %s to itself', (_, html, texts) => {
    expect(textsOf(html)).toEqual(texts);
  });

  it('is left in linear time', { timeout: 30_000 }, () => {
    const names = Array.from({ length: 50_000 }, (_, at) => `<g${at}>`).join('');
    for (const start of ['<select>', '<svg>', '<video>', '<object>', '<noscript>']) {
      const page = `<div>${start}${names}${'<g>'.repeat(100_000)}${'</h>'.repeat(100_000)}${'</g>'.repeat(100_000)}</div>b`;
      expect(buildTree(page).nodes.length).toBeGreaterThan(0);
    }
  });
});
