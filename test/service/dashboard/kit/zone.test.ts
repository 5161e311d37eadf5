import { describe, expect, it } from 'vitest';
import { dayIn, endOfDay, startOfDay } from '../../../../src/service/dashboard/kit/zone.js';

const at = Date.parse('2026-01-31T23:30:00Z');

describe('days of a zone', () => {
  it.each([
    ['UTC', '2026-01-31'],
    ['Europe/Berlin', '2026-02-01'],
    ['America/Los_Angeles', '2026-01-31'],
    ['Pacific/Kiritimati', '2026-02-01'],
    ['Asia/Kolkata', '2026-02-01'],
  ])('in %s 2026-01-31T23:30Z is %s', (zone, day) => {
    expect(dayIn(zone, at)).toBe(day);
  });

  it('a time before 1970 with milliseconds has its day, too', () => {
    expect(dayIn('Europe/Berlin', Date.parse('1969-12-31T22:59:59.999Z'))).toBe('1969-12-31');
    expect(dayIn('Europe/Berlin', Date.parse('1969-12-31T23:00:00.001Z'))).toBe('1970-01-01');
  });

  it.each([
    ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
    // The clocks go forward on this day, and back on the next one.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z'],
  ])('in %s %s begins at %s', (zone, day, start) => {
    const found = startOfDay(zone, day);
    expect(new Date(found).toISOString()).toBe(start);
    expect([dayIn(zone, found - 1) < day, dayIn(zone, found)]).toEqual([true, day]);
    const end = endOfDay(zone, day);
    expect([dayIn(zone, end - 1), dayIn(zone, end) > day]).toEqual([day, true]);
  });
});
