import { describe, expect, it } from 'vitest';
import { dateReader } from '../../src/dates/find-date.js';
import { moment, readMachineDate, statedOffset, wholeDay } from '../../src/dates/iso.js';
import { lexiconFor } from '../../src/dates/lexicon.js';
import { fullYear, isFuture, type Reading, withoutYear, yearOf } from '../../src/dates/reading.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const READING: Reading = { now: NOW, offset: null, dayFirst: true };
const reader = (more: Partial<Reading> = {}, language = 'en') =>
  dateReader({ ...READING, ...more }, lexiconFor(language));
const { machine, text, ahead, month } = reader();
const iso = (found: { time: number } | null) => found && new Date(found.time).toISOString();

describe('a day', () => {
  it.each([
    [1970, 1, 1, true],
    [1969, 12, 31, false],
    [2200, 12, 31, true],
    [2201, 1, 1, false],
    [2026, 0, 1, false],
    [2026, 13, 1, false],
    [2026, 1, 0, false],
    [2026, 1, 31, true],
    [2026, 1, 32, false],
    [2026, 2, 29, false],
    [2024, 2, 29, true],
  ])('%i-%i-%i is one: %s', (year, monthOfYear, day, expected) => {
    const found = wholeDay([year, monthOfYear, day]);
    expect(found).toEqual(
      expected ? { time: Date.UTC(year, monthOfYear - 1, day), hasTime: false } : null,
    );
  });

  it.each([
    [24, 0, 0, true],
    [25, 0, 0, false],
    [0, 59, 0, true],
    [0, 60, 0, false],
    [0, 0, 60, true],
    [0, 0, 61, false],
  ])('has the time %i:%i:%i: %s', (hour, minute, second, expected) => {
    const found = moment([2026, 1, 1], [hour, minute, second], null);
    const time = Date.UTC(2026, 0, 1, hour, minute, second);
    expect(found).toEqual(expected ? { time, hasTime: true } : null);
  });

  it('begins earlier east of Greenwich', () => {
    expect(iso(moment([2026, 1, 2], [0, 0, 0], 60))).toBe('2026-01-01T23:00:00.000Z');
  });

  it.each([
    [Date.UTC(2026, 2, 16, 12), false],
    [Date.UTC(2026, 2, 15, 23), true],
  ])('is over a day ahead at %i: %s', (now, expected) => {
    expect(isFuture([2026, 3, 17], now)).toBe(expected);
  });

  it.each([
    [3, 16, [2026, 3, 16]],
    [3, 17, [2025, 3, 17]],
    [2, 29, null],
    [13, 1, null],
  ])('%i-%i without a year is in %j', (monthOfYear, day, expected) => {
    expect(withoutYear(monthOfYear, day, NOW)).toEqual(expected);
  });
});

describe('a year', () => {
  it.each([
    ['69', 2069],
    ['70', 1970],
    ['99', 1999],
    ['100', 100],
    ['2442', 2442],
    ['2443', 1900],
    ['2569', 2026],
  ])('%s is %i', (written, year) => {
    expect(fullYear(written)).toBe(year);
  });

  it.each([
    ['26', 2026],
    ['27', 1984],
    ['69', 2026],
    ['70', 1970],
    ['2026', 2026],
  ])('%s in Thailand is %i', (written, year) => {
    expect(yearOf(written, READING, true)).toBe(year);
  });
});

describe('what a machine wrote', () => {
  it.each([
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    [' 1700000000123 ', '2023-11-14T22:13:20.123Z'],
    ['17000000001', null],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T10:20', '2026-03-01T08:20:00.000Z'],
    ['2026-03-01T10:20:30Z', '2026-03-01T10:20:30.000Z'],
    ['2026-03-01 1020+01', '2026-03-01T09:20:00.000Z'],
    ['2026-03-01T10:20 GMT-1:30', '2026-03-01T11:50:00.000Z'],
    ['2026/03/01', null],
  ])('%s is %s', (value, expected) => {
    const found = readMachineDate(value, 120);
    expect(iso(found)).toBe(expected);
    expect(found?.hasTime ?? null).toBe(expected === null ? null : value !== '2026-03-01');
  });

  it.each([
    ['2026-03-01T10:20+05:30', 330],
    ['2026-03-01T10:20-01:30', -90],
    ['2026-03-01T10:20 UTC', 0],
    ['2026-03-01T10:20', null],
    ['2026-03-01', null],
    ['then', null],
  ])('%s states the offset %j', (value, offset) => {
    expect(statedOffset(value)).toBe(offset);
  });
});

describe('a page', () => {
  it.each([
    ['2026-03-16T12:00:00Z', '2026-03-16T12:00:00.000Z', null],
    ['2026-03-16T12:00:01Z', null, null],
    ['2026-03-17T00:00:00Z', null, '2026-03-17T00:00:00.000Z'],
    ['17 March 2026', null, '2026-03-17T00:00:00.000Z'],
    ['16 March 2026', '2026-03-16T00:00:00.000Z', null],
    ['3 hours', '2026-03-15T09:00:00.000Z', null],
    ['x', null, null],
  ])('marks %s as its date: %s, ahead: %s', (value, date, later) => {
    expect(iso(machine(value))).toBe(date);
    expect(iso(ahead(value))).toBe(later);
  });

  it.each([
    [`1 March 2026${' x'.repeat(74)}`, '2026-03-01T00:00:00.000Z'],
    [`1 March 2026${' x'.repeat(74)}y`, null],
    ['16 March 2026, 23:59', '2026-03-16T23:59:00.000Z'],
    ['3 hours', null],
    ['3 hours ago', '2026-03-15T09:00:00.000Z'],
    ['1 mars 2026', '2026-03-01T00:00:00.000Z'],
    ['mars 1', null],
  ])('says %s in a line: %s', (line, expected) => {
    expect(iso(text(line))).toBe(expected);
  });

  it('says that a day of its lines has no year', () => {
    expect(text('1 March')).toEqual({ time: Date.UTC(2026, 2, 1), hasTime: false, yearless: true });
    expect(text('1 March 2026')).not.toHaveProperty('yearless');
  });

  it.each([
    ['March 2026', { year: 2026, month: 3 }],
    ['2026 March', { year: 2026, month: 3 }],
    ['March', null],
    ['March 12', null],
    ['2026年12月', { year: 2026, month: 12 }],
    ['2026年13月', null],
    ['2026-12-05', null],
    ['2026/12', { year: 2026, month: 12 }],
    [`March 2026${' x'.repeat(25)}`, { year: 2026, month: 3 }],
    [`March 2026${' x'.repeat(25)}y`, null],
  ])('names the month %s: %j', (line, expected) => {
    expect(month(line)).toEqual(expected);
  });
});

describe('the words of months', () => {
  it.each([
    ['de', 'januar', 1],
    ['de', 'jan', 1],
    ['en', 'septem', 9],
  ])('in %s %s is one', (language, name, expected) => {
    const { months, abbreviations } = lexiconFor(language);
    expect(months.get(name) ?? abbreviations.get(name)).toBe(expected);
  });

  it('are no beginnings that two months have, or of two letters', () => {
    const { months, abbreviations } = lexiconFor('en');
    for (const name of ['ma', 'ju', 'se']) {
      expect([months.has(name), abbreviations.has(name)], name).toEqual([false, false]);
    }
    const { abbreviations: french } = lexiconFor('fr');
    expect(french.has('jui')).toBe(false);
    expect(french.get('juille')).toBe(7);
    expect([...abbreviations.keys()].some((start) => months.has(start))).toBe(false);
  });
});
