import { expect, it } from 'vitest';
import { describesOne, openGraphType } from '../../../src/generator/features/declared-type.js';
import { surveyOf } from '../made-sets.js';

it.each([
  ['<meta property="og:type" content=" Article ">', 'article'],
  ['<meta name="OG:Type" content="website">', 'website'],
  ['<meta name="description" content="article">', ''],
  ['<meta property="og:type">', ''],
  ['<meta property="og:title" content="x"><meta property="og:type" content="video">', 'video'],
])('%s says %j', (head, expected) => {
  expect(openGraphType(surveyOf(head).page)).toBe(expected);
});

const one = (type: unknown) => ({ '@type': type, name: 'x' });

it.each([
  ['one article', one('NewsArticle'), true],
  ['one of several types', one(['Thing', 'Product']), true],
  ['an address of a type', one('https://schema.org/Recipe'), true],
  ['two articles', [one('Article'), one('Article')], false],
  ['a list', one('ItemList'), false],
  ['an article in a graph', { '@graph': [one('WebSite'), one('BlogPosting')] }, true],
  ['what a page is about', { ...one('WebPage'), mainEntity: one('Book') }, true],
  ['a page about an article, itself one', { ...one('Article'), mainEntity: one('Book') }, false],
  ['a number for a type', one(7), false],
  ['nothing', {}, false],
])('structured data of %s', (_, data, expected) => {
  const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  expect(describesOne(surveyOf(script).page)).toBe(expected);
});

it('reads scripts of structured data alone', () => {
  const script = `<script type="application/json">${JSON.stringify(one('Article'))}</script>`;
  expect(describesOne(surveyOf(script).page)).toBe(false);
});
