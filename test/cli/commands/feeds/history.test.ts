import { expect, it, onTestFinished } from 'vitest';
import { history } from '../../../../src/cli/commands/feeds/history.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';

/** What the history of a feed asks a service for that has these fetches. */
async function asked(fetches: object[], page: Record<string, unknown>) {
  const [requests, rows, notes]: [unknown[], unknown[], string[]] = [[], [], []];
  const client = {
    listFeedHistory: async (...given: unknown[]) => {
      requests.push(given);
      return fetches;
    },
  };
  const context = {
    prompts: {},
    globals: {},
    client: async () => client,
    during: (_: string, work: () => unknown) => work(),
    output: { rows: async (given: unknown) => void rows.push(given) },
    notes: { allWell: async (text: string) => void notes.push(text) },
  } as unknown as Context;
  await history.run(context, { id: 'a1B2c3D4e5F6g7H8' }, page);
  return { requests, rows, notes };
}

it('is of the latest 20 fetches, or of those that are asked for', async () => {
  expect(await asked([{ at: '2026' }], {})).toEqual({
    requests: [['a1B2c3D4e5F6g7H8', { limit: 20, offset: undefined }]],
    rows: [[{ at: '2026' }]],
    notes: [],
  });
  expect(await asked([], { limit: 5, offset: 3 })).toEqual({
    requests: [['a1B2c3D4e5F6g7H8', { limit: 5, offset: 3 }]],
    rows: [[]],
    notes: ['The feed has not been fetched since it was created.'],
  });
});

it.each([
  [['feeds', 'history', 'News', '--limit', '1', '--offset', '0'], 5, 'has no fetch history'],
  [['feeds', 'history', 'news', '--limit', '100'], 5, 'has no fetch history'],
  [['feeds', 'history', 'x', '--limit', '0'], 2, 'a whole number from 1 to 100, not "0"'],
  [['feeds', 'history', 'x', '--limit', '101'], 2, 'a whole number from 1 to 100, not "101"'],
  [['feeds', 'update', 'x', '--backfill', '0'], 2, 'from 1 to 500, not "0"'],
  [['feeds', 'update', 'x', '--backfill', '501'], 2, 'from 1 to 500, not "501"'],
])('%j ends with %i', async (words, exitCode, message) => {
  const hosted = await startHostedDialect();
  onTestFinished(() => hosted.close());
  hosted.state().addFeed({ source_url: 'https://a.example/', title: 'News' });
  const { code, stdout, stderr } = await run(words, { env: hosted.variables });
  expect({ code, stdout, stderr }).toEqual({
    code: exitCode,
    stdout: '',
    stderr: expect.stringContaining(message),
  });
});
