import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeDigest } from '../../../../src/cli/commands/digest/make-digest.js';
import { DIGEST_WRITERS } from '../../../../src/cli/commands/digest/render-digest.js';
import type { Item } from '../../../../src/client/index.js';
import {
  type FakeFeed,
  type HostedDialect,
  startHostedDialect,
} from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { startServer } from '../../../support/loopback-server.js';
import { rss } from '../../../support/rss.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

let hosted: HostedDialect;
let feed: FakeFeed;
let home: string;

beforeEach(async () => {
  hosted = await startHostedDialect();
  const source_url = 'https://news.example';
  feed = hosted.state().addFeed({ source_url, title: 'News', items: [] });
  home = temporaryDirectory();
});
afterEach(() => hosted.close());

const HOUR = 3_600_000;

function publish(title: string, hoursAgo: number | null, url = `https://news.example/${title}`) {
  feed.items.unshift({
    url,
    title,
    description_text: `About ${title}.`,
    thumbnail: null,
    date_published: hoursAgo === null ? null : new Date(Date.now() - hoursAgo * HOUR).toISOString(),
    authors: [{ name: 'A. Writer' }],
  });
}

function digest(...args: string[]) {
  return run(['digest', feed.id, ...args], { env: { HOME: home, ...hosted.variables } });
}

async function titles(...args: string[]): Promise<string[]> {
  const { stdout } = await digest(...args, '--format', 'json');
  const { groups } = JSON.parse(stdout) as { groups: { items: { title: string }[] }[] };
  return groups.flatMap(({ items }) => items.map(({ title }) => title));
}

describe('digest', () => {
  it('has the items of the last day, newest first, and those of --since', async () => {
    publish('Old', 30);
    publish('Undated', null);
    publish('Morning', 10);
    publish('Noon', 5);
    expect(await titles()).toEqual(['Noon', 'Morning']);
    expect(await titles('--since', '2d')).toEqual(['Noon', 'Morning', 'Old']);
    expect(await titles('--limit', '1')).toEqual(['Noon']);
    expect((await digest('--limit', '1')).stdout).toMatch(/^News: 2 items\n[\s\S]*and 1 more\n$/);
    expect(JSON.parse((await digest('--json')).stdout)).toMatchObject({ count: 2, more: 0 });
  });

  it('is empty output and exit code 0 without items', async () => {
    publish('Old', 30);
    for (const format of ['text', 'md', 'html']) {
      expect(await digest('--format', format)).toMatchObject({
        code: 0,
        stdout: '',
        stderr: expect.stringContaining('empty'),
      });
    }
    expect(JSON.parse((await digest('--format', 'json')).stdout)).toMatchObject({
      count: 0,
      groups: [],
    });
  });

  it('--mark prints each item once, also one that comes late or has no date', async () => {
    publish('Before', 30);
    publish('First', 2);
    expect(await titles('--mark')).toEqual(['First']);
    expect(await titles('--mark')).toEqual([]);
    publish('Second', 1);
    publish('Late', 40);
    publish('Undated', null);
    expect(await titles('--mark')).toEqual(['Second', 'Late', 'Undated']);
    // Reading without --mark changes nothing.
    expect(await titles()).toEqual(['Second', 'First']);
    expect(await digest('--mark')).toMatchObject({ code: 0, stdout: '' });
  });

  it('has every item of one feed, whatever they share', async () => {
    for (const hours of [5, 4, 3, 2, 1]) publish('Outage', hours, 'https://news.example/status');
    expect(await titles()).toHaveLength(5);
    expect(await titles('--mark')).toHaveLength(5);
    publish('Outage, again', 0.5, 'https://news.example/status');
    expect(await titles('--mark')).toEqual(['Outage, again']);
  });

  it('has an item of several feeds once, and a short title of each', async () => {
    const other = hosted
      .state()
      .addFeed({ source_url: 'https://b.example', title: 'B', items: [] });
    publish('v1.1.0', 2);
    publish('Story', 3, 'https://story.example/1');
    const [story, release] = feed.items;
    if (story === undefined || release === undefined) throw new Error('published');
    other.items.push(
      { ...release, url: 'https://b.example/v1.1.0' },
      { ...story, url: 'http://www.story.example/1/?utm_source=b', title: 'The story' },
    );
    expect(await titles(other.id)).toEqual(['v1.1.0', 'v1.1.0', 'Story']);
    const { stdout } = await run(['items', feed.id, other.id, '-o', 'jsonl'], {
      env: { HOME: home, ...hosted.variables },
    });
    expect(stdout.trim().split('\n')).toHaveLength(3);
  });

  it('--state is the file of --mark; a damaged one is not replaced', async () => {
    const file = join(home, 'mark.json');
    publish('First', 2);
    await digest('--mark', '--state', file);
    expect(existsSync(file)).toBe(true);
    writeFileSync(file, '{"version":9}');
    expect(await digest('--mark', '--state', file)).toMatchObject({ code: 2, stdout: '' });
    expect(readFileSync(file, 'utf8')).toBe('{"version":9}');
    expect(await digest('--state', file)).toMatchObject({ code: 2, stdout: '' });
  });

  it('of a feed that is not there exits with 3', async () => {
    const { code, stdout } = await run(['digest', 'FFFFFFFFFFFFFFFF'], {
      env: { HOME: home, ...hosted.variables },
    });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  });
});

function item(fields: Partial<Item>): Item {
  return {
    url: '',
    title: '',
    description_text: '',
    description_html: '',
    thumbnail: null,
    date_published: '2026-01-15T12:00:00.000Z',
    authors: [],
    ...fields,
  };
}

const OPTIONS = { by: 'feed', limit: 100 } as const;

describe('makeDigest', () => {
  it('groups by feed, the one with the newest item first, or by day', () => {
    const of = (title: string, name: string, date: string) =>
      item({ title, feed: { id: name, title: name }, date_published: date });
    const items = [
      of('a', 'A', '2026-01-14T12:00:00Z'),
      of('b', 'B', '2026-01-15T12:00:00Z'),
      of('c', 'A', '2026-01-13T12:00:00Z'),
    ];
    const shape = (by: 'feed' | 'day') =>
      makeDigest('All', items, { by, limit: 10 }).groups.map((group) => [
        group.title,
        group.items.map(({ title }) => title).join(''),
      ]);
    expect(shape('feed')).toEqual([
      ['B', 'b'],
      ['A', 'ac'],
    ]);
    expect(shape('day')).toEqual([
      ['2026-01-15', 'b'],
      ['2026-01-14', 'a'],
      ['2026-01-13', 'c'],
    ]);
  });
});

it('days and times are of the zone of the person, with the offset', async () => {
  const { TZ } = process.env;
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  const site = await startServer((_, response) =>
    response.end(
      rss({
        title: 'T',
        items: [
          { guid: 'late', title: 'Late', date: '2026-01-14T20:00:00Z' },
          { guid: 'early', title: 'Early', date: '2026-01-14T10:00:00Z' },
        ],
      }),
    ),
  );
  onTestFinished(() => site.close());
  const env = { HOME: temporaryDirectory(), FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' };
  await run(['feeds', 'create', `${site.origin}/feed.xml`], { env });
  const flags = ['--time-zone', 'Asia/Kolkata', '--since', '2026-01-15', '--by', 'day'];
  const { stdout } = await run(['digest', ...flags], { env });
  expect(stdout).toContain('\n2026-01-15\n');
  expect(stdout).toContain('* Late\n  2026-01-15 01:30 +05:30\n');
  expect(stdout).not.toContain('Early');
  const items = await run(['items', ...flags.slice(0, 4), '--json'], { env });
  expect(JSON.parse(items.stdout)).toMatchObject([{ title: 'Late' }]);
  const wrong = await run(['digest', '--time-zone', 'Mars'], { env });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('not "Mars"') });
});

describe('texts of sources', () => {
  const hostile = makeDigest(
    'News <img src=x onerror=alert(1)>',
    [
      item({
        title: '<script>alert(1)</script> [x](https://evil.example) \u001b[31m',
        url: 'https://example.com/"onmouseover="alert(1)?a=(b)',
        description_text: '# Heading\n- item\n<b>bold</b> `code`',
      }),
      item({ title: 'Second', url: 'javascript:alert(1)' }),
    ],
    OPTIONS,
  );

  it('are not markup in HTML', () => {
    const { document } = parseHTML(DIGEST_WRITERS.html(hostile));
    const tags = [...document.querySelectorAll('body *')].map(({ localName }) => localName);
    const known = ['table', 'tr', 'td', 'h1', 'h2', 'span', 'strong', 'a', 'p', 'div'];
    expect(new Set(tags)).toEqual(new Set(known));
    const links = [...document.querySelectorAll('a')];
    expect(links.map((link) => link.getAttributeNames())).toEqual([['href', 'style']]);
    expect(links[0]?.getAttribute('href')).toMatch(/^https:\/\/example\.com\//);
    expect(document.querySelector('strong')?.textContent).toContain('<script>alert(1)</script>');
  });

  it('say in HTML what changed, in which language, and what is left out', () => {
    const feed = { id: 'f', title: 'Shop' };
    const made = makeDigest(
      'All',
      [
        item({
          title: 'Price: 9 → 12 euros',
          url: 'https://example.com/#feedctl-change-1',
          description_html: '<p>Price: <del>9</del><ins>&lt;b&gt;12</ins> euros</p>',
          feed,
        }),
        item({ title: 'خبر', language: 'ar', thumbnail: 'https://example.com/1.png', feed }),
        ...Array.from({ length: 3 }, (_, at) => item({ title: `More ${at}`, feed })),
      ],
      { by: 'feed', limit: 2 },
    );
    const { document } = parseHTML(DIGEST_WRITERS.html(made));
    expect(document.querySelector('del')?.textContent).toBe('9');
    expect(document.querySelector('ins')?.textContent).toBe('<b>12');
    expect(document.querySelector('td[lang=ar][dir=auto] strong')?.textContent).toBe('خبر');
    expect(document.querySelector('img')?.getAttribute('src')).toBe('https://example.com/1.png');
    expect(document.body.textContent).toContain('and 3 more: Shop 3');
    expect(DIGEST_WRITERS.text(made)).toContain('  Price: [9 → <b>12] euros');
  });

  it('are not markup in Markdown', () => {
    const text = DIGEST_WRITERS.md(hostile);
    expect(text).toContain('\\<script\\>alert\\(1\\)\\</script\\> \\[x\\]\\(https://evil');
    expect(text).toMatch(/\]\(https:\/\/example\.com\/[^()\s]+\)/);
    expect(text.match(/^#.*$/gm)).toHaveLength(2);
  });

  it('have no control characters in text', () => {
    expect(DIGEST_WRITERS.text(hostile)).not.toMatch(/[^\n\P{Cc}]/u);
    expect(DIGEST_WRITERS.text(hostile)).not.toContain('javascript:');
  });
});
