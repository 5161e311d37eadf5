import { expect, it } from 'vitest';
import {
  newsSource,
  sourceBody,
  sourceFields,
  sourceId,
  sourceName,
  sourceText,
} from '../../../src/cli/sources/source-spec.js';

const PAGE = { url: 'https://example.com/news' } as const;
const CHANGES = { ...PAGE, mode: 'changes' } as const;
const NEWS = newsSource('keyword', ' coral   reefs ', 'us:EN');

it('is named as it was written', () => {
  expect([PAGE, CHANGES, NEWS].map(sourceName)).toEqual([
    'https://example.com/news',
    'changes of https://example.com/news',
    'keyword "coral reefs" (US:en)',
  ]);
  expect([PAGE, CHANGES, NEWS].map(sourceFields)).toEqual([
    PAGE,
    CHANGES,
    { keyword: 'coral reefs', region: 'US:en' },
  ]);
});

it('is another feed by its mode, unless the service does not tell searches apart', () => {
  const headline = newsSource('headline', 'coral reefs', 'US:en');
  expect(sourceId(PAGE)).not.toBe(sourceId(CHANGES));
  expect(sourceId(NEWS)).not.toBe(sourceId(headline));
  const same = { tellsModes: false };
  expect(sourceId(NEWS, same)).toBe(sourceId(headline, same));
});

it('is created with what decides what is read; the rest is set afterwards', () => {
  const values = {
    selectors: { items: 'li' },
    interval: '1h',
    description: 'All of it',
    customAuthor: 'Reef team',
  } as const;
  expect(sourceBody(PAGE, values)).toEqual({ ...PAGE, selectors: { items: 'li' } });
  expect(sourceBody(CHANGES)).toEqual(CHANGES);
  const { text, ...news } = NEWS;
  expect(sourceBody(NEWS)).toEqual({ keyword: text, ...news });
});

it.each([
  [{ url: PAGE.url }, PAGE.url],
  [{ keyword: 'reefs', region: 'US:en' }, 'reefs'],
  [{ url: null, headline: 'Reefs' }, 'Reefs'],
  [{ title: 'no source' }, ''],
  ['example.com', 'example.com'],
  [null, ''],
])('of the entry %j is %j', (raw, text) => {
  expect(sourceText(raw)).toBe(text);
});
