import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatQuietHours,
  parseQuietHours,
  type QuietHours,
} from '../../../src/contract/quiet-hours.js';
import { DAY, HOUR } from '../../../src/service/core/durations.js';
import {
  afterQuietHours,
  isQuiet,
  readQuietHours,
} from '../../../src/service/schedule/quiet-hours.js';

function quiet(text: string): QuietHours {
  const read = readQuietHours(text);
  if (read === null) throw new Error(`"${text}" names no quiet hours.`);
  return read;
}

const end = (due: string, hours: string) =>
  new Date(afterQuietHours(Date.parse(due), quiet(hours), () => 0)).toISOString().slice(0, 16);

describe('afterQuietHours', () => {
  it.each([
    ['before them', '2026-01-15T20:59Z', '22:00-06:00 Europe/Berlin', '2026-01-15T20:59'],
    ['at their start', '2026-01-15T21:00Z', '22:00-06:00 Europe/Berlin', '2026-01-16T05:00'],
    ['after midnight', '2026-01-15T23:30Z', '22:00-06:00 Europe/Berlin', '2026-01-16T05:00'],
    ['at their end', '2026-01-16T05:00Z', '22:00-06:00 Europe/Berlin', '2026-01-16T05:00'],
    ['within a day', '2026-01-15T12:30Z', '12:00-13:15 UTC', '2026-01-15T13:15'],
    ['in summer', '2026-07-15T23:30Z', '22:00-06:00 Europe/Berlin', '2026-07-16T04:00'],
    // 2026-03-29: clocks go from 02:00 to 03:00, at 01:00 UTC.
    ['a night without 02:30', '2026-03-28T23:30Z', '22:00-06:00 Europe/Berlin', '2026-03-29T04:00'],
    [
      'an end that is skipped',
      '2026-03-28T23:30Z',
      '22:00-02:30 Europe/Berlin',
      '2026-03-29T01:00',
    ],
    // 2026-10-25: clocks go from 03:00 back to 02:00, at 01:00 UTC.
    [
      'a night with two 02:30',
      '2026-10-24T22:30Z',
      '22:00-06:00 Europe/Berlin',
      '2026-10-25T05:00',
    ],
    [
      'an end that comes twice',
      '2026-10-24T22:30Z',
      '22:00-02:30 Europe/Berlin',
      '2026-10-25T00:30',
    ],
    [
      'half an hour of summer time',
      '2026-04-04T14:50Z',
      '01:00-02:15 Australia/Lord_Howe',
      '2026-04-04T15:45',
    ],
    ['a zone of 45 minutes', '2026-01-15T18:00Z', '22:00-06:00 Asia/Kathmandu', '2026-01-16T00:15'],
  ])('%s', (_, due, hours, expected) => {
    expect(end(due, hours)).toBe(expected);
  });

  it('spreads feeds over some minutes', () => {
    const hours = quiet('22:00-06:00 UTC');
    const due = Date.parse('2026-01-15T23:00Z');
    const at = afterQuietHours(due, hours, () => 0.5);
    expect(new Date(at).toISOString()).toBe('2026-01-16T06:03:00.000Z');
  });

  it('is never quiet, never earlier, and less than a day and an hour away', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Pacific/Chatham',
      'Asia/Tehran',
    );
    const time = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) });
    fc.assert(
      fc.property(
        minute,
        minute,
        zone,
        time,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (from, to, timeZone, due, random) => {
          fc.pre(from !== to);
          const hours = { from, to, timeZone };
          const at = afterQuietHours(due, hours, () => random);
          expect(isQuiet(at, hours)).toBe(false);
          expect(at).toBeGreaterThanOrEqual(Math.floor(due / 60_000) * 60_000);
          expect(at).toBeLessThan(due + DAY + 1.5 * HOUR);
        },
      ),
    );
  });
});

describe('parseQuietHours', () => {
  it.each([
    ['none', 'none'],
    ['22:00-06:00 Europe/Berlin', '22:00-06:00 Europe/Berlin'],
    ['7:05-9:30 UTC', '07:05-09:30 UTC'],
  ])('reads %s', (text, canonical) => {
    const read = parseQuietHours(text);
    expect(read && formatQuietHours(read)).toBe(canonical);
  });

  it.each([
    '',
    '22-6 UTC',
    '22:00-06:00',
    '24:00-06:00 UTC',
    '22:60-06:00 UTC',
    '06:00-06:00 UTC',
    '22:00-06:00 Mars/Olympus',
    '22:00-06:00 +01:00',
    ' 22:00-06:00 UTC',
  ])('refuses "%s"', (text) => expect(parseQuietHours(text)).toBeNull());
});
