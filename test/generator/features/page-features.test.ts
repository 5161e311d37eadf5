import { expect, it } from 'vitest';
import { measurePage, PAGE_FEATURES } from '../../../src/generator/features/page-features.js';
import { surveyOf } from '../made-sets.js';

const SENTENCE = 'One two three four five six seven eight nine ten eleven twelve.';
const feature = (name: string, html: string, url?: string) =>
  measurePage(surveyOf(html, url))[Object.keys(PAGE_FEATURES).indexOf(name)];

it.each([
  ['pageWords', 'One two <b>three</b>', 3],
  ['pageProse', `<p>${SENTENCE}</p><p>Not a sentence</p>`, 12],
  ['pageProse', `<p>${SENTENCE.replace('One ', '')}</p>`, 0],
  ['pageProse', `<nav>${SENTENCE}</nav>`, 0],
  ['pageProse', `<p><a href="/x">${SENTENCE}</a></p>`, 0],
  ['longestProse', `<p>${SENTENCE}</p><p>${SENTENCE} More</p>`, 13],
  ['longestProse', '', 0],
  ['sentences', `<p>${SENTENCE}</p><p>${SENTENCE}</p><p>Short</p>`, 2],
  ['pageLinks', '<a href="/1">x</a><a href="/2">y</a>', 2],
  ['linked', '<a href="/1">One</a> two three four', 0.25],
  ['mainHeadings', '<h1>A</h1><h1></h1><h1>B</h1>', 2],
  ['mainHeadingWords', '<h1></h1><h1>One two three</h1><h1>Four</h1>', 3],
  ['mainHeadingWords', '<p>None</p>', 0],
  ['subheadings', '<h1>x</h1><h2>x</h2><h3>x</h3><h4>x</h4><h5>x</h5>', 3],
  ['images', '<img src="a"><img src="b">', 2],
  ['tables', '<table><tr><td>x</td></tr><tr><td>y</td></tr></table>', 2],
  ['buttons', '<button>x</button>', 1],
  ['saysArticle', '<meta property="og:type" content="article">', 1],
  ['saysArticle', '<meta property="og:type" content="website">', 0],
  ['prices', '<b>€ 12</b><b>12 €</b><b>$9.99</b><b>12 pieces</b>', 3],
  ['prices', '<p>A text of more than thirty characters that says $9</p>', 0],
])('%s of %s is %f', (name, html, expected) => {
  expect(feature(name, html)).toBe(expected);
});

it.each([
  ['pathDepth', '/', 0],
  ['pathDepth', '/a/b/', 2],
  ['lastPartWords', '/a/what-is_new', 3],
  ['addressDigits', '/2026/x1?p=22', 5],
  ['oneDocument', '/2026/03/what', 1],
  ['oneDocument', '/news', 0],
])('%s of %s is %i', (name, path, expected) => {
  expect(feature(name, 'x', `https://a.test${path}`)).toBe(expected);
});

it('structured data of one thing is a feature', () => {
  const script = '<script type="application/ld+json">{"@type":"Article"}</script>';
  expect([feature('describesOne', script), feature('describesOne', 'x')]).toEqual([1, 0]);
});
