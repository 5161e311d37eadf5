import { expect, it } from 'vitest';
import { sanitiseHtml } from '../../../../src/service/sources/document/sanitise-html.js';

it.each([
  // Attributes that are no address stay as they are, and only those of the table.
  ['<img src="/a.png" alt="a/b" onload="x">', '<img src="https://example.com/a.png" alt="a/b" />'],
  ['<a href="b" class="c">d</a>', '<a href="https://example.com/b">d</a>'],
  // An address that is none is left out, not kept as it was written.
  ['<a href="http://">d</a>', '<a>d</a>'],
  ['<a href="mailto:a@example.com">d</a>', '<a href="mailto:a@example.com">d</a>'],
  ['<p><img src="mailto:a@example.com" alt="x">y</p>', '<p>y</p>'],
])('%s becomes %s', (html, expected) => {
  expect(sanitiseHtml(html, 'https://example.com/')).toBe(expected);
});
