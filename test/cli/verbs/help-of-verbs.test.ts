import { expect, it } from 'vitest';
import { flag } from '../../../src/cli/kit/index.js';
import {
  defineVerb,
  fullDescription,
  groupOf,
  isNoun,
  lazyVerb,
  orderedOptions,
} from '../../../src/cli/verbs/verb.js';

const verb = defineVerb({
  name: 'sort',
  summary: 'Sort',
  description: `
    Two lines
    are one.

    A paragraph.
  `,
  details: 'More.',
  options: { a: flag('a'), b: flag('b'), c: flag('c'), d: flag('d') },
  common: ['d', 'b'],
  groups: { First: ['c'], Second: ['d', 'a'] },
  examples: {},
  output: [],
  exitCodes: [],
  run: async () => undefined,
});
const noun = { name: 'noun', summary: 'A noun', description: 'Of a noun.', members: [verb] };

it('orders options by the headings in full help, else the common ones first', () => {
  const order = (full: boolean) => orderedOptions(verb, full).map(([key]) => key);
  expect(order(true)).toEqual(['c', 'd', 'a', 'b']);
  expect(order(false)).toEqual(['d', 'b', 'a', 'c']);
});

it('knows the heading of an option', () => {
  expect([groupOf(verb, 'a'), groupOf(verb, 'c'), groupOf(verb, 'b')]).toEqual([
    'Second',
    'First',
    undefined,
  ]);
});

it('joins lines to paragraphs, and adds the details in the manual', () => {
  expect(verb.description).toBe('Two lines are one.\n\nA paragraph.');
  expect(fullDescription(verb)).toBe('Two lines are one.\n\nA paragraph.\n\nMore.');
  expect(fullDescription(noun)).toBe('Of a noun.');
  expect([isNoun(noun), isNoun(verb)]).toEqual([true, false]);
});

it('has no text, argument or option that it was not given', () => {
  const facts = { name: 'bare', summary: 'Bare', examples: {}, output: [], exitCodes: [] } as const;
  const run = async () => undefined;
  const bare = defineVerb({ ...facts, run });
  expect(bare).toEqual({ ...facts, arguments: {}, options: {}, run: expect.any(Function) });
  expect(orderedOptions({ ...bare, options: { a: flag('a') } }, false)).toHaveLength(1);
  expect(defineVerb({ ...facts, run, details: 'A\n b' }).details).toBe('A b');
});

it('loads a verb when more than its name is needed', () => {
  let loads = 0;
  const lazy = lazyVerb('known', 'Known', () => {
    loads += 1;
    return verb;
  });
  expect([lazy.name, lazy.summary, loads]).toEqual(['known', 'Known', 0]);
  expect([lazy.description, loads]).toEqual([verb.description, 1]);
});

it('has no arguments and options unless they are given', () => {
  const { arguments: _, options: __, ...facts } = { ...verb };
  const bare = defineVerb({ ...facts, run: async () => undefined });
  expect(bare).toMatchObject({ arguments: {}, options: {} });
});
