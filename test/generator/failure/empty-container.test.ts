import { expect, it } from 'vitest';
import {
  hasEmptyContainer,
  isEmptyNotice,
} from '../../../src/generator/failure/empty-container.js';
import { surveyPage } from '../../../src/generator/survey/survey.js';

const SCRIPT = '<script src="/app.js"></script>';

it.each([
  ['ul.jobs > li', '<ul class="jobs"></ul>', true, true],
  ['.jobs li', '<div class="jobs"><p>No open positions</p></div>', true, true],
  ['.jobs .job', '<div class="jobs"><p>Derzeit suchen wir niemanden.</p></div>', true, true],
  ['.a > li, .b > li', '<ul class="a"></ul><ul class="b"></ul>', true, true],
  // A script may be what fills it, unless the page says that there is nothing.
  ['ul.jobs > li', `<ul class="jobs"></ul>${SCRIPT}`, true, false],
  ['ul.jobs > li', `<ul class="jobs">No results found</ul>${SCRIPT}`, true, true],
  ['ul.jobs > li', '<ul class="jobs">Loading…</ul>', false, false],
  ['ul.jobs > li', '<ul class="list"></ul>', false, false],
  [
    '.a > li, .b > li',
    '<ul class="a"></ul><ul class="b"><p><a href="/1">One</a></ul>',
    false,
    false,
  ],
  ['ul.jobs > li', '<ul class="jobs"><a href="/1">Baker</a></ul>', false, false],
  ['ul.jobs > li', '<ul class="jobs"><b>Baker</b><b>Smith</b><b>Nurse</b></ul>', false, false],
  ['.job', '<ul class="jobs"></ul>', false, false],
  ['h2 + ul', '<h2></h2>', false, false],
])('%s on %s: known %s, new %s', (items, html, known, fresh) => {
  const survey = surveyPage(html, 'https://a.test/', 0);
  const empty = (isKnown: boolean) => hasEmptyContainer(survey, { items }, { isKnown });
  expect([empty(true), empty(false)]).toEqual([known, fresh]);
});

it.each([
  ['No vacancies', '', true],
  ['There are currently no open positions.', '#:~:text=There', true],
  ['Derzeit keine Stellen', '', true],
  ['No vacancies', '/jobs/1', false],
  ['Nurse (m/w/d)', '', false],
  ['No results found: the report of the committee on the missing ferries', '', false],
])('%s at "%s" is a notice of an empty list: %s', (title, place, isNotice) => {
  const item = { title, url: `https://a.test/${place}` };
  const page = { url: 'https://a.test/' };
  expect(isEmptyNotice([item], page)).toBe(isNotice);
  expect(isEmptyNotice([item, item], page)).toBe(false);
});
