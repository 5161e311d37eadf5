import { expect, it } from 'vitest';
import type { AccountFeed } from '../../../../src/cli/manifest/account.js';
import { CSV_COLUMNS } from '../../../../src/cli/manifest/csv-columns.js';
import type { Exported } from '../../../../src/cli/manifest/export-account.js';
import { writeCsv } from '../../../../src/cli/manifest/write/csv.js';
import { writeJson, writeYaml } from '../../../../src/cli/manifest/write/document.js';
import { writeOpml } from '../../../../src/cli/manifest/write/opml.js';

const feed = (id: string, more: Partial<AccountFeed>): AccountFeed => ({
  id,
  source: { url: `https://${id}.example/` },
  rssFeedUrl: `https://f.example/${id}.xml`,
  hasSettings: true,
  ...more,
});
const A = feed('a', { title: 'yes', description: '1 < 2' });
const B = feed('b', { source: { url: 'https://b.example/', mode: 'changes' } });
const C = feed('c', { source: { mode: 'keyword', text: 'x', region: 'US:en' } });
const account: Exported = {
  feeds: [A, B, C],
  bundles: [
    { name: 'All', members: [A, B, C] },
    { name: 'Empty', members: [] },
    { name: 'Told', members: [A], description: 'D' },
  ],
  access: new Map([['a', { cookie: 'env:COOKIE' }]]),
};
const NOTHING: Exported = { feeds: [], bundles: [], access: new Map() };

const sources = {
  b: { url: 'https://b.example/', mode: 'changes' },
  c: { keyword: 'x', region: 'US:en' },
};
const document = {
  feeds: [
    {
      url: 'https://a.example/',
      title: 'yes',
      description: '1 < 2',
      access: { cookie: 'env:COOKIE' },
    },
    sources.b,
    sources.c,
  ],
  bundles: [
    { name: 'All', feeds: ['https://a.example/', sources.b, sources.c] },
    { name: 'Empty', feeds: [] },
    { name: 'Told', description: 'D', feeds: ['https://a.example/'] },
  ],
};

it('JSON is that of one document', () => {
  expect([...writeJson(account)].join('')).toBe(`${JSON.stringify(document, null, 2)}\n`);
  expect([...writeJson(NOTHING)].join('')).toBe('{\n  "feeds": [],\n  "bundles": []\n}\n');
});

it('YAML quotes what older readers take for something else', async () => {
  const text = [...(await writeYaml(account))].join('');
  expect(text).toContain('feeds:\n  - url: https://a.example/\n    title: "yes"\n');
  expect(text.match(/^\w+:/gm)).toEqual(['feeds:', 'bundles:']);
  expect([...(await writeYaml(NOTHING))].join('')).toBe('feeds: []\nbundles: []\n');
});

it('CSV has a row for each feed, and for bundles that no feed makes', () => {
  const [heading, ...rows] = [...writeCsv(account)].join('').trim().split(/\r?\n/);
  expect(heading?.split(',')).toEqual(CSV_COLUMNS);
  const cell = (row: string, name: string) => row.split(',')[CSV_COLUMNS.indexOf(name)];
  expect(rows.map((row) => [cell(row, 'kind'), cell(row, 'title'), cell(row, 'bundles')])).toEqual([
    ['feed', 'yes', 'All; Told'],
    ['feed', '', 'All'],
    ['feed', '', 'All'],
    ['bundle', 'Empty', ''],
    ['bundle', 'Told', ''],
  ]);
  expect(cell(rows[0] ?? '', 'rss_feed_url')).toBe('https://f.example/a.xml');
});

it('OPML has each feed in its folders, and the others behind them', () => {
  const alone = { ...account, bundles: account.bundles.slice(2) };
  const text = [...writeOpml(alone)].join('');
  const outlines = text.split('\n').filter((line) => line.includes('outline'));
  expect(
    outlines.map((line) => /^( *)<\/?outline(?: text="([^"]*)")?/.exec(line)?.slice(1)),
  ).toEqual([
    ['    ', 'Told'],
    ['      ', 'yes'],
    ['    ', undefined],
    ['    ', 'changes of https://b.example/'],
    ['    ', 'keyword &#34;x&#34; (US:en)'],
  ]);
  expect(outlines[0]).toContain(' title="Told" description="D">');
  expect(outlines[1]).toContain('description="1 &#60; 2"');
  expect(text).not.toContain('"null"');
});
