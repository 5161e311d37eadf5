import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/generator/fields/candidate.js';
import type { Selectors } from '../../src/generator/page/selectors.js';
import { SelectorError } from '../../src/generator/strategies/selector-matcher.js';
import { selectedCandidate } from '../../src/generator/strategies/selectors.js';
import { selectorsFor, suggestSelectors } from '../../src/generator/suggest-selectors.js';
import type { Survey } from '../../src/generator/survey/survey.js';
import { setOf, surveyOf } from './made-sets.js';

const SIX = [1, 2, 3, 4, 5, 6];
const row = (path: string, n: number, beside = '') =>
  `<li class="row"><h3><a href="/${path}/${n}">Title number ${n} of it</a></h3>${beside}</li>`;
const rows = (path: string, numbers = SIX, beside: (n: number) => string = () => '') =>
  `<ul>${numbers.map((n) => row(path, n, beside(n))).join('')}</ul>`;
const addresses = (path: string, numbers = SIX) =>
  numbers.map((n) => `https://a.test/${path}/${n}`);

/** New selectors for the items below /s/, and the addresses that they give on the page. */
function found(html: string, before: Selectors = { items: '.old' }, urls = addresses('s')) {
  const survey = surveyOf(html);
  const selectors = selectorsFor(survey, urls, before);
  if (selectors !== null)
    expect(listBy(survey, selectors).items.map(({ url }) => url)).toEqual(urls);
  return selectors;
}

function listBy(survey: Survey, selectors: Selectors): Candidate {
  const list = selectedCandidate(survey, selectors);
  if (list instanceof SelectorError) throw list;
  return list;
}

describe('selectors for a list', () => {
  it.each([
    ['alone on the page', rows('s')],
    ['beside another like it', `<div>${rows('t')}</div><main>${rows('s')}</main>`],
    ['in an element with an id', `<div id="a">${rows('t')}</div><div id="b">${rows('s')}</div>`],
    ['with a link before each title', rows('s').replaceAll('<h3>', '<a href="/t">x</a><h3>')],
    ['of links alone', SIX.map((n) => `<a href="/s/${n}">Title ${n}</a>`).join(' ')],
  ])('give exactly its items: %s', (_, html) => {
    expect(found(html)).not.toBeNull();
  });

  it('are the shortest that do', () => {
    expect(found(rows('s'))).toEqual({ items: 'li.row' });
  });

  it.each([
    ['no link of the page leads to one of them', rows('s', [1, 2, 3, 4, 5])],
    ['nothing tells them from others', rows('s', [1, 2, 3]) + rows('t') + rows('s', [4, 5, 6])],
  ])('are none where %s', (_, html) => {
    expect(found(html)).toBeNull();
  });

  it('are those of one item too', () => {
    const html = `<div id="lead">${row('s', 1)}</div>${rows('t')}`;
    expect(found(html, { items: '.x' }, addresses('s', [1]))).not.toBeNull();
  });
});

describe('fields of the old selectors', () => {
  const date = (n: number) => `<em class="day">${n} March 2026</em>`;
  const html = (dated: number) => rows('s', SIX, (n) => (n <= dated ? date(n) : ''));

  it.each([
    ['all items have a value', 6, true],
    ['half of them have one', 3, true],
    ['fewer have one', 2, false],
    ['none has one', 0, false],
  ])('are kept where %s: %s', (_, dated, isKept) => {
    expect(found(html(dated), { items: '.old', date: '.day' })?.date).toBe(
      isKept ? '.day' : undefined,
    );
  });

  it('are kept one by one', () => {
    const before = { items: '.old', title: 'h3', date: '.none', image: '.none' };
    expect(found(html(6), before)).toEqual({ items: 'li.row', title: 'h3' });
  });

  it('are left out where they take an item away', () => {
    const before = { items: '.old', title: '.day' };
    expect(found(html(6), before)).toEqual({ items: 'li.row', title: '.day' });
    expect(found(html(5), before)).toEqual({ items: 'li.row' });
  });
});

describe('suggestions', () => {
  const suggested = (html: string, ...paths: string[]) => {
    const survey = surveyOf(html);
    const winner = listBy(survey, { items: 'main li' });
    const lists = paths.map((path) => [setOf(survey, `/${path}/`)]);
    return suggestSelectors(survey, winner, lists).map(({ list, items, titles }) => [
      list,
      items,
      titles.length,
    ]);
  };
  const main = `<main>${rows('s')}</main>`;
  const box = (path: string, numbers: number[]) => `<div id="${path}">${rows(path, numbers)}</div>`;

  it('are the list that won and others of the page', () => {
    expect(suggested(main + box('t', [1, 2, 3]), 's', 't')).toEqual([
      ['winner', 6, 3],
      ['runner-up', 3, 3],
    ]);
  });

  it('are no list of two, none twice and none that has nothing new', () => {
    expect(suggested(main + box('t', [1, 2]), 't')).toEqual([['winner', 6, 3]]);
    expect(suggested(main + box('t', [1, 2, 3]), 't', 't', 's')).toHaveLength(2);
  });

  it('are five beside the one that won', () => {
    const paths = [...'abcdefg'];
    const html = main + paths.map((path) => box(path, [1, 2, 3])).join('');
    expect(suggested(html, ...paths)).toHaveLength(6);
  });

  it('are none where no list won and none is given', () => {
    const survey = surveyOf('<p>Nothing</p>');
    expect(suggestSelectors(survey, null, [])).toEqual([]);
  });
});
