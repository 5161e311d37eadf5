import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { closeWorkers } from '../../../../src/service/core/worker/pool.js';
import { SourceError } from '../../../../src/service/fetch/index.js';
import { SourceText } from '../../../../src/service/sources/document/source-text.js';
import {
  parseFeed,
  readFeed,
  WORKER_FROM,
} from '../../../../src/service/sources/parse/parse-feed.js';
import { noticingThreads } from '../../../support/loop-turns.js';

const url = 'https://a.test/feed.xml';
const now = Date.parse('2026-03-15T12:00:00Z');

/** An RSS document of about this many characters in 100 items. */
function largeFeed(characters: number): string {
  const text = 'words &lt;b&gt;in bold&lt;/b&gt; and others, '.repeat(characters / 100 / 41);
  const items = Array.from(
    { length: 100 },
    (_, n) => `<item><title>Item ${n}</title><link>/${n}</link><description>${text}</description>`,
  );
  return rss(`${items.join('</item>')}</item>`);
}

function rss(inside: string): string {
  return `<rss version="2.0"><channel><title>Large</title>${inside}</channel></rss>`;
}

describe.skipIf(!existsSync('dist/reading-worker.cjs'))('large feeds', () => {
  afterAll(() => closeWorkers());

  it('come out of the worker as they would here', async () => {
    const text = largeFeed(1_000_000);
    expect(text.length).toBeGreaterThan(WORKER_FROM);
    const here = structuredClone(parseFeed(text, 'rss', { url, now }));
    expect(here.entries).toHaveLength(100);
    expect(await readFeed({ text: SourceText.of(text), kind: 'rss', url, now })).toEqual(here);
  });

  it('leave the event loop free while they are read', { tags: 'slow' }, async () => {
    const text = largeFeed(3_000_000);
    const { result, isElsewhere } = await noticingThreads(() =>
      readFeed({ text: SourceText.of(text), kind: 'rss', url, now }),
    );
    expect(result.entries[99]).toMatchObject({ title: 'Item 99', url: 'https://a.test/99' });
    expect(isElsewhere).toBe(true);
  });

  it('say what a small feed would say when they cannot be read', async () => {
    const text = largeFeed(1_000_000).replace(/<item>.*/s, '<description>');
    const long = text + 'x'.repeat(WORKER_FROM);
    const reading = readFeed({ text: SourceText.of(long), kind: 'rss', url, now });
    await expect(reading).rejects.toBeInstanceOf(SourceError);
    await expect(reading).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
      message: expect.stringContaining('breaks off in the middle'),
    });
  });

  it.each([
    ['rss', rss(`<item><title>x</title>${'<a/>'.repeat(4_000_000)}</item>`)],
    ['rss', rss('<item></item>'.repeat(400_000))],
    ['json-feed', `{"items":[${'{},'.repeat(6_000_000)}{}]}`],
    ['json-feed', `{"items":[${'[],'.repeat(400_000)}[]]}`],
  ] as const)(
    'of up to 20 MB in tiny pieces are refused before a tree is built (%s)',
    { tags: 'slow' },
    async (kind, text) => {
      const before = process.memoryUsage().rss;
      await expect(readFeed({ text: SourceText.of(text), kind, url, now })).rejects.toMatchObject({
        code: 'SOURCE_TOO_LARGE',
        message: expect.stringMatching(
          /^The (?:JSON )?feed of a\.test has more than 300000 elements.*smaller/,
        ),
      });
      expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    },
  );
});
