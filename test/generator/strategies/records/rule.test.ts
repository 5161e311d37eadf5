import { describe, expect, it } from 'vitest';
import { recordSets } from '../../../../src/generator/strategies/records/lists.js';
import {
  type KnownList,
  recordsOfRule,
  ruleOf,
} from '../../../../src/generator/strategies/records/rule.js';
import type { SetUnion } from '../../../../src/generator/survey/record-list.js';
import type { RecordRule } from '../../../../src/generator/survey/record-rule.js';
import { surveyOf } from '../../made-sets.js';

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const story = (n: number) =>
  `<li class="story"><h3 class="name"><a href="/s/${n}">Title ${n}</a></h3></li>`;
const list = (numbers = NINE) =>
  `<main class="news"><ul>${numbers.map(story).join('')}</ul></main>`;

const ANY = { isOfList: () => true, isToldByAddress: false };

/** The rule of the set of all links below /s/ of a page. */
function ruleFor(html: string, list: KnownList = ANY): RecordRule {
  const survey = surveyOf(html);
  const all = recordSets(survey);
  const chosen = all.find(({ records }) => records.every(({ link }) => link.url.includes('/s/')));
  return ruleOf(survey, chosen === undefined ? [] : [chosen], list);
}
const STORIES = {
  isOfList: (urls: readonly string[]) =>
    urls.filter((url) => url.includes('/s/')).length * 2 >= urls.length,
  isToldByAddress: true,
};
const found = (html: string, rule: RecordRule, known = STORIES) =>
  recordsOfRule(surveyOf(html), rule, known).map(({ link }) => new URL(link.url).pathname.slice(1));
const RULE = ruleFor(list());
const ITEMS = NINE.map((n) => `s/${n}`);

describe('a rule', () => {
  it('has how many records there were, and several places, each family once', () => {
    const [set] = RULE;
    expect(set?.count).toBe(9);
    expect(set?.places.length).toBeGreaterThan(3);
    expect(set?.places.length).toBeLessThanOrEqual(8);
    const families = set?.places.map(({ family }) => family) ?? [];
    expect(new Set(families).size).toBe(families.length);
    expect(set).not.toHaveProperty('shape');
  });

  it('has the kind of addresses that its set is limited to', () => {
    const survey = surveyOf(list());
    const sets: SetUnion = recordSets(survey).map((set) => ({ ...set, shape: 'a.test/name/end' }));
    expect(ruleOf(survey, sets.slice(0, 1), ANY)[0]).toMatchObject({
      count: 9,
      shape: 'a.test/name/end',
    });
  });

  it('has as many sets as a front page has blocks, and no more', () => {
    const survey = surveyOf(list());
    const [set] = recordSets(survey);
    const blocks = set === undefined ? [] : Array<typeof set>(20).fill(set);
    expect(ruleOf(survey, blocks, ANY)).toHaveLength(16);
  });

  it('has no place of other links', () => {
    const others = NINE.map((n) => `<p class="other"><a href="/t/${n}">Title ${n}</a></p>`);
    const html = list() + others.join('');
    const places = recordSets(surveyOf(html))
      .filter(({ records }) => records.some(({ link }) => link.url.includes('/t/')))
      .map(({ signature }) => signature);
    expect(places.length).toBeGreaterThan(0);
    expect(ruleFor(html)[0]?.places.filter(({ signature }) => places.includes(signature))).toEqual(
      [],
    );
  });

  it('has no place that names other links of the page too', () => {
    const topics = NINE.map((n) => `<li><h3><a href="/t/${n}">Topic ${n}</a></h3></li>`).join('');
    const html = `<main class="news"><ul>${NINE.map(story).join('')}</ul><ul>${topics}</ul></main>`;
    const familiesIn = (rule: RecordRule) => rule[0]?.places.map(({ family }) => family);
    expect(familiesIn(RULE)).toContain('path');
    expect(familiesIn(ruleFor(html))).not.toContain('path');
    // Where addresses tell the list, the others at the path are known as such.
    expect(familiesIn(ruleFor(html, STORIES))).toContain('path');
  });

  it('has its own place first and once', () => {
    const signatures = RULE[0]?.places.map(({ signature }) => signature) ?? [];
    expect(new Set(signatures).size).toBe(signatures.length);
  });
});

describe('finds its records', () => {
  it.each([
    ['on the same page', list()],
    ['with new ones', list([...NINE, 10, 11])],
    ['when all classes are renamed', list().replaceAll('class="', 'class="new-')],
    ['when something is put around the page', `<div><div>${list()}</div></div>`],
    ['when the list is another element', list().replaceAll('ul>', 'ol>')],
    ['beside a menu built like it', list() + list().replaceAll('/s/', '/menu/')],
  ])('%s', (_, html) => {
    expect(found(html, RULE)).toEqual(expect.arrayContaining(ITEMS));
    expect(found(html, RULE).filter((path) => !path.startsWith('s/'))).toEqual([]);
  });

  it('not where only a menu stands at its place', () => {
    expect(found(list().replaceAll('/s/', '/menu/'), RULE)).toEqual([]);
    expect(found(list().replaceAll('/s/', '/menu/'), RULE, ANY)).toHaveLength(9);
  });

  it('not in links to a place of the page itself', () => {
    expect(found(list().replaceAll('/s/', '#'), RULE, ANY)).toEqual([]);
  });

  it('in links to a place of other pages', () => {
    expect(found(list().replaceAll(/(\/s\/\d)"/g, '$1#top"'), RULE)).toEqual(ITEMS);
  });

  it('at its own place rather than deeper in the page, where links of another kind are as many', () => {
    const links = (path: string) =>
      NINE.slice(0, 3)
        .map((n) => `<p><a href="${path}${n}">Title ${n}</a></p>`)
        .join('');
    const place = { family: 'path', signature: '#page>html>body>p>a', level: 0 } as const;
    const html = `<main>${links('/other/')}</main>${links('/s/')}`;
    expect(found(html, [{ count: 3, places: [place] }], ANY)).toEqual(ITEMS.slice(0, 3));
  });

  it('where its addresses look otherwise than the others of the list', () => {
    const rule = RULE.map((set) => ({ ...set, anyAddress: true as const }));
    expect(found(list().replaceAll('/s/', '/t/'), rule)).toHaveLength(9);
    expect(ruleFor(list(), { ...STORIES, isOfList: () => false })[0]?.anyAddress).toBe(true);
    expect(RULE[0]).not.toHaveProperty('anyAddress');
  });

  it('not in other elements', () => {
    const links = NINE.map((n) => `<p><a href="/s/${n}">Title ${n}</a></p>`).join('');
    const place = {
      family: 'path',
      signature: '#page>html>body>main>ul>li>h3>a',
      level: 2,
    } as const;
    const rule = [{ count: 9, places: [place] }];
    expect(found(`<div>${links}</div>`, rule, ANY)).toEqual([]);
    expect(found(list(), rule, ANY)).toEqual(ITEMS);
    expect(found(`<div>${list()}</div>`, rule, ANY)).toEqual(ITEMS);
  });

  it('of the kind of address that the rule is limited to', () => {
    const rule = RULE.map((set) => ({ ...set, shape: 'a.test/name/#' }));
    expect(found(list() + list([]), rule)).toEqual(ITEMS);
    expect(
      found(
        list(),
        RULE.map((set) => ({ ...set, shape: 'a.test/other' })),
      ),
    ).toEqual([]);
  });

  it('at the place that gives closest to as many as before', () => {
    const place = (family: 'path' | 'heading', signature: string) => ({
      ...{ family, signature, level: 2 },
    });
    const path = '#page>html>body>ul>li>b>a';
    const few = `<ul>${[1, 2].map((n) => `<li><b><a href="/s/${n}">x</a></b></li>`).join('')}</ul>`;
    const rule = (count: number): RecordRule => [
      { count, places: [place('path', path), place('heading', 'h3 a')] },
    ];
    const html = few + list([3, 4, 5, 6]);
    expect(found(html, rule(4), ANY)).toEqual([3, 4, 5, 6].map((n) => `s/${n}`));
  });
});

describe('a record that moved away from its place', () => {
  const pinned = (...numbers: number[]) =>
    numbers.map((n) => `<section><h3><a href="/s/${n}">Title ${n}</a></h3></section>`).join('');
  const renamed = (html: string) => html.replaceAll('ul>', 'ol>').replace('main', 'div');
  const other = (numbers: number[]) => renamed(list(numbers));

  it('is no other list', () => {
    const html = other(NINE.slice(1)) + pinned(1).replaceAll('/s/', '/t/');
    expect(found(html, RULE)).toEqual(NINE.slice(1).map((n) => `s/${n}`));
  });
});
