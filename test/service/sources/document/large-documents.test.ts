import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { surveyWhenAsked } from '../../../../src/service/sources/discover/survey-page.js';
import { decodeText } from '../../../../src/service/sources/document/charset.js';
import { openText } from '../../../../src/service/sources/document/open-text.js';
import { closeWorkers } from '../../../../src/service/worker/pool.js';
import { countingTurns } from '../../../support/loop-turns.js';

describe.skipIf(!existsSync('dist/reading-worker.cjs'))(
  'large documents',
  { tags: ['slow'] },
  () => {
    afterAll(() => closeWorkers());

    it.each([
      ['of broken characters', Buffer.alloc(8_000_000, 0xff), ''],
      ['of a code page', Buffer.alloc(8_000_000, 0x82), 'text/xml; charset=shift_jis'],
      ['of seven bits', Buffer.from('\x1b$B$"\x1b(B'.repeat(1_000_000)), 'x; charset=iso-2022-jp'],
    ])('%s are decoded as small ones, and leave the event loop free', async (_, bytes, type) => {
      const { result, turns } = await countingTurns(() => openText(bytes, type));
      expect(result.toString() === decodeText(bytes, type)).toBe(true);
      // Decoded in this thread there would be at most one turn.
      expect(turns).toBeGreaterThan(1);
    });

    it('are surveyed beside the event loop', async () => {
      const link = '<link rel="alternate" type="application/rss+xml" href="/feed">';
      const page = `<body ${Array.from({ length: 300_000 }, (_, n) => `a${n}=1`).join(' ')}>${link}`;
      const { result, turns } = await countingTurns(surveyWhenAsked(page, 'https://a.example/'));
      expect(result.alternates).toEqual([{ url: 'https://a.example/feed', title: '' }]);
      expect(turns).toBeGreaterThan(5);
    });
  },
);
