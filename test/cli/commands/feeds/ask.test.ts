import { expect, it } from 'vitest';
import { askCreate } from '../../../../src/cli/commands/feeds/ask.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { ApiError, UnsupportedError } from '../../../../src/client/errors.js';
import { FACTS, refusal } from '../../../support/api-error.js';

interface Person {
  /** Answers, in the order of the questions. */
  answers: string[];
  region?: string;
  bundle?: string;
  /** What a preview of an address gives. */
  preview?: (url: string) => object;
  bundles?: object[];
}

/** What somebody is asked, what is said, and what comes of it. */
async function asked({ answers, region, bundle, preview, bundles = [] }: Person) {
  const left = [...answers];
  const questions: string[] = [];
  const offered: string[][] = [];
  const said: string[] = [];
  const say = async (text: string) => void said.push(text);
  const answer = (question: string) => {
    questions.push(question);
    const given = left.shift();
    if (given === undefined) throw new Error(`Nobody answers "${question}".`);
    return given;
  };
  const context = {
    typed: ['feeds', 'create'],
    prompts: {
      async select(question: string, choices: { value: string }[]) {
        offered.push(choices.map(({ value }) => value));
        return answer(question);
      },
      async text(question: string, check: (typed: string) => true | string) {
        for (;;) {
          const typed = answer(question);
          const checked = check(typed);
          if (checked === true) return typed;
          said.push(checked);
        }
      },
      async search(question: string, matching: (typed: string) => { value: string }[]) {
        const found = matching(answer(question)).map(({ value }) => value);
        offered.push(found.slice(0, 2));
        return found[0];
      },
    },
    client: async () => ({
      preview: async ({ url }: { url: string }) => preview?.(url) ?? { title: 'T', items: [] },
      bundles: () => bundles.values(),
    }),
    during: (_: string, work: () => unknown) => work(),
    notes: { note: say, warn: say },
    streams: { stderr: { write: say } },
  } as unknown as Context;
  const values = await askCreate(context, { region, bundle });
  return { values, questions, offered, said };
}

it('asks for an address and a bundle, shows five items, and prints the command', async () => {
  const items = Array.from({ length: 7 }, (_, at) => ({
    title: at === 0 ? '' : `T${at}`,
    url: 'u',
  }));
  const { values, questions, offered, said } = await asked({
    answers: ['url', ' ', 'a.example', 'none'],
    preview: () => ({ title: 'News', items }),
    bundles: [{ id: '_b', name: 'B' }],
  });
  expect(values).toEqual({ url: 'https://a.example' });
  expect(questions).toEqual([
    'What is the source of the feed?',
    'Address:',
    'Address:',
    'Put it in a bundle (--bundle)?',
  ]);
  expect(offered[1]).toEqual(['none', '_b', 'new']);
  expect(said.slice(1)).toEqual([
    'News\n  - u\n  - T1\n  - T2\n  - T3\n  - T4\n  … and 2 more\n',
    'The same command without questions: feedctl feeds create --url https://a.example',
  ]);
});

it.each([
  [[], { name: '_b', asks: [] }],
  [['_b'], { name: '_b', asks: ['_b'] }],
  [['new', ' ', ' Mine '], { name: 'Mine', asks: ['A name is required.'] }],
])('the bundle of %j', async (answers, { name }) => {
  const { values, said } = await asked({
    answers: ['url', 'a.example', ...answers],
    ...(answers.length === 0 && { bundle: '_b' }),
  });
  expect(values).toMatchObject({ bundle: name });
  expect(said.includes('A name is required.')).toBe(answers.length === 3);
});

it('asks again for an address without a feed, and goes on where there is no preview', async () => {
  const wrong = refusal({ status: 400 });
  const failures: Record<string, Error> = {
    'https://none.example': wrong,
    'https://other.example': Object.create(UnsupportedError.prototype),
    'https://down.example': new ApiError('Down.', { ...FACTS, status: 500 }),
  };
  const preview = (url: string) => {
    throw failures[url];
  };
  const again = await asked({
    answers: ['url', 'none.example', 'url', 'other.example', 'none'],
    preview,
  });
  expect(again.values).toEqual({ url: 'https://other.example' });
  expect(again.said[0]).toBe(wrong.message);
  await expect(asked({ answers: ['url', 'down.example'], preview })).rejects.toThrow('Down.');
});

it.each([
  ['', ['US:en'], 'US:en'],
  ['de:de', ['DE:de'], 'DE:de'],
  [' CH:rm ', ['CH:rm'], 'CH:rm'],
  ['nowhere', [], undefined],
])('of a search it asks for the edition: %j', async (typed, found, region) => {
  const { values, offered } = await asked({ answers: ['keyword', 'sails', typed, 'none'] });
  expect(values).toEqual({ keyword: 'sails', region });
  expect(offered[1]?.slice(0, found.length)).toEqual(found);
});

it('does not ask for a region that was given, which addresses have none of', async () => {
  const { values, offered, questions } = await asked({
    answers: ['headline', 'Solar sails', 'none'],
    region: 'GB:en',
  });
  expect(values).toEqual({ headline: 'Solar sails', region: 'GB:en' });
  expect(offered[0]).not.toContain('url');
  expect(questions).toHaveLength(3);
});
