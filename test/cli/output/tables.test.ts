import { PassThrough } from 'node:stream';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { BUNDLES_VIEW, FEEDS_VIEW, ITEMS_VIEW } from '../../../src/cli/commands/base/views.js';
import { HEALTH_VIEW } from '../../../src/cli/commands/health/run-health.js';
import { DELIVERIES_VIEW } from '../../../src/cli/commands/webhooks/deliveries/delivery-view.js';
import { createOutput } from '../../../src/cli/output/output.js';
import type { View } from '../../../src/cli/output/view.js';
import { openStreams } from '../../../src/cli/terminal/streams.js';

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR - 60_000).toISOString();

const feed = (id: string, title: string, source_url: string, is_active = true) => ({
  id,
  title,
  is_active,
  source_url,
  rss_feed_url: `https://feeds.example.com/feeds/${id}.xml`,
});

const TABLES: readonly [name: string, view: View, rows: readonly object[]][] = [
  [
    'feeds',
    FEEDS_VIEW,
    [
      feed('a1B2c3D4e5F6g7H8', 'Example News', 'https://example.com/news'),
      feed(
        'b2C3d4E5f6G7h8I9',
        'The weekly digest of everything that happened in the harbour',
        'https://www.example.org/departments/economy/weekly/archive/index.html?lang=en&page=all',
      ),
      feed(
        'c3D4e5F6g7H8i9J0',
        '日本語のニュースと天気予報、毎朝の更新',
        'https://news.example.jp/日本/速報',
      ),
      feed('d4E5f6G7h8I9j0K1', '🫠 Émoji 👩‍👩‍👧‍👦 daily', 'https://emoji.example/', false),
    ],
  ],
  [
    'items',
    ITEMS_VIEW,
    [
      {
        date_published: ago(3),
        title: 'Ferry timetable for the winter is out',
        authors: [{ name: 'Jo Harbour' }],
        url: `https://example.com/${'a-long-path/'.repeat(24)}end.html`,
      },
      {
        date_published: ago(60),
        title: '台風が接近、フェリーは全便欠航の見込み 🌀⛴️ 最新の情報をお知らせします',
        authors: [{ name: '山田 太郎' }, { name: 'A. N. Other' }],
        url: 'https://news.example.jp/2026/typhoon',
      },
      { date_published: null, title: 'Undated', authors: [], url: 'https://example.com/undated' },
    ],
  ],
  [
    'bundles',
    BUNDLES_VIEW,
    [
      {
        id: '_a1B2c3D4e5F6g7H8',
        name: 'Mornings',
        feeds: ['a1B2c3D4e5F6g7H8', 'b2C3d4E5f6G7h8I9', 'c3D4e5F6g7H8i9J0'],
        rss_feed_url: 'https://feeds.example.com/feeds/_a1B2c3D4e5F6g7H8.xml',
      },
      {
        id: '_b2C3d4E5f6G7h8I9',
        name: '週末に読む記事 📚',
        feeds: [],
        rss_feed_url: 'https://feeds.example.com/feeds/_b2C3d4E5f6G7h8I9.xml',
      },
    ],
  ],
  [
    'deliveries',
    DELIVERIES_VIEW,
    [
      {
        id: 'dlv_a1B2c3D4e5F6g7H8',
        webhook_id: 'wh_a1B2c3D4e5F6g7H8',
        feed_title: 'Reef notes',
        created_at: ago(3),
        status: 'pending',
        attempts: 4,
        last_status: 503,
        last_duration_ms: 120,
        last_error:
          'The receiver returned HTTP 503; a receiver must return 2xx to accept an event.',
        next_attempt_at: new Date(Date.now() + 2 * HOUR + 60_000).toISOString(),
      },
      {
        id: 'dlv_b2C3d4E5f6G7h8I9',
        webhook_id: 'wh_a1B2c3D4e5F6g7H8',
        feed_title: 'Reef notes',
        created_at: ago(30),
        status: 'delivered',
        attempts: 1,
        last_status: 204,
        last_duration_ms: 31,
        last_error: null,
        next_attempt_at: null,
      },
    ],
  ],
  [
    'health',
    HEALTH_VIEW,
    [
      {
        status: 'problem',
        check: 'stale',
        id: 'c3D4e5F6g7H8i9J0',
        title: '日本語のニュースと天気予報、毎朝の更新',
        detail: 'Its newest item is 3 d old.',
        since: null,
        fixes: ['feedctl refresh c3D4e5F6g7H8i9J0'],
      },
      {
        status: 'recovered',
        check: 'failing',
        id: 'a1B2c3D4e5F6g7H8',
        title: 'Example News',
        detail: 'It was failing, and is well again.',
        since: ago(30),
        fixes: [],
      },
    ],
  ],
  [
    'health of an account',
    HEALTH_VIEW,
    [
      {
        status: 'problem',
        check: 'duplicate',
        id: 'b2C3d4E5f6G7h8I9',
        title: '🫠 Émoji 👩‍👩‍👧‍👦 daily',
        detail: 'The same source as a1B2c3D4e5F6g7H8: https://example.com/news',
        fixes: ['feedctl feeds delete b2C3d4E5f6G7h8I9'],
      },
    ],
  ],
];

async function printed(view: View, rows: readonly object[], columns: number): Promise<string> {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns });
  const chunks: string[] = [];
  stdout.on('data', (chunk) => chunks.push(String(chunk)));
  const node = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  const { stdout: stream } = openStreams(node, { env: {}, noColor: true });
  const facts = { format: 'table', fields: undefined, header: true, stream } as const;
  await createOutput({ ...facts, sample: rows[0] }).rows(rows, view);
  return chunks.join('');
}

describe.each([60, 80, 120, 200])('on a terminal of %d columns', (columns) => {
  // Read each file before accepting a change of it (vitest -u).
  it.each(TABLES)('%s', async (name, view, rows) => {
    const text = await printed(view, rows, columns);
    await expect(text).toMatchFileSnapshot(`../../fixtures/tables/${name}-${columns}.txt`);
  });

  it.each(TABLES.filter(([, view]) => view.line === undefined))(
    '%s fits, with what tells a row from others',
    async (_, view, rows) => {
      const lines = (await printed(view, rows, columns)).trimEnd().split('\n');
      expect(lines).toHaveLength(rows.length + 1);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      const dates = view.columns.some(({ kind }) => kind === 'time');
      expect(lines[1]?.includes('3 h ago')).toBe(dates);
    },
  );
});
