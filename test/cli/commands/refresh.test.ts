import { describe, expect, it } from 'vitest';
import { refresh } from '../../../src/cli/commands/refresh/refresh.js';
import type { Context } from '../../../src/cli/verbs/context.js';
import { makeDue, withFeeds } from '../../support/refreshed-feeds.js';
import { Sandbox } from '../../support/sandbox.js';

interface Row {
  id: string;
  outcome: string;
  items_new: number;
  items_changed: number;
  error: { code: string; message: string } | null;
  next_refresh_at: string | null;
}

describe('feedctl refresh', () => {
  it('reads what is due, or what is named, and says what came of each', async () => {
    const { sandbox, ids, publish } = await withFeeds(new Sandbox(), ['/one.xml', '/two.xml']);
    const nothing = await sandbox.run(['refresh', '--json']);
    expect(nothing).toEqual({ code: 0, stdout: '[]\n', stderr: '' });

    publish('/two.xml', 5);
    const named = (await sandbox.json('refresh', ids[1] ?? '')) as Row[];
    expect(named).toEqual([
      {
        id: ids[1],
        title: 'Feed /two.xml',
        outcome: 'updated',
        items_new: 3,
        items_changed: 0,
        error: null,
        next_refresh_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);

    expect(await sandbox.output('refresh', ids[1] ?? '', '-q')).toBe('');

    makeDue(sandbox, ids[0]);
    const due = (await sandbox.json('refresh')) as Row[];
    expect(due.map(({ id, outcome }) => ({ id, outcome }))).toEqual([
      { id: ids[0], outcome: 'unchanged' },
    ]);
  });

  it('takes bundles, and goes on after a failure', async () => {
    const { sandbox, ids, web } = await withFeeds(new Sandbox(), [
      '/one.xml',
      '/two.xml',
      '/three.xml',
    ]);
    const members = ids.slice(0, 2).flatMap((id) => ['--feed', id]);
    const created = ['bundles', 'create', '--name', 'Both', ...members, '-o', 'id'];
    const bundle = (await sandbox.output(...created)).trim();
    web.on('/one.xml', (_, response) => response.writeHead(500).end());
    const { code, stdout, stderr } = await sandbox.run(['refresh', bundle, '-o', 'jsonl', '-q']);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);

    expect(code).toBe(8);
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
    expect(rows.find(({ id }) => id === ids[0])).toMatchObject({
      outcome: 'failed',
      error: { code: 'SOURCE_UNREACHABLE', message: expect.stringContaining('HTTP 500') },
    });
    expect(JSON.parse(stderr)).toMatchObject({
      error: { message: '1 of 2 feeds could not be refreshed.' },
    });
  });

  it('revives a feed that was given up', async () => {
    const { sandbox, ids, web, publish } = await withFeeds(new Sandbox());
    const id = ids[0] ?? '';
    web.on('/one.xml', (_, response) => response.writeHead(410).end());
    await sandbox.run(['refresh', id]);
    await sandbox.run(['refresh', id]);
    expect(await sandbox.json('feeds', 'get', id)).toMatchObject({ is_active: false });

    publish('/one.xml', 2);
    await sandbox.output('refresh', id);
    expect(await sandbox.json('feeds', 'get', id)).toMatchObject({ is_active: true });
  });

  it('refuses a feed that does not exist and options that contradict each other', async () => {
    const { sandbox } = await withFeeds(new Sandbox());
    expect(await sandbox.run(['refresh', 'nosuchfeed000000'])).toMatchObject({ code: 3 });
    expect(await sandbox.run(['refresh', '--all', '--due'])).toMatchObject({ code: 2 });
  });

  it.each([
    [['--texts'], '--texts requires feeds or bundles.'],
    [['x', '--limit', '5'], '--limit requires --texts'],
    [['x', '--texts', '--limit', '0'], 'a whole number from 1 to 500, not "0"'],
    [['x', '--texts', '--limit', '501'], 'a whole number from 1 to 500, not "501"'],
    [['x', '--all'], 'Pass feeds, --due or --all, not feeds and --all.'],
    [[''], 'An id must not be empty.'],
  ])('with %j is wrong usage', async (words, message) => {
    const { code, stderr } = await new Sandbox().run(['refresh', ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a request to refresh', () => {
  const ID = 'a1B2c3D4e5F6g7H8';
  const outcome = (facts: object = {}) => ({
    ...{ id: ID, title: 'A', outcome: 'updated', items_new: 0, items_changed: 0, error: null },
    ...facts,
  });
  const failed = (code: string, id = ID) =>
    outcome({ id, outcome: 'failed', error: { code, message: `No ${code}.` } });

  /** What `refresh` asks a service that answers with these outcomes, prints and says. */
  async function refreshed(
    given: object = {},
    {
      ids = [] as string[],
      results = [] as object[],
      timeout = undefined as number | undefined,
      stopped = false,
    } = {},
  ) {
    const asked: unknown[] = [];
    const shown: unknown[] = [];
    const said: string[] = [];
    const chores: string[] = [];
    const client = {
      async *refreshes(...request: unknown[]) {
        asked.push(...request);
        yield { results: results.slice(0, 1), remaining: results.length - 1 };
        yield { results: results.slice(1), remaining: 0 };
      },
    };
    const controller = new AbortController();
    if (stopped) controller.abort();
    const context = {
      globals: { timeout },
      prompts: {},
      signal: controller.signal,
      streams: { stdout: {}, stderr: {} },
      client: async () => client,
      maintenance: async () => ({
        repairClock: async () => {},
        all: async () => void chores.push('all'),
      }),
      notes: { allWell: async (text: string) => void said.push(text) },
      output: {
        async rows(rows: AsyncIterable<unknown>) {
          for await (const row of rows) shown.push(row);
        },
      },
    } as unknown as Context;
    await refresh.run(context, { ids }, { ...given });
    return { asked, shown, said, chores };
  }

  it.each([
    [{}, [], { due: true }],
    [{ due: true }, [], { due: true }],
    [{ all: true }, [], { all: true }],
    [{ all: true, reread: true }, [], { all: true, reread: true }],
    [{}, [ID, ID], { ids: [ID] }],
  ])('%j of %j selects %j', async (given, ids, selection) => {
    const { asked, chores } = await refreshed(given, { ids });
    expect(asked).toEqual([selection, { waitSeconds: 2 }]);
    expect(chores).toEqual(['all']);
  });

  it('waits well below the timeout', async () => {
    const wait = async (timeout: number) => (await refreshed({}, { timeout })).asked[1];
    expect(await wait(1000)).toEqual({ waitSeconds: 0.5 });
    expect(await wait(60_000)).toEqual({ waitSeconds: 2 });
  });

  it.each([
    [{ due: true, all: true }, [], 'not --due and --all.'],
    [{ due: true }, [ID], 'not feeds and --due.'],
    [{ all: true }, [ID], 'not feeds and --all.'],
    [{}, [''], 'An id must not be empty.'],
    [{ texts: true }, [], '--texts requires feeds or bundles.'],
  ])('%j of %j is wrong usage', async (given, ids, message) => {
    await expect(refreshed(given, { ids })).rejects.toThrow(message);
  });

  it.each([
    [{}, [], 'No feed is due. To refresh all feeds: feedctl refresh --all'],
    [{ all: true }, [], 'There are no feeds yet.'],
    [{}, [ID], 'The bundle has no feeds.'],
  ])('%j of %j that finds nothing says so', async (given, ids, text) => {
    expect((await refreshed(given, { ids })).said).toEqual([text]);
  });

  it('prints what came of each', async () => {
    const results = [outcome(), outcome({ outcome: 'unchanged' })];
    expect(await refreshed({}, { results })).toMatchObject({ shown: results, said: [] });
  });

  it.each([
    [
      [failed('FEED_NOT_FOUND')],
      { exitCode: 3, message: 'No FEED_NOT_FOUND.', code: 'FEED_NOT_FOUND' },
    ],
    [
      [failed('TIMEOUT')],
      { exitCode: 8, message: 'The feed could not be refreshed.', detail: `${ID}: No TIMEOUT.` },
    ],
    [
      [failed('FEED_NOT_FOUND'), outcome(), failed('X', 'b')],
      {
        exitCode: 8,
        message: '2 of 3 feeds could not be refreshed.',
        detail: `${ID}: No FEED_NOT_FOUND.\nb: No X.`,
      },
    ],
  ])('ends with the failures of %o', async (results, error) => {
    await expect(refreshed({}, { results })).rejects.toMatchObject(error);
    expect((await refreshed({}, { results, stopped: true })).shown).toEqual(results);
  });
});
