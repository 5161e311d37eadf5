import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { closeWorkers } from '../../../../src/service/core/worker/pool.js';
import { surveyWhenAsked } from '../../../../src/service/sources/discover/inspect-page.js';
import { SourceText } from '../../../../src/service/sources/document/source-text.js';
import { parseFeed, readFeed } from '../../../../src/service/sources/parse/parse-feed.js';
import { noticingThreads } from '../../../support/loop-turns.js';

describe.skipIf(!existsSync('dist/reading-worker.cjs'))(
  'large documents',
  { tags: ['slow'] },
  () => {
    afterAll(() => closeWorkers());

    it.each([
      ['of broken characters', Buffer.alloc(8_000_000, 0xff), ''],
      ['of a code page', Buffer.alloc(8_000_000, 0x82), 'text/xml; charset=shift_jis'],
      ['of seven bits', Buffer.from('\x1b$B$"\x1b(B'.repeat(1_000_000)), 'x; charset=iso-2022-jp'],
    ])('%s are decoded as small ones, and leave the event loop free', async (_, text, type) => {
      const [before, after] = [
        '<rss version="2.0"><channel><item><guid>1</guid><title>',
        '</title></item></channel></rss>',
      ];
      const bytes = Buffer.concat([Buffer.from(before), text, Buffer.from(after)]);
      const context = { url: 'https://a.example/', now: 0 };
      const decodedHere = vi.spyOn(SourceText.prototype, 'toString');
      const { result, isElsewhere } = await noticingThreads(() =>
        readFeed({ text: SourceText.open(bytes, type), kind: 'rss', ...context }),
      );
      expect(decodedHere).not.toHaveBeenCalled();
      decodedHere.mockRestore();
      const here = parseFeed(SourceText.open(bytes, type), 'rss', context);
      expect(result).toEqual(structuredClone(here));
      expect(isElsewhere).toBe(true);
    });

    it('are surveyed beside the event loop', async () => {
      const link = '<link rel="alternate" type="application/rss+xml" href="/feed">';
      const page = `<body ${Array.from({ length: 300_000 }, (_, n) => `a${n}=1`).join(' ')}>${link}`;
      const { result, isElsewhere } = await noticingThreads(
        surveyWhenAsked(page, 'https://a.example/'),
      );
      expect(result.alternates).toEqual([{ url: 'https://a.example/feed', title: '' }]);
      expect(isElsewhere).toBe(true);
    });
  },
);
