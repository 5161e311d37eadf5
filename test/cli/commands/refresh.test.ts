import { describe, expect, it } from 'vitest';
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
