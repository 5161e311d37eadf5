import { expect, it } from 'vitest';
import { refreshDue } from '../../../../src/cli/commands/base/refresh-due.js';
import { EMBEDDED } from '../../../../src/cli/profiles/profile.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { refusal } from '../../../support/api-error.js';

interface Answer {
  failed?: readonly string[];
  remaining?: number;
  cursor?: string;
}

/** What was asked and noted while a service gives these answers, one after the other. */
async function refreshed(
  scope: string | null,
  answers: readonly (Answer | Error)[],
  kind = EMBEDDED,
) {
  const left = [...answers];
  const requests: Record<string, unknown>[] = [];
  const notes: string[] = [];
  const refreshFeeds = async (request: Record<string, unknown>) => {
    requests.push(request);
    const answer = left.shift() ?? {};
    if (answer instanceof Error) throw answer;
    const { failed = [], remaining = 0, cursor = null } = answer;
    const results = failed.map((title) => ({
      ...{ title, outcome: 'failed', error: { message: 'It is down.' } },
    }));
    return { results: [...results, { title: 'Fine', outcome: 'new' }], remaining, cursor };
  };
  const context = {
    credentials: async () => ({ kind }),
    client: async () => ({ refreshFeeds }),
    maintenance: async () => null,
    during: (_: string, work: () => unknown) => work(),
    notes: { note: async (text: string) => void notes.push(text) },
  } as unknown as Context;
  await refreshDue(context, scope);
  return { requests, notes };
}

it.each<[string | null, Answer[], string[]]>([
  [null, [{}], []],
  ['f', [{ failed: ['A'] }], ['A could not be refreshed; showing stored items: It is down.']],
  [
    'f',
    [{ failed: ['A'], cursor: 'c' }, { failed: ['B'] }],
    ['2 feeds could not be refreshed; showing their stored items. To see why: feedctl refresh f'],
  ],
  [
    null,
    [{ remaining: 1 }],
    ['A source is slow to respond; showing stored items. To wait: feedctl refresh --due'],
  ],
  [
    'f',
    [{ remaining: 2 }],
    ['2 sources are slow to respond; showing stored items. To wait: feedctl refresh f'],
  ],
])('of %s after %j are noted %j', async (scope, answers, notes) => {
  expect((await refreshed(scope, answers)).notes).toEqual(notes);
});

it('asks for what is due, page by page, within ten seconds in all', async () => {
  const { requests } = await refreshed('f', [{ cursor: 'c' }, {}]);
  expect(requests).toEqual([
    { ids: ['f'], due: true, unless_served: true, wait_seconds: expect.any(Number) },
    { ids: ['f'], due: true, unless_served: true, wait_seconds: expect.any(Number), cursor: 'c' },
  ]);
  for (const { wait_seconds: wait } of requests) expect(wait).toBeLessThanOrEqual(10);
  expect((await refreshed(null, [])).requests[0]).not.toHaveProperty('ids');
});

it('shows stored items where nothing can be written, and no others', async () => {
  const full = refusal({ codes: ['STORE_UNAVAILABLE'] });
  expect((await refreshed('f', [{ failed: ['A'], cursor: 'c' }, full])).notes).toEqual([
    `Showing stored items, because the refresh failed: ${full.message}`,
  ]);
  await expect(refreshed('f', [refusal({ codes: ['FEED_NOT_FOUND'] })])).rejects.toThrow('Refused');
});

it('leaves refreshing to other services', async () => {
  expect((await refreshed('f', [], 'server' as typeof EMBEDDED)).requests).toEqual([]);
});
