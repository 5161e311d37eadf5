import { expect, it } from 'vitest';
import { MAX_CLEAN_TEXT } from '../../../../src/service/sources/document/clean-text.js';
import { cutAtElement } from '../../../../src/service/sources/document/long-text.js';
import {
  sanitiseHtml,
  textToHtml,
} from '../../../../src/service/sources/document/sanitise-html.js';

const BASE = 'https://example.com/';
const picture = (bytes: number) =>
  `<img alt="x" src="data:image/jpeg;base64,${'A'.repeat(bytes)}">`;

it.each([
  ['an inline picture', picture(280_000)],
  ['six inline pictures', picture(50_000).repeat(6)],
  ['a script', `<script>${'if (a < b) document.write("<p>no</p>"); '.repeat(8000)}</script>`],
  ['a script that no tag ends', `<p></p><script src="a.js"/><!-- ${'x '.repeat(150_000)} -->`],
  ['a style', `<style>${'.a > .b { color: red } '.repeat(14_000)}</style>`],
  [
    'a drawing within a drawing',
    `<svg><svg>${'<path d="M0 0"/>'.repeat(20_000)}</svg><text>no</text></svg>`,
  ],
  ['a comment', `<!-- ${'x > y <p>no</p> '.repeat(20_000)} -->`],
  ['attributes', `<p data-state="${'x '.repeat(140_000)}"></p>`],
])('%s takes nothing of the text behind it', (_, ballast) => {
  const clean = sanitiseHtml(`<p>Before.</p>${ballast}<p>After.</p>`, BASE);
  expect(clean).toContain('<p>Before.</p>');
  expect(clean).toContain('<p>After.</p>');
  expect(clean).not.toMatch(/>no<|was cut/);
});

it('pictures written into a text stay as long as they take at most half of it', () => {
  const clean = sanitiseHtml(`${picture(50_000).repeat(6)}<p>After.</p>`, BASE);
  expect(clean.match(/<img/g)).toHaveLength(2);
});

it('a text that is too long is cut behind an element, and says so', () => {
  const clean = sanitiseHtml(
    `<div><ul>${'<li>One <b>two</b> three.</li>'.repeat(10_000)}</ul></div>`,
    BASE,
  );
  expect(clean.length).toBeLessThan(MAX_CLEAN_TEXT + 200);
  expect(clean).toMatch(/ three\.<\/li><\/ul><\/div><p>\[… .* was cut here\.\]<\/p>$/);
});

it.each([
  ['words', '<p>one two &amp; three</p>', 18, '<p>one two &amp;</p>'],
  ['no space', '<p>一二三&amp;四五六七八九</p>', 9, '<p>一二三</p>'],
  ['an element in a line', '<p>a <b>bold word</b> b</p>', 14, '<p>a <b>bold</b></p>'],
  ['a picture at the end', '<p>a <img src="x" /> b</p>', 12, '<p>a </p>'],
])('cuts between %s', (_, html, length, expected) => {
  expect(cutAtElement(html, length)).toBe(expected);
});

it('a plain text is cut between words, and says so', () => {
  expect(textToHtml('word '.repeat(60_000))).toMatch(/ word<\/p><p>\[… .* was cut here\.\]<\/p>$/);
});
