import { expect, it } from 'vitest';
import {
  explainedJson,
  printExplanation,
} from '../../../../src/cli/commands/preview/explanation.js';
import { nextSteps } from '../../../../src/cli/commands/preview/next-steps.js';
import type { PreviewOptions } from '../../../../src/cli/commands/preview/read-request.js';
import type { Output } from '../../../../src/cli/output/output.js';
import type { Preview } from '../../../../src/client/index.js';

const URL = 'https://a.example/';

const outcome = (facts: object = {}) =>
  ({
    ...{ title: 'T', description: '', icon: '', from: 'page', poll_url: URL, rendered: false },
    ...{ items: [], failure: null, explanation: null, ...facts },
  }) as unknown as Preview;

const suggestions = [{ list: 'winner', items: 4, titles: ['One'], selectors: { items: 'li' } }];

function steps(source: string, options: object, facts: object = {}, globals: object = {}) {
  const given = { pageUrl: undefined, explain: false, pick: false, ...options } as PreviewOptions;
  return nextSteps(outcome(facts), source, given, globals as never);
}

it.each([
  [URL, {}, {}, `feedctl feeds create --url ${URL}`],
  [URL, {}, { profile: 'work' }, `feedctl feeds create --url ${URL} --profile work`],
  [
    URL,
    { from: 'html', exclude: ['a'] },
    {},
    `feedctl feeds create --url ${URL} --from html --exclude a`,
  ],
  [
    URL,
    { render: 'always' },
    {},
    `printf %s '{"render":"always"}' | feedctl feeds create --url ${URL} --with -`,
  ],
  [
    URL,
    { cookie: '-' },
    {},
    `printf %s '{"access":{"cookie":"@FILE"}}' | feedctl feeds create --url ${URL} --with -`,
  ],
  ['page.html', {}, {}, null],
  ['page.html', { pageUrl: URL }, {}, `feedctl feeds create --url ${URL}`],
])('a preview of %s with %j and %j leads to %s', (source, options, globals, create) => {
  expect(steps(source, options, {}, globals)).toEqual({ create, lists: [] });
});

it('a page without items has its lists to choose from, by the same flags', () => {
  const facts = { failure: { code: 'X', message: 'None.' }, explanation: { suggestions } };
  expect(steps(URL, { from: 'html', cookie: '@c' }, facts)).toEqual({
    create: null,
    lists: [
      {
        ...{ list: 'winner', items: 4, titles: ['One'] },
        preview: `feedctl preview ${URL} --select items=li --cookie @c`,
        create: `printf %s '{"access":{"cookie":"@c"}}' | feedctl feeds create --url ${URL} --select items=li --with -`,
      },
    ],
  });
  expect(steps('-', { pageUrl: URL }, facts).lists[0]?.preview).toBe(
    `feedctl preview - --select items=li --page-url ${URL}`,
  );
});

const EXPLANATION = {
  ...{ strategy: 'records', confidence: 0.876, evidence: ['a', 'b'], requests: ['r', 's'] },
  runners_up: [{ strategy: 'links', confidence: 0.5, items: 3, evidence: ['c', 'd'] }],
  considered: [
    { score: 1.005, records: 3, signature: 's', parts: { links: 0.5, words: -0.005, no: 0.0049 } },
  ],
  rejected: [],
};

/** What an explanation prints: records, titles and rows. */
async function printed(facts: object) {
  const shown: unknown[] = [];
  const output = {
    record: async (value: object, { fields }: { fields: { field: string }[] }) =>
      void shown.push(value, fields.map(({ field }) => field).join(' ')),
    rows: async (rows: object[]) => void shown.push(rows),
    say: async (text: string) => void shown.push(text),
  } as unknown as Output;
  await printExplanation(output, outcome(facts));
  return shown;
}

const FOUND = {
  ...{ title: 'T', description: '', icon: '', from: 'page', address: URL, rendered: false },
};
const HOW = { strategy: 'records', confidence: '0.88', evidence: 'a; b', requests: 'r s' };

it('an explanation is what was found, how, and what else there was', async () => {
  expect(await printed({ explanation: EXPLANATION, rule: { version: 1 } })).toEqual([
    { ...FOUND, ...HOW, rule: '{"version":1}' },
    'title description icon from address rendered strategy confidence evidence requests rule',
    ...['', 'Other strategies'],
    [{ strategy: 'links', confidence: '0.50', items: 3, evidence: 'c; d' }],
    ...['', 'Sets of records in the page'],
    [{ score: '1.00', records: 3, signature: 's', parts: 'links 0.50, words -0.01' }],
  ]);
});

it.each([
  [{}, FOUND, 'title description icon from address rendered'],
  [
    { failure: { message: 'None.' } },
    { strategy: 'none', confidence: '0.00', evidence: '', requests: '' },
    'strategy confidence evidence requests',
  ],
])('of %j it is short', async (facts, summary, fields) => {
  expect(await printed(facts)).toEqual([summary, fields]);
});

it('programs get all of it, with the rule where the items were found', () => {
  const next = { create: null, lists: [] };
  const { failure: _, ...plain } = outcome();
  expect(explainedJson(outcome(), next)).toEqual({ ...plain, next_steps: next });
  expect(explainedJson(outcome({ explanation: EXPLANATION, rule: 1 }), next)).toMatchObject({
    explanation: { ...EXPLANATION, rule: 1 },
  });
  expect(explainedJson(outcome({ failure: {}, explanation: EXPLANATION }), next)).toEqual({
    items: [],
    explanation: EXPLANATION,
    next_steps: next,
  });
});
