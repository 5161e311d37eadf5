import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publicationDates } from '../../../../src/service/sources/parse/publication-date.js';
import { readDate } from '../../../../src/service/sources/parse/read-date.js';
import { runs } from '../../../support/property-runs.js';

/** ISO form with the offset as written, or without one. */
function shown(text: string): string | null {
  const date = readDate(text);
  if (date === null) return null;
  const local = new Date(date.local).toISOString().slice(0, 19);
  if (!date.hasTime) return local.slice(0, 10);
  return date.offsetMinutes === null ? local : `${local}${date.offsetMinutes / 60}`;
}

it.each([
  ['<time datetime="2026-11-11T10:00:00Z" class="x">Nov 11</time>', '2026-11-11T10:00:000'],
  [
    `<span class="${'date-display-single '.repeat(5)}" content="2026-11-11T00:00:00-07:00">Wed</span>`,
    '2026-11-11T00:00:00-7',
  ],
  ["<span title='x' data-date='2026-11-11'>soon</span>", '2026-11-11'],
  ['<p>Nov 11, 2026</p>', '2026-11-11'],
  ['<b>11</b>&nbsp;Nov 2026 <i>10:00</i>', '2026-11-11T10:00:00'],
  ['11/11/2026 5:00 PM - 6:00 PM', '2026-11-11T17:00:00'],
  ['11 Nov 2026 10:00-12:00', '2026-11-11T10:00:00'],
  ['Wed, 11 Nov 2026 10:00:00 -05:00', '2026-11-11T10:00:00-5'],
  ['Jul 11 - Aug 11', null],
  ['11 Jul - 11 Aug', null],
])('reads markup and ranges in a date: %s', (text, date) => {
  expect(shown(text)).toBe(date);
});

describe('readDate', () => {
  it.each([
    // RFC 822 and its mistakes
    ['Tue, 02 Jan 2024 15:04:05 GMT', '2024-01-02T15:04:050'],
    ['Tue, 02 Jan 2024 15:04:05 +0200', '2024-01-02T15:04:052'],
    ['Tue, 02 Jan 2024 15:04:05 -0330', '2024-01-02T15:04:05-3.5'],
    ['Tue, 2 Jan 2024 15:04 EST', '2024-01-02T15:04:00-5'],
    ['Tue,02 Jan 2024 15:04:05 PDT', '2024-01-02T15:04:05-7'],
    ['Mon, 02 Jan 2024 15:04:05 GMT', '2024-01-02T15:04:050'],
    ['Tuesday, 02 January 2024 15:04:05 Z', '2024-01-02T15:04:050'],
    ['02 Jan 2024 15:04:05', '2024-01-02T15:04:05'],
    ['02 Jan 24 15:04:05 UT', '2024-01-02T15:04:050'],
    ['02 Jan 99 15:04:05 UT', '1999-01-02T15:04:050'],
    ['02-Jan-2024 15:04:05 CET', '2024-01-02T15:04:051'],
    ['Tue, 02 Jan 2024 15:04:05 +02:00', '2024-01-02T15:04:052'],
    ['Tue, 02 Jan 2024 15:04:05 GMT+2', '2024-01-02T15:04:052'],
    ['Tue, 02 Jan 2024 15:04:05 UTC-05:00', '2024-01-02T15:04:05-5'],
    ['Tue, 02 Jan 2024 15:04:05 +0000 (UTC)', '2024-01-02T15:04:050'],
    ['Tue, 02 Jan 2024 3:04 PM IST', '2024-01-02T15:04:005.5'],
    ['Tue, 02 Sept 2024 15:04:05 +9999', '2024-09-02T15:04:05'],
    ['Tue, 02 Jan 2024 24:00:00 GMT', '2024-01-03T00:00:000'],
    ['Sat, 31 Dec 2016 23:59:60 GMT', '2016-12-31T23:59:590'],
    ['Tue, 02 Jan 2024', '2024-01-02'],
    // ISO 8601
    ['2024-01-02T15:04:05Z', '2024-01-02T15:04:050'],
    ['2024-01-02t15:04:05z', '2024-01-02T15:04:050'],
    ['2024-01-02T15:04:05.123456+01:00', '2024-01-02T15:04:051'],
    ['2024-01-02T15:04:05,5-0800', '2024-01-02T15:04:05-8'],
    ['2024-01-02T15:04:05+05', '2024-01-02T15:04:055'],
    ['2024-01-02T15:04+05:45', '2024-01-02T15:04:005.75'],
    ['2024-01-02T15:04:05', '2024-01-02T15:04:05'],
    ['2024-01-02 15:04:05', '2024-01-02T15:04:05'],
    ['2024-01-02 15:04:05 UTC', '2024-01-02T15:04:050'],
    ['2024-01-02 15:04:05 +0200', '2024-01-02T15:04:052'],
    ['20240102T150405Z', '2024-01-02T15:04:050'],
    ['20240102', '2024-01-02'],
    ['2024-01-02', '2024-01-02'],
    ['2024-1-2', '2024-01-02'],
    ['2024-03', '2024-03-01'],
    ['2024', '2024-01-01'],
    ['2024-01-02T15Z', '2024-01-02T15:00:000'],
    ['2024-01-02T15+0530', '2024-01-02T15:00:005.5'],
    ['2024-01-02T15:04:05 America/New_York', '2024-01-02T15:04:05-5'],
    ['2024-07-02 15:04 Europe/London', '2024-07-02T15:04:001'],
    ['2024-07-02T15:04:05[America/Argentina/Ushuaia]', '2024-07-02T15:04:05-3'],
    ['2024-01-02T15:04:05 Europe/Atlantis', '2024-01-02T15:04:05'],
    ['2024-01-02 15:04 UTC+8', '2024-01-02T15:04:008'],
    ['Tue, 02 Jan 2024 15.04.05 +0100', '2024-01-02T15:04:051'],
    ['2024-01-02 15.04.05', '2024-01-02T15:04:05'],
    ['Jan 2, 2024 at 3.04pm EST', '2024-01-02T15:04:00-5'],
    ['2 Jan 2024, 9am', '2024-01-02T09:00:00'],
    ['02.01.2024 15.04 Uhr', '2024-01-02T15:04:00'],
    // the rest of the world
    ['Tue Jan  2 15:04:05 2024', '2024-01-02T15:04:05'],
    ['Tue Jan  2 15:04:05 EST 2024', '2024-01-02T15:04:05-5'],
    ['January 2, 2024', '2024-01-02'],
    ['Jan 2nd, 2024 3:04 pm', '2024-01-02T15:04:00'],
    ['January 2, 2024, 12:04 a.m. PST', '2024-01-02T00:04:00-8'],
    ['2 January 2024', '2024-01-02'],
    ['1/2/2024 15:04', '2024-01-02T15:04:00'],
    ['13/2/2024', '2024-02-13'],
    ['2/13/2024', '2024-02-13'],
    ['2024/01/02 15:04:05', '2024-01-02T15:04:05'],
    ['02.01.2024 15:04', '2024-01-02T15:04:00'],
    ['02.01.2024, 15:04', '2024-01-02T15:04:00'],
    ['02-01-2024', '2024-01-02'],
    ['Di, 02 Mai 2024 15:04:05 MESZ', '2024-05-02T15:04:052'],
    ['2. März 2024', '2024-03-02'],
    ['mar. 02 janv. 2024 15:04:05 +0100', '2024-01-02T15:04:051'],
    ['2 août 2024', '2024-08-02'],
    ['02 de enero de 2024', '2024-01-02'],
    ['2 dic 2024', '2024-12-02'],
    ['2 ago 2024', '2024-08-02'],
    ['02 fevereiro 2024', '2024-02-02'],
    ['2 okt 2024', '2024-10-02'],
    ['2 января 2024', '2024-01-02'],
    ['2024年1月2日 15:04', '2024-01-02T15:04:00'],
    ['2024年1月2日 下午3:04', '2024-01-02T15:04:00'],
    ['2024년 1월 2일', '2024-01-02'],
    ['2024. 1. 2. 오후 3:04', '2024-01-02T15:04:00'],
    ['1704207845', '2024-01-02T15:04:050'],
    ['1704207845000', '2024-01-02T15:04:050'],
  ])('%s is %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    'today at 5',
    'n/a',
    '0000-00-00 00:00:00',
    '2024-02-30',
    '2024-13-01',
    '31 Jun 2024',
    '12 hours ago',
    'Tue, 02 Jan 2024 25:00:00 GMT',
    '13:04 pm 2024-01-02',
    'version 1.2.3',
    '12345',
    'x'.repeat(10_000),
    // an hour is not a year
    '3 Mar 09:15',
    '3 Mar 09.15',
    '3 mars 09h15',
    '3 March 5 pm',
    '3. März 15 Uhr',
    '31 de jul, 15:25',
    '31.07. 15:25',
    '31.07. 15 Uhr',
    '3 марта 15 ч',
    'Mar 3, 09:15-10:30',
    // nor a generation a month
    '13th Gen 2024',
    '2nd Set, 2024',
  ])('%s is no date', (text) => {
    expect(readDate(text)).toBeNull();
  });

  const instants = fc.date({
    min: new Date('1971-01-01'),
    max: new Date('2068-12-31'),
    noInvalidDate: true,
  });
  const toSecond = (date: Date) => Math.floor(date.getTime() / 1000) * 1000;

  it('reads what Date writes', () => {
    fc.assert(
      fc.property(instants, (date) => {
        for (const text of [date.toUTCString(), date.toISOString(), String(toSecond(date))]) {
          if (/^\d{1,12}$/.test(text)) continue;
          const read = readDate(text);
          expect(read?.local).toBe(toSecond(date));
          expect(read?.offsetMinutes).toBe(0);
        }
      }),
    );
  });

  it('reads any offset in any of its spellings', () => {
    const offsets = fc.integer({ min: -14 * 4, max: 14 * 4 }).map((quarters) => quarters * 15);
    fc.assert(
      fc.property(instants, offsets, (date, offset) => {
        const sign = offset < 0 ? '-' : '+';
        const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0');
        const minutes = String(Math.abs(offset) % 60).padStart(2, '0');
        const iso = date.toISOString().slice(0, 19);
        const rfc = date.toUTCString().slice(0, -4);
        for (const text of [
          `${iso}${sign}${hours}:${minutes}`,
          `${iso.replace('T', ' ')} ${sign}${hours}${minutes}`,
          `${rfc} ${sign}${hours}${minutes}`,
          `${rfc} GMT${sign}${hours}:${minutes}`,
        ]) {
          expect(readDate(text)).toEqual({
            local: toSecond(date),
            offsetMinutes: offset,
            hasTime: true,
          });
        }
      }),
    );
  });

  it('never takes an hour for a year, nor changes the date by one', { tags: 'slow' }, () => {
    const day = fc.date({
      min: new Date('1971-01-01'),
      max: new Date('2068-12-31'),
      noInvalidDate: true,
    });
    const pad = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.constantFrom(' ', ', ', ' - '),
        (date, hour, minute, between) => {
          const time = `${between}${pad(hour)}:${pad(minute)}`;
          const [d, m, y] = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()];
          for (const name of ['short', 'long'] as const) {
            for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru']) {
              const month = date.toLocaleString(language, { month: name, timeZone: 'UTC' });
              const yearless = `${d} ${month}`;
              expect(readDate(`${yearless}${time}`), `${yearless}${time}`).toBeNull();
              const whole = readDate(`${yearless} ${y}`);
              const timed = readDate(`${yearless} ${y}${time}`);
              expect(timed && Math.floor(timed.local / 86_400_000) * 86_400_000).toBe(
                whole?.local ?? null,
              );
            }
          }
          expect(readDate(`${pad(d)}.${pad(m)}.${time}`)).toBeNull();
        },
      ),
    );
  });

  it('never throws and never gives a date that does not exist', () => {
    const alphabet = fc.constantFrom(...'0123456789-/.:,+TZ amJanDecGMT年月日'.split(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: alphabet, maxLength: 30 })), (text) => {
        const read = readDate(text);
        expect(read === null || !Number.isNaN(new Date(read.local).getTime())).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('publicationDates', () => {
  const now = Date.UTC(2026, 0, 10, 12);
  const at = (samples: string[], ...candidates: string[]) => {
    const epoch = publicationDates(samples, now).dateOf(candidates);
    return epoch === null ? null : new Date(epoch).toISOString();
  };

  it('reads a naive date in the zone most dates of the document name, else in UTC', () => {
    const samples = [
      '2026-01-01T10:00:00+01:00',
      '2026-01-02T10:00:00+01:00',
      '2026-01-03T10:00:00Z',
    ];
    expect(at(samples, '2026-01-04T10:00:00')).toBe('2026-01-04T09:00:00.000Z');
    expect(at([], '2026-01-04T10:00:00')).toBe('2026-01-04T10:00:00.000Z');
  });

  it('reads a date without a time as 00:00 UTC, whatever the zone', () => {
    expect(at(['2026-01-01T10:00:00+09:00'], '2026-01-04')).toBe('2026-01-04T00:00:00.000Z');
  });

  it('takes the first candidate that is a date', () => {
    expect(at([], 'soon', '', '2026-01-04')).toBe('2026-01-04T00:00:00.000Z');
  });

  it('does not take a date more than a day in the future', () => {
    expect(at([], '2026-01-11T11:00:00Z')).toBe('2026-01-11T11:00:00.000Z');
    expect(at([], '2026-01-11T13:00:00Z')).toBeNull();
    expect(at([], '2036-01-01', '2026-01-02')).toBe('2026-01-02T00:00:00.000Z');
  });

  it.each(['1970-01-01T00:00:00Z', '1970-01-01T01:00:00+0100', '0001-01-01T00:00:00Z', ''])(
    'takes %j for an empty field',
    (text) => {
      expect(at([], text)).toBeNull();
    },
  );
});
