import { expect, it } from 'vitest';
import { DateRank, rankOf, rankOfLabel } from '../../../src/generator/fields/date-rank.js';
import { surveyOf } from '../made-sets.js';

const { Published, Unnamed, Other } = DateRank;

it.each([
  ['<i class="published"></i>', '', Published],
  ['<i class="post-date"></i>', '', Published],
  ['<i class="x"></i>', '', Unnamed],
  ['<i class="x"></i>', 'dateModified', Other],
  ['<i class="x"></i>', 'datePublished', Published],
  ['<b class="updated"><i></i></b>', '', Other],
  ['<b class="updated"><i class="posted"></i></b>', '', Published],
  ['<i class="updated published"></i>', '', Published],
  ['<i class="last-published updated"></i>', '', Other],
])('%s with %j has the rank %i', (html, property, rank) => {
  const [element] = surveyOf(html).page.elements('i');
  if (element === undefined) throw new Error('no element');
  expect(rankOf(element, property)).toBe(rank);
});

it.each([
  ['Updated 9 March', false, Other],
  ['Published 9 March', false, Published],
  ['On 9 March', false, null],
  ['Published', true, null],
  ['Published: ', true, Published],
  [`Published ${'x'.repeat(19)}:`, true, Published],
  [`Published ${'x'.repeat(20)}:`, true, null],
])('the label %j, colon needed: %s, has the rank %j', (text, needsColon, rank) => {
  expect(rankOfLabel(text, needsColon)).toBe(rank);
});
