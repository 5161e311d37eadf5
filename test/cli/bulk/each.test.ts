import { expect, it } from 'vitest';
import { each, inParallel, stopsAll, throwFailures } from '../../../src/cli/bulk/each.js';
import { fetchAllTexts } from '../../../src/cli/bulk/fetch-all-texts.js';
import { resolveAccess } from '../../../src/cli/bulk/resolve-access.js';
import { CliError, UsageError } from '../../../src/cli/kit/index.js';
import type { Context } from '../../../src/cli/verbs/context.js';
import type { FeedClient } from '../../../src/client/index.js';
import { refusal } from '../../support/api-error.js';

const { signal } = new AbortController();
const missing = refusal({ status: 404, codes: ['FEED_NOT_FOUND'] });

async function outcomes(ids: string[], failing: Readonly<Record<string, unknown>>) {
  const done: string[] = [];
  const all = [];
  const work = async (id: string) => {
    done.push(id);
    if (id in failing) throw failing[id];
    return id.toUpperCase();
  };
  for await (const outcome of each(ids, work)) all.push(outcome);
  return { done, all };
}

it('does each once and goes on after a failure of one', async () => {
  const { done, all } = await outcomes(['a', 'b', 'a', 'c'], { b: missing });
  expect(done).toEqual(['a', 'b', 'c']);
  expect(all).toMatchObject([
    { id: 'a', value: 'A' },
    { id: 'b', failure: { error: missing } },
    { id: 'c', value: 'C' },
  ]);
  const report = { done: 'deleted', many: 'feeds' };
  expect(() => throwFailures(all.slice(0, 1), report)).not.toThrow();
  expect(() => throwFailures(all.slice(1, 2), report)).toThrow(missing);
  expect(() => throwFailures(all, report)).toThrow('1 of 3 feeds were not deleted.');
});

it.each([
  [refusal({ status: 401, codes: ['UNAUTHORIZED'] }), true],
  [refusal({ status: 429, codes: ['RATE_LIMITED'] }), true],
  [new UsageError('Wrong.'), true],
  [new CliError('Bug.', { exitCode: 1, code: 'X' }), true],
  [missing, false],
  [refusal({ status: 400, codes: ['NO_ITEMS_FOUND'] }), false],
])('%s ends the others: %s', async (error, ends) => {
  const run = outcomes(['a', 'b'], { a: error });
  if (ends) await expect(run).rejects.toBe(error);
  else expect((await run).done).toEqual(['a', 'b']);
});

it.each([
  [refusal({ status: 401, codes: ['UNAUTHORIZED'] }), true],
  [refusal({ status: 402, codes: ['PLAN_LIMIT'] }), true],
  [missing, false],
])('%s stops a list: %s', (error, stops) => {
  expect(stopsAll(error, signal)).toBe(stops);
  expect(stopsAll(error, AbortSignal.abort())).toBe(true);
});

it('works on several at a time and answers in their order', async () => {
  let [running, most] = [0, 0];
  const doubled = await inParallel([1, 2, 3, 4, 5], 2, async (value) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return value * 2;
  });
  expect([doubled, most]).toEqual([[2, 4, 6, 8, 10], 2]);
});

it('fetches the texts of a feed to the end, and names five of its failures', async () => {
  const asked: object[] = [];
  const pages = [
    { fetched: 2, failed: 4, cursor: 'next' },
    { fetched: 1, failed: 2, cursor: null },
  ];
  const client = {
    fetchTexts: async (id: string, selection: object) => {
      asked.push({ id, ...selection });
      const page = pages[asked.length - 1] ?? { fetched: 0, failed: 0, cursor: null };
      const failures = Array.from({ length: page.failed }, (_, n) => ({
        message: `${asked.length}-${n}`,
      }));
      return { ...page, failures };
    },
  } as unknown as FeedClient;
  const notes: string[] = [];
  const context = {
    during: (_: string, work: () => Promise<unknown>) => work(),
    notes: { note: async (text: string) => void notes.push(text) },
  } as unknown as Context;
  const all = await fetchAllTexts(context, client, 'f', { limit: 9 });
  expect(asked).toEqual([
    { id: 'f', limit: 9 },
    { id: 'f', cursor: 'next' },
  ]);
  expect(all).toMatchObject({ fetched: 3, failed: 6, failures: { length: 6 } });
  expect(notes).toEqual([
    ...['1-0', '1-1', '1-2', '1-3', '2-0'],
    '1 more pages gave no text; --json lists them.',
  ]);
});

it('puts secrets in the place of their references', async () => {
  const env = { TOKEN: 'secret', EMPTY: '' };
  const context = { env } as unknown as Context;
  const references = {
    headers: { 'x-token': 'env:TOKEN', 'x-gone': null },
    cookie: 'env:TOKEN',
    proxy: null,
    user_agent: 'env:TOKEN',
  };
  expect(await resolveAccess(context, references)).toEqual({
    headers: { 'x-token': 'secret', 'x-gone': null },
    cookie: 'secret',
    proxy: null,
    user_agent: 'env:TOKEN',
  });
  expect(await resolveAccess(context, {})).toEqual({});
  for (const name of ['EMPTY', 'NONE']) {
    await expect(resolveAccess(context, { cookie: `env:${name}` })).rejects.toThrow(
      `The environment variable ${name} is not set, but the cookie is read from it.`,
    );
  }
});
