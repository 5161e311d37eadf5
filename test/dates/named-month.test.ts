import { expect, it } from 'vitest';
import { dateReader } from '../../src/dates/find-date.js';
import { fullLexicon } from '../../src/dates/lexicon.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const reader = dateReader({ now: NOW, offset: null, dayFirst: true }, fullLexicon());

it.each<[string, string | null]>([
  ['March 2026', '2026-3'],
  ['2026 März', '2026-3'],
  ['Archive: March 2026', '2026-3'],
  ['March, of all months, 2026', null],
  ['March 26', null],
  ['2026年3月', '2026-3'],
  ['2026年 12', '2026-12'],
  ['2026년 3월', '2026-3'],
  ['2026/03', '2026-3'],
  ['2026年13月', null],
  ['2026年3日', null],
  ['2026-03-45', null],
  ['2026.03.', null],
  [`${'x'.repeat(50)} 2026/03`, '2026-3'],
  [`${'x'.repeat(53)} 2026/03`, null],
])('the month in %j is %s', (line, expected) => {
  const found = reader.month(line);
  expect(found === null ? null : `${found.year}-${found.month}`).toBe(expected);
});

it.each([
  ['2026 March 9', '2026-03-09'],
  ['March 9 2026', '2026-03-09'],
  ['9 March 2026', '2026-03-09'],
  ['9 March 26', '2026-03-09'],
  ['2026 9 March', '2026-03-09'],
  ['9 March', '2026-03-09'],
  ['March 9', '2026-03-09'],
  ['16 March', '2026-03-16'],
  ['17 March', '2025-03-17'],
  ['9 มีนาคม 2569', '2026-03-09'],
  ['23 May 1856', null],
  ['32 March 2026', null],
  ['0 March 2026', null],
  ['31 February 2026', null],
  ['13th Gen', null],
  ['13th March', '2026-03-13'],
  ['9 in March', null],
])('%j is the day %s', (line, expected) => {
  const found = reader.text(line);
  expect(found === null ? null : new Date(found.time).toISOString().slice(0, 10)).toBe(expected);
});
