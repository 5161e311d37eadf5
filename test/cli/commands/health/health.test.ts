import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleItems } from '../../../fakes/hosted-dialect/state.js';
import {
  type FakeFeed,
  type FakeItem,
  type HostedDialect,
  startHostedDialect,
} from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

const HOUR = 3_600_000;
let hosted: HostedDialect;
let home: string;
let state: string;

beforeEach(async () => {
  hosted = await startHostedDialect();
  home = temporaryDirectory();
  state = join(home, 'health.json');
});
afterEach(() => hosted.close());

function health(...argv: string[]) {
  const env = {
    HOME: home,
    ...hosted.variables,
  };
  return run(['health', ...argv], { env });
}

async function problems(...argv: string[]): Promise<unknown[][]> {
  const { stdout } = await health(...argv, '--json');
  const rows: Record<string, unknown>[] = JSON.parse(stdout);
  return rows.map(({ status, check, title }) => [status, check, title]);
}

function feed(title: string, facts: Partial<FakeFeed> = {}): FakeFeed {
  const source_url = `https://${title}.example`;
  return hosted.state().addFeed({ source_url, title, items: items(source_url, 1), ...facts });
}

function items(source: string, hoursOld: number | null): FakeItem[] {
  const date = hoursOld === null ? null : new Date(Date.now() - hoursOld * HOUR).toISOString();
  return sampleItems(source).map((item) => ({ ...item, date_published: date }));
}

describe('health', () => {
  it('is silent and 0 when all is well', async () => {
    feed('fine');
    expect(await health('--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    // Cron sends a mail of whatever is printed.
    expect(await health()).toEqual({ code: 0, stdout: '', stderr: '' });
    const state = join(temporaryDirectory(), 'health');
    expect(await health('--state', state)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('shows on a terminal how far it is, and takes that away', async () => {
    const [first] = [feed('one'), feed('two')];
    hosted.fault({ path: new RegExp(first?.id ?? ''), fault: { kind: 'slow', ms: 500 } });
    const env = { HOME: home, ...hosted.variables };
    const { code, stderr } = await run(['health'], { env, terminals: ['stdout', 'stderr'] });
    expect(code).toBe(0);
    expect(stderr).toContain('Checking feeds  [');
    expect(stderr).toMatch(/\r\u001b\[2KNo problems found in 2 feeds\.\n$/);
  });

  it('counts one feed as one', async () => {
    feed('one');
    const env = { HOME: home, ...hosted.variables };
    const { stderr } = await run(['health'], { env, terminals: ['stdout', 'stderr'] });
    expect(stderr).toContain('No problems found in 1 feed.\n');
  });

  it('finds each kind of trouble', async () => {
    feed('stale', { items: items('https://stale.example', 25) });
    feed('inactive', { is_active: false });
    feed('empty', { items: [] });
    const failing = feed('failing');
    const [first] = items('https://notice.example', 1);
    if (first !== undefined)
      feed('notice', { items: [{ ...first, title: 'Your trial has expired' }] });
    feed('fine');
    hosted.fault({
      path: new RegExp(failing.id),
      fault: {
        kind: 'json',
        status: 400,
        body: { message: 'Cannot be read', statusCode: 400, errors: [] },
      },
    });
    const { code, stdout } = await health('--json');
    expect(code).toBe(9);
    const rows: { check: string; title: string; detail: string; fixes: string[] }[] =
      JSON.parse(stdout);
    expect(rows.map(({ check, title }) => [check, title])).toEqual([
      ['notice', 'notice'],
      ['failing', ''],
      ['empty', 'empty'],
      ['inactive', 'inactive'],
      ['stale', 'stale'],
    ]);
    expect(rows[0]?.detail).toBe('An item says: Your trial has expired');
    expect(rows[1]?.detail).toBe('The service returned 400: Cannot be read');
    expect(rows[4]?.detail).toBe('Its newest item is 25 h old.');
    expect(rows[2]?.fixes).toEqual([expect.stringMatching(/^feedctl feeds delete \w{16}$/)]);
    expect(await problems('--max-age', '30h')).not.toContainEqual(['problem', 'stale', 'stale']);
  });

  it('judges staleness by the rhythm of each feed, unless told an age', async () => {
    const now = Date.now();
    const weekly = (newestDays: number) =>
      sampleItems('https://weekly.example').map((item, index) => ({
        ...item,
        date_published: new Date(now - (newestDays + 7 * index) * 24 * HOUR).toISOString(),
      }));
    feed('quiet', { items: weekly(20) });
    feed('silent', { items: weekly(22) });
    const { stdout } = await health('--json');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        title: 'silent',
        check: 'stale',
        detail: expect.stringMatching(
          /^Its newest item is 22 d old\. It usually publishes every 7 d\. The source itself may be quiet: feedctl open \w+ --source$/,
        ),
      },
    ]);
    expect(await problems('--max-age', '3d')).toHaveLength(2);
  });

  it('sees what readers see: 402, pages, errors, other addresses', async () => {
    const { id } = feed('news');
    hosted.options.published = 'unpaid';
    expect(await problems()).toEqual([['problem', 'unpaid', 'news']]);
    expect(await problems('--skip-published')).toEqual([]);
    hosted.options.published = 'served';
    for (const [fault, problem] of [
      [{ kind: 'html', status: 200 }, 'not-a-feed'],
      [{ kind: 'html', status: 503 }, 'unpublished'],
      [{ kind: 'reset' }, 'unpublished'],
      [{ kind: 'redirect', location: `${hosted.url}/feed/${id}` }, 'not-a-feed'],
    ] as const) {
      hosted.fault({ path: /^\/feeds\//, fault });
      expect(await problems()).toEqual([['problem', problem, 'news']]);
    }
    const seen = hosted.requests.filter(({ path }) => path.startsWith('/feeds/'));
    expect(seen.length).toBeGreaterThan(4);
    for (const { headers } of seen) expect(headers.authorization).toBeUndefined();
  });

  it('takes names, and bundles for their feeds', async () => {
    const old = feed('old', { items: items('https://old.example', 100) });
    feed('fine');
    const { id } = hosted.state().addBundle({ name: 'All', members: [old.id] });
    expect(await problems('fine')).toEqual([]);
    expect(await problems('All')).toEqual([['problem', 'stale', 'old']]);
    expect(await problems(id, 'old')).toHaveLength(1);
    expect((await health('FFFFFFFFFFFFFFFF')).code).toBe(3);
  });

  it('does not take a service that is away for ill feeds', async () => {
    feed('news');
    hosted.fault({ path: /\/v1\/feeds\/./, fault: { kind: 'json', status: 401, body: {} } });
    expect(await health()).toMatchObject({
      code: 4,
      stdout: expect.not.stringContaining('failing'),
    });
    await hosted.close();
    expect((await health('--timeout', '1s')).code).toBe(7);
    await hosted.listen();
  });
});

describe('health --state', () => {
  it('tells once when a trouble begins and once when it is over, and is 9 in between', async () => {
    const news = feed('news');
    expect(await health('--state', state)).toMatchObject({ code: 0, stderr: '' });
    news.items = [];
    expect(await problems('--state', state)).toEqual([['problem', 'empty', 'news']]);
    const again = await health('--state', state, '--json');
    expect(again).toEqual({ code: 9, stdout: '[]\n', stderr: '' });
    news.items = items(news.source_url, 1);
    const over = await health('--state', state, '-o', 'jsonl');
    expect(over.code).toBe(0);
    expect(JSON.parse(over.stdout)).toMatchObject({
      status: 'recovered',
      check: 'empty',
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      fixes: [],
    });
    expect(await health('--state', state)).toMatchObject({ code: 0 });
  });

  it('waits with --after', async () => {
    feed('news', { items: [] });
    const first = await health('--state', state, '--after', '2', '--json');
    expect(first).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(await problems('--state', state, '--after', '2')).toHaveLength(1);
    expect((await health('--after', '2')).code).toBe(2);
  });

  it('observes the age of a feed without dates', async () => {
    const news = feed('news', { items: items('https://news.example', null) });
    expect((await health()).stderr).toContain('1 feed shows no dates');
    expect(await problems('--state', state)).toEqual([]);
    expect(await problems('--state', state, '--max-age', '1ms')).toEqual([
      ['problem', 'stale', 'news'],
    ]);
    news.items = items('https://other.example', null);
    expect(await problems('--state', state, '--max-age', '10m')).toEqual([
      ['recovered', 'stale', 'news'],
    ]);
  });

  it('forgets what is gone, and keeps what was not asked for', async () => {
    const one = feed('one', { items: [] });
    const two = feed('two', { items: [] });
    await health('--state', state);
    await health('one', '--state', state);
    expect(Object.keys(JSON.parse(readFileSync(state, 'utf8')).feeds)).toHaveLength(2);
    hosted.state().removeFeed(one.id);
    await health('--state', state);
    expect(Object.keys(JSON.parse(readFileSync(state, 'utf8')).feeds)).toEqual([two.id]);
  });
});
