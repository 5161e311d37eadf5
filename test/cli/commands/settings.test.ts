import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedItems } from '../../support/rss.js';
import { Sandbox } from '../../support/sandbox.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';

let sources: SourceServer;
beforeAll(async () => {
  sources = await startSourceServer();
});
afterAll(() => sources.close());

describe('settings', () => {
  it('are read and changed, of one feed or of those of a pipe', async () => {
    const sandbox = new Sandbox({ FEEDCTL_REFRESH_FLOOR: '30m' });
    const url = sources.publish('/a.xml', { title: 'A', items: numberedItems(1) });
    const id = (await sandbox.output('feeds', 'create', '--url', url, '-o', 'id')).trim();
    expect(await sandbox.json('settings', 'get', 'a')).toMatchObject({ customAuthor: null });
    const set = await sandbox.run([
      'settings',
      'set',
      id,
      '--custom-author',
      'Me',
      '--every',
      '15m',
      '--json',
    ]);
    expect(JSON.parse(set.stdout)).toMatchObject({ customAuthor: 'Me' });
    expect(set.stderr).toContain('The minimum interval of this service is 30m');
    expect(await sandbox.output('settings', 'get', id)).toMatch(/customAuthor\tMe/);

    const piped = ['settings', 'set', '-', '--clear-custom-author'];
    const rows = await sandbox.run([...piped, '--json'], { input: `${id}\n` });
    expect(JSON.parse(rows.stdout)).toMatchObject([{ id, customAuthor: null }]);
    const table = await sandbox.run(piped, { input: `${id}\n` });
    expect(table.stdout).toMatch(new RegExp(`^ID\\t.*\\n${id}\\t`));
  });

  it('-q prints no report of a change', async () => {
    const sandbox = new Sandbox();
    const url = sources.publish('/quiet.xml', { title: 'Quiet', items: numberedItems(1) });
    expect(await sandbox.output('feeds', 'create', '--url', url, '-q')).toBe('');
    expect(await sandbox.output('settings', 'set', 'Quiet', '--custom-author', 'Me', '-q')).toBe(
      '',
    );
    expect(await sandbox.output('settings', 'get', 'Quiet', '-q')).toContain('Me');
    expect(await sandbox.output('feeds', 'pause', 'Quiet', '-q')).toBe('');
  });

  it('--backfill-text fetches the texts of as many stored items', async () => {
    const sandbox = new Sandbox({ FEEDCTL_HOST_INTERVAL: '0s' });
    const asked: string[] = [];
    const items = [1, 2, 3].map((n) => {
      const link = sources.on(`/page-${n}`, ({ url = '' }, response) => {
        asked.push(url);
        response.setHeader('content-type', 'text/html');
        response.end(`<article><h1>Page ${n}</h1>${'<p>Many words of it. </p>'.repeat(40)}`);
      });
      return { guid: `${n}`, title: `Page ${n}`, link };
    });
    const url = sources.publish('/b.xml', { title: 'B', items });
    const id = (await sandbox.output('feeds', 'create', '--url', url, '-o', 'id')).trim();
    await sandbox.output('settings', 'set', id, '--full-text', '--backfill-text', '2');
    expect(asked.filter((path) => path !== '/robots.txt')).toHaveLength(2);
  });

  it.each([
    [['--backfill-text', '5'], '--backfill-text requires --full-text and one feed.'],
    [['--backfill-text', '5', '--clear-full-text'], '--backfill-text requires --full-text'],
    [['--backfill-text', '0', '--full-text'], 'a whole number from 1 to 500, not "0"'],
    [['--backfill-text', '501', '--full-text'], 'a whole number from 1 to 500, not "501"'],
    [[], 'Nothing to change.'],
  ])('set with %j is wrong usage', async (flags, message) => {
    const { code, stderr } = await new Sandbox().run(['settings', 'set', 'a', ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('of several feeds have no --backfill-text', async () => {
    const words = ['settings', 'set', '-', '--full-text', '--backfill-text', '5'];
    expect((await new Sandbox().run(words, { input: 'a\n' })).code).toBe(2);
  });
});
