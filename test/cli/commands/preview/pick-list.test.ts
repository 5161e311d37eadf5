import { expect, it } from 'vitest';
import { preview } from '../../../../src/cli/commands/preview/preview.js';
import type { Context } from '../../../../src/cli/verbs/context.js';

const URL = 'https://a.example/';
const LISTS = ['li', 'dt'].map((items, index) => ({
  ...{ list: 'winner', items: index + 4, titles: ['One\u0007', 'Two'], selectors: { items } },
}));

/** `--pick` of a page with these lists, at a terminal where somebody chooses the second one. */
async function pick(
  suggestions: object[],
  { source = URL, format = 'table', canAsk = true, failure = null as object | null, ...more } = {},
) {
  const said: unknown[] = [];
  const say = async (value: unknown) => void said.push(value);
  const select = async (question: string, choices: object[]) => {
    said.push(question, ...choices);
    return '1';
  };
  const outcome = { items: [], failure, explanation: { suggestions } };
  const context = {
    globals: {},
    output: { format, rows: say, say },
    prompts: { canAsk, select },
    streams: { stdin: { isTerminal: false, readBytes: async () => Buffer.from('DOC') } },
    during: (_: string, work: () => unknown) => work(),
    client: async () => ({ preview: async () => outcome }),
  } as unknown as Context;
  const options = { pageUrl: undefined, explain: false, pick: true, ...more };
  await preview.run(context, { source }, options);
  return said;
}

const command = (source: string, items: string) =>
  `feedctl feeds create --url ${source} --select items=${items}`;

it('asks which list, and prints the command that creates its feed', async () => {
  const asked = [
    'Which list?',
    { value: '0', name: '4 items\n    One\n    Two' },
    { value: '1', name: '5 items\n    One\n    Two' },
  ];
  expect(await pick(LISTS)).toEqual([...asked, command(URL, 'dt')]);
  expect(await pick(LISTS, { source: 'feed:https://a.example/' })).toEqual([
    ...[...asked, command(URL, 'dt')],
  ]);
  // Without an address there is no feed to create.
  expect(await pick(LISTS, { source: '-' })).toEqual([
    ...[...asked, 'feedctl preview - --select items=dt'],
  ]);
});

it('gives programs all lists', async () => {
  expect(await pick(LISTS, { format: 'json', canAsk: false })).toMatchObject([
    [{ create: command(URL, 'li') }, { create: command(URL, 'dt') }],
  ]);
});

it('is wrong usage where nobody can be asked, and with --explain', async () => {
  await expect(pick(LISTS, { canAsk: false })).rejects.toMatchObject({
    exitCode: 2,
    hint: `List them all: feedctl preview ${URL} --pick --json`,
  });
  await expect(pick(LISTS, { explain: true } as object)).rejects.toThrow('--pick and --explain');
});

it('says why there is no list', async () => {
  const failure = { code: 'X', message: 'It is empty.' };
  await expect(pick([], { failure })).rejects.toMatchObject({
    ...{ message: 'It is empty.', exitCode: 5, code: 'NO_ITEMS_FOUND' },
    hint: `See what was considered: feedctl preview ${URL} --explain`,
  });
  await expect(pick([])).rejects.toThrow(`No list of ${URL} can be described by selectors.`);
});
