import { expect, it } from 'vitest';
import {
  backfill,
  backfillOptions,
  olderItems,
  requireBackfill,
} from '../../../../src/cli/commands/feeds/backfill.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import type { Backfilled, FeedClient } from '../../../../src/client/index.js';

it.each([
  [{}, undefined],
  [{ backfill: 5 }, { limit: 5 }],
  [{ backfillSince: '2026-01-31' }, { limit: undefined, since: '2026-01-31T00:00:00.000Z' }],
  [
    { backfill: 5, backfillSince: '2026-01-31' },
    { limit: 5, since: '2026-01-31T00:00:00.000Z' },
  ],
])('%j asks for the older items %j', (options, wanted) => {
  expect(olderItems(options)).toEqual(wanted);
});

it('refuses what is no date, and numbers that no service stores', () => {
  expect(() => olderItems({ backfillSince: 'soon' })).toThrow(
    '--backfill-since takes a date such as 2026-01-31, not "soon".',
  );
  const read = (typed: string) => backfillOptions.backfill.parse([typed], '--backfill');
  expect(['1', '500'].map(read)).toEqual([1, 500]);
  for (const typed of ['0', '501']) expect(() => read(typed)).toThrow('from 1 to 500');
});

it.each([
  [null, '--backfill requires a feedctl service.'],
  ['1', undefined],
])('a service of version %s: %s', async (version, message) => {
  const client = { detectService: async () => ({ version }) } as unknown as FeedClient;
  const required = requireBackfill(client).catch((error: Error) => error.message);
  expect(await required).toBe(message);
});

it.each<[Backfilled['ended'], string | null, string[]]>([
  [null, null, ['3 older items stored with 2 requests.']],
  [
    'limits',
    'Page 2 is empty.',
    [
      '3 older items stored with 2 requests. Reading stopped: its pages repeat, lead to another site, or are more than 50.',
      'Warning: Page 2 is empty.',
    ],
  ],
  ['full', null, ['3 older items stored with 2 requests. The feed keeps no more items.']],
])('reads on until there are no more: %s', async (ended, message, notes) => {
  const asked: unknown[] = [];
  const answers = [
    { items: 1, requests: 1, ended: null, message: null, cursor: 'c' },
    { items: 3, requests: 2, ended, message, cursor: null },
  ];
  const client = {
    async backfillFeed(id: string, wanted: object) {
      asked.push([id, wanted]);
      return answers.shift();
    },
  } as unknown as FeedClient;
  const said: string[] = [];
  const drawn: string[] = [];
  const context = {
    streams: {
      stdout: { isTerminal: false },
      stderr: { canRedraw: true, width: 80, write: async (text: string) => void drawn.push(text) },
    },
    globals: {},
    output: { format: 'table' },
    notes: {
      note: async (text: string) => void said.push(text),
      warn: async (text: string) => void said.push(`Warning: ${text}`),
    },
  } as unknown as Context;
  await backfill(context, client, 'f', { limit: 5 });
  expect(asked).toEqual([
    ['f', { limit: 5 }],
    ['f', { cursor: 'c' }],
  ]);
  expect(said).toEqual(notes);
});
