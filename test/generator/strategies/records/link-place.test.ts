import { expect, it } from 'vitest';
import { readPage } from '../../../../src/generator/page/page.js';
import { textOf } from '../../../../src/generator/page/text.js';
import { attribute, type ElementNode } from '../../../../src/generator/page/tree.js';
import { headingBefore } from '../../../../src/generator/strategies/records/link-place.js';

/** The heading before the link with the id `it`. */
function before(html: string): string | null {
  const page = readPage(`<body><main>${html}</main></body>`, 'https://a.test/');
  const link = page.nodes.find(
    (node): node is ElementNode => node.kind === 'element' && attribute(node, 'id') === 'it',
  );
  const heading = link === undefined ? null : headingBefore(link);
  return heading === null ? null : textOf(page.nodes, heading);
}

const LINK = '<a id="it" href="/x">more</a>';
const SPANS = (count: number) => '<span></span>'.repeat(count);

it.each([
  ['beside it', `<h2>One</h2><p>text</p>${LINK}`, 'One'],
  ['above it', `<h2>One</h2><div><p>${LINK}</p></div>`, 'One'],
  ['within a sibling', `<div><h2>One</h2><p>text</p></div>${LINK}`, 'One'],
  ['the last one of a sibling', `<div><h2>One</h2><h3>Two</h3></div>${LINK}`, 'Two'],
  ['the nearest one', `<h2>One</h2><h2>Two</h2><p>text</p>${LINK}`, 'Two'],
  ['not around it', `<h2>One</h2><h3>${LINK}</h3>`, null],
  ['not beyond another link', `<h2>One</h2><a href="/y">other</a>${LINK}`, null],
  ['not beyond a link in a sibling', `<h2>One</h2><p><a href="/y">other</a></p>${LINK}`, null],
  ['up to eight siblings before it', `<h2>One</h2>${SPANS(7)}${LINK}`, 'One'],
  ['not nine', `<h2>One</h2>${SPANS(8)}${LINK}`, null],
  ['up to 40 nodes in a sibling', `<h2>One</h2><div>${SPANS(39)}</div>${LINK}`, 'One'],
  ['not more', `<h2>One</h2><div>${SPANS(40)}</div>${LINK}`, null],
  ['up to five levels', `<h2>One</h2>${'<div>'.repeat(4)}${LINK}${'</div>'.repeat(4)}`, 'One'],
  ['not six', `<h2>One</h2>${'<div>'.repeat(5)}${LINK}${'</div>'.repeat(5)}`, null],
  ['none', `<p>text</p>${LINK}`, null],
])('a heading is that of a link: %s', (_, html, heading) => {
  expect(before(html)).toBe(heading);
});
