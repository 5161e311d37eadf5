import { describe, expect, it } from 'vitest';
import { LIST_FEATURES, measureLists } from '../../../src/generator/features/list-features.js';
import { setOf, surveyOf } from '../made-sets.js';

/** The features of a list made of the links below /s/, or of a block for each beginning of a path. */
function featuresOf(html: string, ...beginnings: string[]): Record<string, number> {
  const survey = surveyOf(html);
  const sets = (beginnings.length === 0 ? ['/s/'] : beginnings).map((one) => setOf(survey, one));
  const [values = []] = measureLists(survey, [sets]);
  return Object.fromEntries(Object.keys(LIST_FEATURES).map((name, at) => [name, values[at] ?? -9]));
}

const SENTENCE = '<p>One two three four five six seven eight nine ten eleven twelve.</p>';
const items = (...inner: string[]) => `<ul>${inner.map((one) => `<li>${one}</li>`).join('')}</ul>`;
const link = (n: number | string, text = `Title ${n}`) => `<a href="/s/${n}">${text}</a>`;
const three = (beside: (n: number) => string = () => '') =>
  items(...[1, 2, 3].map((n) => link(n) + beside(n)));

const PAGE = `<h1>All of the stories</h1>${items(
  '<h2><a href="/s/31-one">First title of four</a></h2><time datetime="2026-03-03">x</time><img src="/1.png">',
  '<h2><a href="/s/22-two">Second title</a></h2>',
  '<h2><a href="/s/13-three">Third</a></h2> and € 12',
  '<a href="/s/14-four">Fourth</a>',
)}`;

describe('a list of four', () => {
  const features = featuresOf(PAGE);

  it.each<[string, number]>([
    ['count', 4],
    ['headingShare', 3 / 4],
    ['longShare', 1 / 4],
    ['oneWordShare', 2 / 4],
    ['listItemShare', 1],
    ['digitsShare', 1],
    ['menuShare', 0],
    ['headingCover', 1],
    ['rowCover', 0],
    ['linkWords', 2],
    ['linkWordsLow', 1],
    ['linkWordsHigh', 4],
    ['uniqueTexts', 1],
    ['commonText', 1 / 4],
    ['heading', 3 / 4],
    ['headingRank', 2],
    ['otherHeading', 0],
    ['date', 1 / 4],
    ['datesFall', 0.5],
    ['numbersFall', 2 / 3],
    ['alphabetical', 2 / 3],
    ['image', 1 / 4],
    ['price', 1 / 4],
    ['depth', 2],
    ['oneShape', 1],
    ['oneKind', 1],
    ['recordWords', 11 / 4],
    ['linkDensity', 8 / 11],
    ['linksARecord', 1],
    ['itemsARecord', 0],
    ['longest', 1],
    ['first', 1],
    ['same', 1],
    ['bare', 1 / 4],
    ['coverage', 11 / 15],
    ['contentCoverage', 11 / 15],
    ['headingCoverage', 3 / 4],
    ['linkedCoverage', 1],
    ['end', 1],
    ['afterHeading', 0],
    ['density', 1],
    ['parents', 1 / 4],
    ['siblings', 1],
    ['level', 2],
    ['sets', 1],
    ['setWords', 1],
    ['setSmallest', 4],
    ['proseShare', 0],
    ['lists', 1],
  ])('%s is %f', (name, expected) => {
    expect(features[name]).toBeCloseTo(expected);
  });
});

it.each<[string, string, number]>([
  ['labelWords', items('<a href="/s/1"><img src="/1" alt="Two words"></a>', link(2)), 1],
  ['otherHeading', three(() => '<h4>Three words here</h4>'), 3],
  ['otherHeading', items('<h4><a href="/s/1">In it</a></h4>', link(2)), 0],
  ['datesFall', three((n) => `<time datetime="2026-03-0${9 - n}">x</time>`), 1],
  ['datesFall', three(() => '<time datetime="2026-03-01">x</time>'), 1],
  ['datesFall', three((n) => `<time datetime="2026-03-0${n}">x</time>`), 0],
  ['numbersFall', items(link(11), link(11), link(11)), 0],
  ['numbersFall', items(link('11-a'), link('11-b'), link('11-c')), 0],
  ['alphabetical', items(link(1, 'b'), link(2, 'B'), link(3, 'c')), 1],
  ['alphabetical', items(link(1, 'c'), link(2, 'b'), link(3, 'a')), 0],
  ['commonText', items(link(1, 'x'), link(2, 'x'), link(3, 'y')), 2 / 3],
  ['uniqueTexts', items(link(1, 'x'), link(2, 'x'), link(3, 'y')), 2 / 3],
  ['oneShape', items(link(1), link('x'), link('y')), 2 / 3],
  ['kindOutside', `${items(link('x'), link('y'))}<a href="/t/z">Other</a>`, 1],
  ['kindCover', `${items(link('x'), link('y'))}<a href="/t/z">Other</a>`, 2 / 3],
  ['kindLong', `${items(link('x', 'a b c d'), link('y'))}<a href="/t/z">a b c d</a>`, 1 / 2],
  ['linksARecord', three((n) => `<a href="/t/${n}">x</a>`), 2],
  ['itemsARecord', three((n) => `<a href="/t/${n}">Two words</a>`), 1],
  ['itemsARecord', three((n) => `<a href="/t/${n}">One</a>`), 0],
  ['longest', three((n) => `<a href="/t/${n}">Three long words</a>`), 0],
  ['first', items(`<a href="/t/1">x</a>${link(1)}`, link(2)), 1 / 2],
  ['same', items(link(1) + link(1), link(2) + link(2)), 1],
  ['bare', three(), 1],
  ['bare', three(() => 'with a word'), 0],
  ['bare', three(() => '<img src="/1.png">'), 1],
  ['bare', items(...[1, 2].map((n) => `${link(n, 'one two three four')}<img src="/1">`)), 0],
  ['bare', items(...[1, 2].map((n) => link(n, 'one two three four'))), 1],
  ['bare', items(...[1, 2].map((n) => `${link(n)}<time datetime="2026-03-01"></time>`)), 0],
  ['chrome', `<nav>${three()}</nav>`, 1],
  ['menuShare', `<nav>${three()}</nav>`, 1],
  ['coverage', `${three()}<p>Six words that stand beside it.</p>`, 1 / 2],
  ['contentCoverage', `${three()}<nav>A menu of words</nav>`, 1],
  ['end', `${three()}<p>Six words that stand beside it.</p>`, 1 / 2],
  ['afterHeading', `<h1>Top</h1><p>Two words</p>${three()}`, 2],
  ['afterHeading', three(), -1],
  ['afterHeading', `${three()}<h1>Below</h1>`, -1],
  ['density', items(link(1), 'Two words', link(2), link(3)), 3 / 4],
  ['siblings', items(link(1), 'Two words', link(2), link(3)), 3 / 4],
  ['siblings', `<ul><li>${link(1)}</li><b>x</b><li>${link(2)}</li></ul>`, 1],
  ['proseBefore', `${SENTENCE}${three()}${SENTENCE}`, 12],
  ['proseBetween', items(link(1), SENTENCE, link(2), link(3)), 12],
  ['proseBetween', items(link(1), SENTENCE + link(2)), 0],
  ['proseShare', `${SENTENCE}${three()}`, 12 / 18],
  ['nodesSpread', three(), 0],
  ['recordWordsSpread', items(link(1, 'x'), link(2, 'x y z')), 1 / 2],
  ['headingRank', items(`<h2>${link(1)}</h2>`, `<h4>${link(2)}</h4>`, link(3)), 3],
])('%s of %s is %f', (name, html, expected) => {
  expect(featuresOf(html)[name]).toBeCloseTo(expected);
});

it('a list of two blocks has the features of both', () => {
  const block = (path: string, count: number, text: string) =>
    items(...Array.from({ length: count }, (_, n) => `<a href="/${path}/${n}">${text}</a>`));
  const html = block('s', 2, 'Two words') + block('t', 3, 'Four words of one');
  expect(featuresOf(html, '/s/', '/t/')).toMatchObject({
    count: 5,
    sets: 2,
    setSmallest: 2,
    setWords: 0.5,
    parents: 2 / 5,
  });
});
