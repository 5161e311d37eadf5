import { describe, expect, it } from 'vitest';
import { findDate } from '../../src/dates/index.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const at = (text: string, options: Partial<Parameters<typeof findDate>[1]> = {}) => {
  const found = findDate(text, { now: NOW, ...options });
  return found === null ? null : new Date(found.time).toISOString();
};

describe('findDate', () => {
  it.each([
    ['vor 3 Stunden', {}, '2026-03-15T09:00:00.000Z'],
    ['13 mars 2026, 8 h 30', { language: 'fr' }, '2026-03-13T08:30:00.000Z'],
    [
      '13 mars 2026, 8 h 30',
      { language: 'fr', timeZone: 'Europe/Paris' },
      '2026-03-13T07:30:00.000Z',
    ],
    // In summer the zone is an hour further from UTC than now.
    [
      '13 août 2025, 8 h 30',
      { language: 'fr', timeZone: 'Europe/Paris' },
      '2025-08-13T06:30:00.000Z',
    ],
    ['2026-03-13T08:30:00-05:00', { timeZone: 'Europe/Paris' }, '2026-03-13T13:30:00.000Z'],
    ['03/04/2025', { language: 'de' }, '2025-04-03T00:00:00.000Z'],
    ['03/04/2025', { language: 'en-US' }, '2025-03-04T00:00:00.000Z'],
    ['03/04/2025', {}, '2025-03-04T00:00:00.000Z'],
    ['03/04/2025', { dayFirst: true }, '2025-04-03T00:00:00.000Z'],
    ['No date here', {}, null],
    ['Quay 2.5.20', {}, null],
    ['v12.5.19', {}, null],
    ['Stand: 2.5.20', {}, '2020-05-02T00:00:00.000Z'],
    ['am 2.5.20', {}, '2020-05-02T00:00:00.000Z'],
    ['Released 02.05.20', {}, '2020-05-02T00:00:00.000Z'],
    ['20 March 2026', {}, null],
  ])('%s %j', (text, options, time) => {
    expect(at(text, options)).toBe(time);
  });

  it('says whether the text has a time of day', () => {
    expect(findDate('13 March 2026', { now: NOW })?.hasTime).toBe(false);
    expect(findDate('13 March 2026, 8:30', { now: NOW })?.hasTime).toBe(true);
  });

  it('refuses a time zone that does not exist', () => {
    expect(() => at('13 March 2026', { timeZone: 'Mars/Olympus' })).toThrow('Mars/Olympus');
  });
});

const MIDDAY = Date.UTC(2026, 10, 28, 14);
const read = (text: string, language = 'en') => {
  const found = findDate(text, { now: MIDDAY, language });
  return found === null ? null : new Date(found.time).toISOString().slice(0, 16);
};

it.each([
  ['Jul 11 - Aug 11', 'en', '2026-07-11T00:00'],
  ['11 Jul – 11 Aug', 'en', '2026-07-11T00:00'],
  ['11. Juli - 11. August', 'de', '2026-07-11T00:00'],
  ['11 juil. - 11 août', 'fr', '2026-07-11T00:00'],
  ['11 jul / 11 ago', 'es', '2026-07-11T00:00'],
  ['11 lip - 12 sie', 'pl', '2026-07-11T00:00'],
  ['9 March 26', 'en', '2026-03-09T00:00'],
  ['09-Mar-26', 'en', '2026-03-09T00:00'],
  ["March 9 '26", 'en', '2026-03-09T00:00'],
])('the day of another month is no year: %s', (text, language, date) => {
  expect(read(text, language)).toBe(date);
});

it.each([
  ['Nov 11, 2026 5:00 PM - 6:00 PM', '2026-11-11T17:00'],
  ['Nov 11, 2026 5-6 PM', '2026-11-11T17:00'],
  ['Nov 11, 2026 11-1 pm', '2026-11-11T11:00'],
  ['Nov 11, 2026 10:00-12:00', '2026-11-11T10:00'],
  ['2026-11-11 10:00-12:00', '2026-11-11T10:00'],
  ['11 Nov 2026 22:00–02:00', '2026-11-11T22:00'],
  ['2026-11-11 10:00-05:00', '2026-11-11T15:00'],
  ['2026-11-11T10:00-05:00', '2026-11-11T15:00'],
  ['Nov 11, 2026 10:00 -0500', '2026-11-11T15:00'],
])('the end of a time is no zone: %s', (text, date) => {
  expect(read(text)).toBe(date);
});
