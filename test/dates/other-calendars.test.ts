import { describe, expect, it } from 'vitest';
import { findOtherCalendar } from '../../src/dates/other-calendars.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 15, 12);

function find(text: string, republic = false, now = NOW) {
  const found = findOtherCalendar(text, now, republic);
  return found === null ? null : `${found.day.join('-')} ${text.slice(found.start, found.end)}`;
}

/** Days of ten years up to now, in another calendar as ICU writes it. */
function days(calendar: string, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(`${calendar}-nu-latn`, { ...options, timeZone: 'UTC' });
  return Array.from({ length: 120 }, (_, at) => {
    const date = new Date(Date.UTC(2026, 2, 15) - at * 31 * DAY);
    const parts = Object.fromEntries(
      format.formatToParts(date).map(({ type, value }) => [type, value]),
    );
    const day = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join('-');
    return { parts, day };
  });
}

describe('a date of another calendar', () => {
  it.each([
    ['民國115年3月15日 發布', false, '2026-3-15 民國115年3月15日'],
    ['於 115 年 3 月 15 日', false, '2026-3-15 115 年 3 月 15 日'],
    ['民國 95年3月15號', false, '2006-3-15 民國 95年3月15號'],
    ['民國115.3.15', false, '2026-3-15 民國115.3.15'],
    ['民國31.3.15', false, null],
    ['115/03/15', true, '2026-3-15 115/03/15'],
    ['115/03/15', false, null],
    ['115/03/15 民', false, null],
    ['31/03/15', true, null],
    ['59/03/15', true, '1970-3-15 59/03/15'],
    ['115-03/15', true, null],
    ['民國115年13月15日', false, null],
    ['no date', true, null],
    ['1404/12/24', false, '2026-3-15 1404/12/24'],
    ['(1404.12.25)', false, '2026-3-16 1404.12.25'],
    ['1447-09-26', false, '2026-3-15 1447-09-26'],
    ['1404/12/40', false, null],
    ['1390/12/40', false, null],
    ['14 1447', false, null],
    ['24 اسفند 1404', false, '2026-3-15 24 اسفند 1404'],
    ['24 اسفند ، سال 1404', false, null],
    ['31 اسفند 1404', false, null],
    ['24 اسفند 404', false, null],
    ['6 መጋቢት 2018', false, '2026-3-15 6 መጋቢት 2018'],
    ['اسفند', false, null],
  ])('%s (Taiwanese numbers: %s)', (text, republic, expected) => {
    expect(find(text, republic)).toBe(expected);
  });

  it('in numbers is Persian up to tomorrow, then Islamic', () => {
    const tomorrow = (at: number) => find('1404/12/25', false, at);
    expect(tomorrow(Date.UTC(2026, 2, 15))).toBe('2026-3-16 1404/12/25');
    expect(tomorrow(Date.UTC(2026, 2, 15) - 1)).toBe('1984-9-21 1404/12/25');
  });

  it('is that of ICU on every day', () => {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    for (const { parts, day } of days('en-u-ca-persian', numeric)) {
      const text = `${parts.year}/${parts.month}/${parts.day}`;
      expect(find(text)).toBe(`${day} ${text}`);
    }
    for (const { parts, day } of days('en-u-ca-islamic-umalqura', numeric)) {
      const text = `${parts.year}/${parts.month}/${parts.day}`;
      expect(find(text)).toBe(`${day} ${text}`);
    }
    const long = { ...numeric, month: 'long' } as const;
    for (const [calendar, of] of [
      ['ar-u-ca-islamic-umalqura', 'ar'],
      ['fa-u-ca-persian', 'fa'],
      ['am-u-ca-ethiopic', 'am'],
    ] as const) {
      for (const { parts, day } of days(calendar, long)) {
        const text = `${parts.day} ${parts.month} ${parts.year}`;
        expect([of, find(text)]).toEqual([of, `${day} ${text}`]);
      }
    }
  });
});
