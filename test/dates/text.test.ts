import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateReader } from '../../src/dates/find-date.js';
import { DATE_LANGUAGES } from '../../src/dates/languages.js';
import { fullLexicon, lexiconFor } from '../../src/dates/lexicon.js';
import { runs } from '../support/property-runs.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const reader = (language: string, more: { offset?: number; dayFirst?: boolean } = {}) =>
  dateReader(
    { now: NOW, offset: more.offset ?? null, dayFirst: more.dayFirst ?? true },
    lexiconFor(language),
  );
const iso = (date: { time: number } | null) =>
  date === null ? null : new Date(date.time).toISOString().replace('.000Z', 'Z');

describe('dates in text', () => {
  it.each([
    ['en', '9 March 2026', '2026-03-09T00:00:00Z'],
    ['en', 'March 9th, 2026', '2026-03-09T00:00:00Z'],
    ['en', 'Posted on Mar 9, 2026 at 5:49 pm', '2026-03-09T17:49:00Z'],
    ['en', 'Mon Mar 09, 2026 5:49 am EST', '2026-03-09T10:49:00Z'],
    ['en', 'March 9, 2026 5:49 PDT', '2026-03-09T12:49:00Z'],
    ['en', 'Mon, 09 Mar 2026 05:49:10 +0100', '2026-03-09T04:49:10Z'],
    ['en', 'March 9, 2026 5:49 p. m.', '2026-03-09T17:49:00Z'],
    ['en', 'March 9, 2026 5:49 pm GMT-5', '2026-03-09T22:49:00Z'],
    ['en', 'March 9, 2026 5:49 pm UTC+05:30', '2026-03-09T12:19:00Z'],
    ['en', 'March 9, 2026 14:05 -0300', '2026-03-09T17:05:00Z'],
    ['en', '4.19.1 – March 2, 2026', '2026-03-02T00:00:00Z'],
    ['en', '2026-03-09 14:05 CET', '2026-03-09T13:05:00Z'],
    ['en', '2026-03-09 14:05 GMT+9', '2026-03-09T05:05:00Z'],
    ['en', '2026-03-09T14:05:30 UTC-4', '2026-03-09T18:05:30Z'],
    ['en', '2026-03-09 14:05 (GMT+5:30)', '2026-03-09T08:35:00Z'],
    ['en', '9 March 2026 at 7.45am GMT', '2026-03-09T07:45:00Z'],
    ['en', 'March 9, 2026, 7.45 p.m. PST', '2026-03-10T03:45:00Z'],
    ['en', '9 March 2026 09.05.07', '2026-03-09T09:05:07Z'],
    ['fr', 'hier à 21h', '2026-03-14T21:00:00Z'],
    ['fr', "Aujourd'hui à 8 h", '2026-03-15T08:00:00Z'],
    ['fr', 'avant-hier, 7 h 05', '2026-03-13T07:05:00Z'],
    ['fr', '9 mars 2026 à 14h', '2026-03-09T14:00:00Z'],
    ['de', 'gestern um 9 Uhr', '2026-03-14T09:00:00Z'],
    ['da', 'i går kl. 18', '2026-03-14T18:00:00Z'],
    ['en', 'May 2', '2025-05-02T00:00:00Z'],
    ['de', '9. März 2026, 14:30 Uhr', '2026-03-09T14:30:00Z'],
    ['de', '09.03.26', '2026-03-09T00:00:00Z'],
    ['de', 'Mo., 9. Jänner 2026', '2026-01-09T00:00:00Z'],
    ['fr', 'Publié le 1er mars 2026 à 14h30', '2026-03-01T14:30:00Z'],
    ['fr', '9 févr. 2026', '2026-02-09T00:00:00Z'],
    ['es', '9 de marzo de 2026', '2026-03-09T00:00:00Z'],
    ['it', '9 gennaio 2026', '2026-01-09T00:00:00Z'],
    ['pt', '9 de março de 2026 às 10h04', '2026-03-09T10:04:00Z'],
    ['nl', '9 maart 2026', '2026-03-09T00:00:00Z'],
    ['sv', '9 mars 2026 kl. 14.05', '2026-03-09T14:05:00Z'],
    ['pl', '9 marca 2026', '2026-03-09T00:00:00Z'],
    ['cs', '9. března 2026', '2026-03-09T00:00:00Z'],
    ['ru', '9 марта 2026 г., 08:03', '2026-03-09T08:03:00Z'],
    ['uk', '9 березня 2026', '2026-03-09T00:00:00Z'],
    ['tr', '9 Mart 2026', '2026-03-09T00:00:00Z'],
    ['el', '9 Μαρτίου 2026', '2026-03-09T00:00:00Z'],
    ['hu', '2026. március 9.', '2026-03-09T00:00:00Z'],
    ['fi', '9. maaliskuuta 2026', '2026-03-09T00:00:00Z'],
    ['vi', '9 tháng 3, 2026', '2026-03-09T00:00:00Z'],
    ['id', '9 Maret 2026', '2026-03-09T00:00:00Z'],
    ['th', '9 มีนาคม 2569', '2026-03-09T00:00:00Z'],
    ['ja', '2026年3月9日 14時05分', '2026-03-09T14:05:00Z'],
    ['ja', '令和8年3月9日', '2026-03-09T00:00:00Z'],
    ['zh', '2026年03月09日 下午2:05', '2026-03-09T14:05:00Z'],
    ['zh', '03月09日', '2026-03-09T00:00:00Z'],
    ['ko', '2026년 3월 9일 오후 2:05', '2026-03-09T14:05:00Z'],
    ['ar', '٩ مارس ٢٠٢٦', '2026-03-09T00:00:00Z'],
    ['hi', '9 फरवरी 2026, 06:07', '2026-02-09T06:07:00Z'],
    ['he', '9 במרץ 2026', '2026-03-09T00:00:00Z'],
  ])('%s: %s', (language, text, expected) => {
    expect(iso(reader(language).text(text))).toBe(expected);
  });

  it.each([
    ['en', '3 Mar 09:15', '2026-03-03T09:15:00Z'],
    ['en', '3 March, 5 pm', '2026-03-03T17:00:00Z'],
    ['en', 'Mar 3, 09:15-10:30', '2026-03-03T09:15:00Z'],
    ['en', '3 Mar 09:15 24 comments', '2026-03-03T09:15:00Z'],
    ['en', 'Tue Mar 3 15:04:05 2026', '2026-03-03T15:04:05Z'],
    ['en', '3 Mar 26, 09:15', '2026-03-03T09:15:00Z'],
    ['es', '31 de jul, 15:25', '2025-07-31T15:25:00Z'],
    ['de', '31.07. 15:25', '2025-07-31T15:25:00Z'],
    ['de', '31.07.15:25', '2025-07-31T15:25:00Z'],
    ['de', '3. März 15 Uhr', '2026-03-03T15:00:00Z'],
    ['de', '03.03.26 15:25', '2026-03-03T15:25:00Z'],
    ['fr', '3 mars, 14h30', '2026-03-03T14:30:00Z'],
    ['fr', '3 mars à 15h', '2026-03-03T15:00:00Z'],
    ['sv', '3 mars kl. 14.05', '2026-03-03T14:05:00Z'],
    ['sv', '3 mars, 09.15', '2026-03-03T09:15:00Z'],
    ['it', '3 marzo ore 09.15', '2026-03-03T09:15:00Z'],
    ['nl', '3 mrt 09:15', '2026-03-03T09:15:00Z'],
    ['pl', '3 marca, 09:15', '2026-03-03T09:15:00Z'],
    ['ru', '3 марта, 09:15', '2026-03-03T09:15:00Z'],
    ['tr', '3 Mart 09:15', '2026-03-03T09:15:00Z'],
    ['ja', '3月3日 14時05分', '2026-03-03T14:05:00Z'],
    ['ko', '3월 3일 오후 2:05', '2026-03-03T14:05:00Z'],
  ])('%s: %s has an hour, not a year', (language, text, expected) => {
    expect(iso(reader(language).text(text))).toBe(expected);
  });

  it.each(['13th Gen', '13th Gen Intel Core i7', '2nd Set', '09:15', 'Mar 09:15', '15:25 31.07'])(
    '%s is no date in any language',
    (text) => {
      const all = dateReader({ now: NOW, offset: null, dayFirst: true }, fullLexicon());
      expect(all.text(text)).toBeNull();
    },
  );

  it('takes tomorrow with an hour as it takes tomorrow', () => {
    const { text } = dateReader({ now: NOW, offset: null, dayFirst: true }, lexiconFor('en'));
    expect(text('Mar 16 12:01')?.time).toBe(Date.parse('2026-03-16T12:01:00Z'));
    expect(text('17 Mar 2026 00:01')).toBeNull();
  });

  it('keeps the day whatever the hour beside it', () => {
    const reading = { now: NOW, offset: null, dayFirst: true };
    const languages = DATE_LANGUAGES.filter((language) => !['eu', 'fa'].includes(language));
    const day = fc.date({
      min: new Date('2001-01-01T00:00:00Z'),
      max: new Date('2026-03-14T00:00:00Z'),
      noInvalidDate: true,
    });
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const options = [
      { day: 'numeric', month: 'short' },
      { day: 'numeric', month: 'long' },
      { day: 'numeric', month: 'long', year: 'numeric' },
    ] as const;
    fc.assert(
      fc.property(
        day,
        time,
        fc.constantFrom(...languages),
        fc.constantFrom(...options),
        fc.constantFrom(' ', ', ', ' · ', ' - '),
        (date, clock, language, option, between) => {
          const text = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
            ...option,
            timeZone: 'UTC',
          }).format(date);
          const read = (line: string) => {
            const found = dateReader(reading, lexiconFor(language)).text(line);
            return found === null ? null : Math.floor(found.time / 86_400_000);
          };
          expect(read(`${text}${between}${clock}`), `${language}: ${text}${between}${clock}`).toBe(
            read(text),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    ['en', '3 hours ago', '2026-03-15T09:00:00Z'],
    ['en', 'an hour ago', '2026-03-15T11:00:00Z'],
    ['en', 'yesterday', '2026-03-14T00:00:00Z'],
    ['en', 'Yesterday at 5:30 pm', '2026-03-14T17:30:00Z'],
    ['de', 'vor 12 Minuten', '2026-03-15T11:48:00Z'],
    ['de', 'vor einer Stunde', '2026-03-15T11:00:00Z'],
    ['de', 'Gestern, 18:15 Uhr', '2026-03-14T18:15:00Z'],
    ['fr', 'il y a 2 heures', '2026-03-15T10:00:00Z'],
    ['es', 'hace 3 días', '2026-03-12T12:00:00Z'],
    ['it', '3 ore fa', '2026-03-15T09:00:00Z'],
    ['pt', 'Há 40 minutos', '2026-03-15T11:20:00Z'],
    ['nl', '2 uur geleden', '2026-03-15T10:00:00Z'],
    ['sv', 'för 3 timmar sedan', '2026-03-15T09:00:00Z'],
    ['pl', '5 godzin temu', '2026-03-15T07:00:00Z'],
    ['ru', '5 часов назад', '2026-03-15T07:00:00Z'],
    ['ru', 'Сегодня, 08:03', '2026-03-15T08:03:00Z'],
    ['tr', '2 saat önce', '2026-03-15T10:00:00Z'],
    ['ja', '3時間前', '2026-03-15T09:00:00Z'],
    ['zh', '3小时前', '2026-03-15T09:00:00Z'],
    ['ko', '3시간 전', '2026-03-15T09:00:00Z'],
    ['ar', 'منذ 3 ساعات', '2026-03-15T09:00:00Z'],
    ['hi', '3 घंटे पहले', '2026-03-15T09:00:00Z'],
    ['el', 'πριν από 3 ώρες', '2026-03-15T09:00:00Z'],
    ['en', '1 month ago', '2026-02-15T12:00:00Z'],
  ])('%s: %s counts back from the fetch', (language, text, expected) => {
    expect(iso(reader(language).text(text))).toBe(expected);
  });

  it.each([
    '94 m²',
    '72 min',
    '12 comments',
    'Version 4.19.1',
    '3:2',
    'Top 10 of 2025',
    '€1.200',
    '555-1234',
  ])('%s is no date', (text) => {
    expect(reader('en').text(text)).toBeNull();
  });

  it('takes a bare counter where the page marks it as a date', () => {
    expect(iso(reader('en').machine('3h'))).toBe('2026-03-15T09:00:00Z');
  });

  it('reads 03/04 as the page does, unless that would be in the future', () => {
    expect(iso(reader('en', { dayFirst: false }).text('03/04/2026'))).toBe('2026-03-04T00:00:00Z');
    expect(iso(reader('en', { dayFirst: true }).text('03/02/2026'))).toBe('2026-02-03T00:00:00Z');
    expect(iso(reader('en', { dayFirst: true }).text('03/12/2026'))).toBe('2026-03-12T00:00:00Z');
  });

  it('takes a time without a zone as one of the page', () => {
    expect(iso(reader('de', { offset: 60 }).text('09.03.2026 14:30'))).toBe('2026-03-09T13:30:00Z');
    expect(iso(reader('de', { offset: 60 }).machine('2026-03-09T14:30:00'))).toBe(
      '2026-03-09T13:30:00Z',
    );
    expect(iso(reader('de', { offset: 60 }).machine('2026-03-09'))).toBe('2026-03-09T00:00:00Z');
  });

  it('takes nothing that is more than a day ahead', () => {
    expect(reader('en').text('17 March 2026')).toBeNull();
    expect(iso(reader('en').text('16 March 2026'))).toBe('2026-03-16T00:00:00Z');
  });

  it('reads a date of another language than the page says', () => {
    expect(iso(reader('en').text('9. März 2026'))).toBe('2026-03-09T00:00:00Z');
  });

  it('reads every date that ICU writes, in every language', () => {
    const reading = { now: NOW, offset: null, dayFirst: true };
    const day = fc.date({
      min: new Date('2001-01-01T00:00:00Z'),
      max: new Date('2026-03-14T00:00:00Z'),
      noInvalidDate: true,
    });
    const languages = DATE_LANGUAGES.filter((language) => !['eu', 'fa'].includes(language));
    fc.assert(
      fc.property(day, fc.constantFrom(...languages), (date, language) => {
        const midnight = Math.floor(date.getTime() / 86_400_000) * 86_400_000;
        const text = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
          dateStyle: 'long',
          timeZone: 'UTC',
        }).format(midnight);
        const found = dateReader(reading, lexiconFor(language)).text(text);
        expect(iso(found), `${language}: ${text}`).toBe(iso({ time: midnight }));
      }),
      { numRuns: runs(400) },
    );
  });

  it('never throws and never answers with a date ahead', () => {
    const all = dateReader({ now: NOW, offset: null, dayFirst: true }, fullLexicon());
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const found = all.text(text);
        return found === null || found.time <= NOW + 86_400_000;
      }),
    );
  });
});

it('a date is ahead when its day is, and what is no date is not', () => {
  const { ahead } = reader('en');
  const found = ['17 March 2026', '2026-03-17', '2026-03-15', '9 March 2026', 'soon'].map(ahead);
  expect(found.map((date) => date !== null)).toEqual([true, true, false, false, false]);
});
