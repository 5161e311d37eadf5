import { expect, it } from 'vitest';
import { dateReader } from '../../src/dates/find-date.js';
import { lexiconFor } from '../../src/dates/lexicon.js';

const NOW = Date.UTC(2026, 10, 28, 12);

/** The day that a text shows on a page of a language, or null. */
function dayIn(text: string, yearFirst = false): string | null {
  const reading = { now: NOW, offset: 0, dayFirst: true, yearFirst };
  const found = dateReader(reading, lexiconFor('en')).text(text);
  return found === null ? null : new Date(found.time).toISOString().slice(0, 10);
}

it.each([
  '20 XI 2026',
  '20.XI.2026 r.',
  'Dodano: 20 XI 2026, 12:00',
  '2026. XI. 20.',
  '2026ko azaroaren 20a',
  '2026(e)ko azaroaren 20an',
  '2026 оны 11-р сарын 20',
  '2026 оны 11 дүгээр сарын 20-ны өдөр',
  '20 tháng 11, 2026',
  '令和8年11月20日',
])('%s is a day', (text) => expect(dayIn(text)).toBe('2026-11-20'));

it.each(['R8.11.20', 'R8/11/20', '令8.11.20'])('%s is a day where the year comes first', (text) => {
  expect(dayIn(text, true)).toBe('2026-11-20');
});

it('each month has its name', () => {
  const months = 'I II III IV V VI VII VIII IX X XI XII'.split(' ');
  expect(months.map((month) => dayIn(`2 ${month} 2025`)?.slice(5, 7)).join(' ')).toBe(
    '01 02 03 04 05 06 07 08 09 10 11 12',
  );
  expect([dayIn('2026ko urtarrilaren 5a'), dayIn('2025eko abenduaren 5a')]).toEqual([
    '2026-01-05',
    '2025-12-05',
  ]);
  expect([dayIn('平成元年5月1日'), dayIn('H31.4.30', true)]).toEqual(['1989-05-01', '2019-04-30']);
});

it.each(['4 x 2000 mAh', '1920 x 1080', 'Part XI 2026', '32 XI 2026', 'Release R8.11.20 is out'])(
  '%s is none',
  (text) => expect(dayIn(text)).toBeNull(),
);
