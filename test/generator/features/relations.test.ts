import { expect, it } from 'vitest';
import { measureList } from '../../../src/generator/features/measured-list.js';
import { relationsOf } from '../../../src/generator/features/relations.js';
import { setOf, surveyOf } from '../made-sets.js';

const relations = (html: string, ...beginnings: string[]) => {
  const survey = surveyOf(html);
  return relationsOf(beginnings.map((one) => measureList(survey, [setOf(survey, one)])));
};
const row = (n: number, short = 'x') =>
  `<li><a href="/s/${n}">A title of words</a> <a href="/t/${n}">${short}</a></li>`;
const HTML = `<ul>${[11, 12, 13, 21, 22, 23].map((n) => row(n)).join('')}</ul>`;

it('tells how a list stands to a part of it, and to the other links of its records', () => {
  const [whole, part, other] = relations(HTML, '/s/', '/s/1', '/t/');
  expect(whole).toMatchObject({
    ...{ lists: 3, nearest: 0, twin: 0.5, rankWords: 0, rankSize: 0, rankLink: 0 },
    ...{ rivals: 1, rivalWords: -3, outerWords: -3 },
  });
  expect(whole?.alike).toBeCloseTo(0.5 / 3);
  expect(part).toMatchObject({
    ...{ nearest: 0.5, twin: 0.5, rankWords: 1, rankSize: 2, rankLink: 0 },
    ...{ rivals: 0, rivalWords: -20, outerWords: -3 },
  });
  expect(other).toMatchObject({
    ...{ nearest: 0, alike: 0, twin: 0, rankWords: 2, rankSize: 0, rankLink: 2 },
    ...{ rivals: 2, rivalWords: 3, outerWords: 3 },
  });
});

it('of several lists around a list the smallest is the nearest', () => {
  const html = ['/a/b/c/1', '/a/b/c/2', '/a/b/3', '/a/4', '/a/5'].map(
    (path) => `<li><a href="${path}">x</a></li>`,
  );
  const [least, middle, most] = relations(html.join(''), '/a/b/c/', '/a/b/', '/a/');
  expect(least?.nearest).toBeCloseTo(2 / 3);
  expect(middle?.nearest).toBeCloseTo(3 / 5);
  expect(most?.nearest).toBe(0);
  expect(least?.twin).toBeCloseTo(2 / 3);
});

it('a list by itself has no relations', () => {
  const [only] = relations(HTML, '/s/');
  expect(only).toMatchObject({ lists: 1, alike: 0, twin: 0, nearest: 0, rivals: 0 });
});

it.each([
  ['two of six', 2, 0],
  ['three of six', 3, 1],
])('a list of fewer than half as many items is no rival: %s', (_, count, rivals) => {
  const html = [1, 2, 3, 4, 5, 6].map(
    (n) => `<li><a href="/s/${n}">x</a>${n <= count ? `<a href="/t/${n}">y</a>` : ''}</li>`,
  );
  expect(relations(`<ul>${html.join('')}</ul>`, '/s/', '/t/')[0]?.rivals).toBe(rivals);
});
