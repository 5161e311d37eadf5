import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstWords, oneLine } from '../../../../src/service/sources/document/clean-text.js';
import {
  htmlToText,
  sanitisedToText,
} from '../../../../src/service/sources/document/html-to-text.js';
import { nestsDeeperThan } from '../../../../src/service/sources/document/nesting.js';
import { readTags } from '../../../../src/service/sources/document/read-tags.js';
import { nestedBase, resolveUrl } from '../../../../src/service/sources/document/references.js';
import { sanitiseHtml } from '../../../../src/service/sources/document/sanitise-html.js';

describe('nestsDeeperThan', () => {
  it.each([
    ['<b><b><b>', 3, false],
    ['<b><b><b>', 2, true],
    ['<b></b><b></b><b></b>', 1, false],
    ['<p>a<p>b<p>c', 1, false],
    ['<ul><li>a<li>b<li>c</ul><ul><li>d</ul>', 2, false],
    ['<br><img><hr><wbr>', 0, false],
    ['<div><span>x</div><div><span>y</div>', 2, false],
    ['</x></x>', 0, false],
  ])('%s beyond %i: %s', (html, limit, expected) => {
    expect(nestsDeeperThan(html, limit)).toBe(expected);
  });
});

describe('hostile HTML is cleaned in time', () => {
  // htmlparser2 alone takes seconds for each of these (see nesting.ts); 500 entries may have one.
  it.each([
    ['<b>'.repeat(87_000)],
    ['<div>'.repeat(52_000)],
    ['<a><'.repeat(65_000)],
    ['<li><p>'.repeat(37_000)],
    ['</p>'.repeat(65_000)],
    ['<p '.repeat(87_000)],
    ['<'.repeat(262_000)],
  ])('%#', (html) => {
    htmlToText(sanitiseHtml(html, 'https://example.com/'));
    htmlToText(html);
  });

  it.each([
    [
      '<p>Intro</p><pre><code>if x:\n    y()\n\n<b>z</b>()\n</code></pre><p>End</p>',
      'Intro\n\nif x:\n    y()\n\nz()\n\nEnd',
    ],
    [
      '<table><tr>\n<th>Day</th>\n<th>Boat</th></tr>\n<tr><td><p>Mon</p></td><td><div>Anna</div></td></tr></table>',
      'Day Boat\nMon Anna',
    ],
  ])('lines of code and rows of tables stay lines: %s', (html, text) => {
    expect(sanitisedToText(sanitiseHtml(html, 'https://example.com/'))).toBe(text);
    expect(htmlToText(html)).toBe(text);
  });

  it('keeps the text of what is too deep', () => {
    expect(sanitiseHtml(`${'<b>'.repeat(1000)}the text`, 'https://example.com/')).toBe(
      '<p>the text</p>',
    );
  });
});

describe('readTags', () => {
  it('tells tags as they are written', () => {
    const told: unknown[] = [];
    readTags('<A HREF="x?a=1&amp;b" href=y id>t&lt;<script>"<b>"</script></A><br/><!-- <i> -->', {
      open: (name, attributes) => told.push([name, attributes]),
      text: (text) => told.push(text),
      close: (name) => told.push(`/${name}`),
    });
    expect(told).toEqual([
      ['a', { href: 'x?a=1&b', id: '' }],
      't',
      '<',
      ['script', {}],
      '"<b>"',
      '/script',
      '/a',
      ['br', {}],
    ]);
  });
});

describe('resolveUrl', () => {
  it.each([
    ['a', 'https://example.com/x/a'],
    [' /a\n', 'https://example.com/a'],
    ['//cdn.example/a', 'https://cdn.example/a'],
    ['https://example.org', 'https://example.org/'],
    ['www.example.org/a?b', 'https://www.example.org/a?b'],
    ['WWW2.example.org', 'https://www2.example.org/'],
    ['example.com/a', 'https://example.com/a'],
    ['https:/example.org/a', 'https://example.org/a'],
    ['http//example.org/a', 'http://example.org/a'],
    ['www', 'https://example.com/x/www'],
    ['example.com.html', 'https://example.com/x/example.com.html'],
    ['#top', null],
    ['', null],
    [undefined, null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['mailto:a@example.com', null],
    ['http://', null],
    ['jAvA\nscript:alert(1)', null],
  ])('%j is %j', (link, expected) => {
    expect(resolveUrl(link, 'https://example.com/x/y')).toBe(expected);
  });

  it('adds bases up from the outside in', () => {
    expect(nestedBase('https://a.example/x/', 'y/', undefined, '../z', 'javascript:x')).toBe(
      'https://a.example/x/z',
    );
  });
});

describe('one line of text', () => {
  it('has no control characters, no invisible ones and no half pairs', () => {
    expect(oneLine(' a\u0000\u001b[31m\tb\u200b \ud83d c ', 100)).toBe('a[31m b \ufffd c');
    expect(oneLine('ab\u{1f600}', 3)).toBe('ab');
  });

  it('is cut at a word', () => {
    expect(firstWords('one two three', 9)).toBe('one two…');
    expect(firstWords('one', 9)).toBe('one');
    expect(firstWords('x'.repeat(20), 9)).toBe(`${'x'.repeat(9)}…`);
  });
});

describe('sanitisedToText', () => {
  const base = 'https://example.com/';
  const texts = fc.constantFrom(
    'a',
    ' b ',
    '\n',
    '\u00a0',
    '&amp;',
    '&lt;b&gt;',
    '&quot;',
    'é',
    '&amp;lt;',
  );
  const voids = fc.constantFrom(
    '<br>',
    '<hr>',
    '<hr lang="en">',
    '<wbr>',
    '<img src="/a" alt="x > y">',
  );
  // Without those whose opening closes another: there, the parser closes some of them once more.
  const names = fc.constantFrom(
    ...['b', 'span', 'i', 'div', 'section', 'blockquote', 'article', 'pre', 'figure', 'header'],
  );
  const { tree } = fc.letrec<{ tree: string; element: string }>((tie) => ({
    tree: fc
      .array(fc.oneof({ maxDepth: 4 }, texts, voids, tie('element')), { maxLength: 5 })
      .map((parts) => parts.join('')),
    element: fc
      .tuple(names, tie('tree'))
      .map(([name, inner]) => `<${name} title='a "<b>" &amp; c'>${inner}</${name}>`),
  }));

  it('reads what htmlToText reads', () => {
    fc.assert(
      fc.property(tree, (html) => {
        const clean = sanitiseHtml(html, base);
        expect(sanitisedToText(clean)).toBe(htmlToText(clean));
      }),
    );
  });

  it('reads tables and lists as htmlToText does', () => {
    const html =
      '<table><tr><th>One</th><td colspan="2">two</td></tr></table><ul><li>x<br />y</li><li>z</li></ul><dl><dt>t</dt><dd>d</dd></dl><p>a <a href="/b" title="c">d</a>\n</p>';
    const clean = sanitiseHtml(html, base);
    expect(sanitisedToText(clean)).toBe(htmlToText(clean));
    expect(sanitisedToText(clean)).toBe('One two\n\nx\ny\n\nz\n\nt\n\nd\n\na d');
  });

  it('has the words of any HTML', () => {
    const pieces = fc.constantFrom(
      '<p>',
      '</p>',
      '<b',
      '>',
      '"',
      '<td',
      ' x=">',
      '<!--',
      'word',
      '&lt',
      '</hr>',
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const clean = sanitiseHtml(parts.join(''), base);
        const words = (text: string) => text.split(/\s+/).join(' ');
        expect(words(sanitisedToText(clean))).toBe(words(htmlToText(clean)));
      }),
    );
  });
});
