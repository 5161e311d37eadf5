import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Selectors } from '../../../src/contract/index.js';
import { analysePage } from '../../../src/generator/analyse.js';
import { selectedCandidate } from '../../../src/generator/strategies/selectors.js';
import { type Survey, surveyPage } from '../../../src/generator/survey/survey.js';
import { closeWorkers } from '../../../src/service/core/worker/pool.js';
import { generateFeed } from '../../../src/service/sources/generate-feed.js';
import { noticingThreads } from '../../support/loop-turns.js';
import { RUN_FACTOR } from '../../support/property-runs.js';

/** 245 KB: under the size from which pages are read in a worker. */
const SIBLINGS = `<ul>${'<i>x</i>'.repeat(30_599)}<b><a href="/one">The only one</a></b></ul>`;

const input = (html: string, selectors: Selectors) => ({
  url: 'https://a.test/',
  html,
  now: Date.parse('2026-03-15T12:00:00Z'),
  selectors,
  rule: null,
});

const LONG = Array(300).fill('i').join(' ~ ');

/** Of the shapes of one kind FEEDCTL_TEST_RUNS=2 tries all. */
const TOO_EXPENSIVE = [
  ['i:has(~ i:has(~ i))'],
  ...(RUN_FACTOR > 1 ? [[':has(~ :has(~ *))'], ['i:not(:has(~ z))']] : []),
  [':nth-child(2n+1):nth-last-child(3n+1)'],
  ['i:nth-of-type(2n)'],
  ['300 × i ~ i', LONG],
];

const CHEAP = [
  ['b'],
  ['ul > b'],
  ['i + b'],
  ['i ~ b'],
  ['b:last-child'],
  ['ul > :not(i)'],
  ['150 × i + b', `${'i + '.repeat(150)}b`],
];

describe('selectors on 30,600 siblings', () => {
  /** The page is parsed once: only what matching costs is limited here. */
  let survey: Survey;
  beforeAll(() => {
    survey = surveyPage(SIBLINGS, 'https://a.test/', Date.parse('2026-03-15T12:00:00Z'));
  });
  afterAll(() => closeWorkers());

  it.each(TOO_EXPENSIVE)('stops %s', (name = '', items = name) => {
    expect(selectedCandidate(survey, { items })).toMatchObject({
      message: expect.stringMatching(
        /^selectors\.items is too expensive for the page at https:\/\/a\.test\/: .* was stopped after \d+ million steps\. Use a class, an id/,
      ),
    });
  });

  it.each(CHEAP)('reads %s', (name = '', items = name) => {
    expect(selectedCandidate(survey, { items })).toMatchObject({
      items: [{ title: 'The only one' }],
    });
  });

  it('names the selector inside an item that is too expensive', () => {
    const selectors = { items: 'ul', title: 'i:nth-of-type(2n):has(z)' };
    const error = selectedCandidate(survey, selectors);
    expect(error).toMatchObject({ message: expect.stringMatching(/^selectors\.title is too/) });
  });

  it('shows only the beginning of a long selector', () => {
    const error = selectedCandidate(survey, { items: LONG });
    expect(error).toMatchObject({ message: expect.stringMatching(/: (?:i ~ ){25}… was stopped/) });
  });

  it.skipIf(!existsSync('dist/reading-worker.cjs'))(
    'are matched in a worker, however small the page and however it was given',
    async () => {
      const selectors = { items: ':nth-child(2n+1):nth-last-child(3n+1)' };
      const request = { ...input(SIBLINGS, selectors), inline: true };
      const { isElsewhere } = await noticingThreads(() =>
        expect(generateFeed(request)).rejects.toMatchObject({ code: 'INVALID_FIELD' }),
      );
      expect(isElsewhere).toBe(true);
    },
  );
});

describe('a selector means what it means in a browser', () => {
  const HTML = `<main><h2>Head</h2><p class="a">one <a href="/1">First story</a></p>
    <p class="b"><a href="/2">Second story</a></p><h2>Head</h2>
    <div><p class="a"><a href="/3">Third story</a></p></div><p><em></em></p></main>`;

  it.each([
    ['p', ['First story', 'Second story', 'Third story']],
    ['h2 + p', ['First story']],
    ['h2 ~ p', ['First story', 'Second story']],
    ['p:first-child', ['Third story']],
    ['p:nth-child(2)', ['First story']],
    ['p:nth-of-type(2)', ['Second story']],
    ['p:has(+ p)', ['First story']],
    ['div:has(a)', ['Third story']],
    ['main > p:has(> a)', ['First story', 'Second story']],
    ['p:not(.a)', ['Second story']],
    ['main p:contains("one First")', ['First story']],
    ['p:only-child', ['Third story']],
    ['p.a, p.b', ['First story', 'Second story', 'Third story']],
  ])('%s', (items, titles) => {
    const { winner } = analysePage(input(HTML, { items, title: 'a' }));
    expect(winner?.items.map(({ title }) => title)).toEqual(titles);
  });
});
