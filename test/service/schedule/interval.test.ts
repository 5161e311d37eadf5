import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, WEEK } from '../../../src/service/schedule/durations.js';
import {
  CEILING,
  DEFAULT_FLOOR,
  type IntervalInput,
  MAX_HINT_LENGTH,
  nextRefreshAt,
  publishingGap,
} from '../../../src/service/schedule/interval.js';

const NOW = Date.UTC(2024, 10, 20, 12, 0);
const NO_HINTS = { minIntervalMs: null, skipHours: [], skipDays: [] };

function wait(input: Partial<IntervalInput>): number {
  const filled = {
    now: NOW,
    itemDates: [],
    hints: NO_HINTS,
    freshForMs: null,
    retryAfterMs: null,
    random: () => 0.5,
    ...input,
  };
  return nextRefreshAt(filled) - filled.now;
}

/** `count` items, `gap` apart, the newest one `gap` ago. */
function every(gap: number, count = 20): number[] {
  return Array.from({ length: count }, (_, index) => NOW - (index + 1) * gap);
}

describe('an interval that the owner decided', () => {
  it.each<[string, Partial<IntervalInput>, number]>([
    ['is kept to', { interval: 15 * MINUTE }, 15 * MINUTE],
    ['is never shorter than the floor', { interval: MINUTE, floorMs: 10 * MINUTE }, 10.5 * MINUTE],
    [
      'stands above what the document asks for',
      { interval: HOUR, freshForMs: DAY, hints: { ...NO_HINTS, minIntervalMs: DAY } },
      HOUR,
    ],
    ['stands below Retry-After', { interval: HOUR, retryAfterMs: DAY }, 1.05 * DAY],
    ['is never longer than a week', { interval: WEEK }, 0.95 * WEEK],
  ])('%s', (_, input, expected) => {
    expect(wait({ itemDates: every(3 * HOUR), ...input })).toBe(expected);
  });
});

describe('publishingGap', () => {
  const cases: [string, (number | null)[], number][] = [
    ['no dates', [], 30 * MINUTE],
    ['only undated items', [null, null], 30 * MINUTE],
    ['one date', [NOW - HOUR], 30 * MINUTE],
    ['two dates', [NOW, NOW - 2 * HOUR], 2 * HOUR],
    ['an hourly source', every(HOUR), HOUR],
    ['dates in any order', every(HOUR).reverse(), HOUR],
    ['uneven gaps', [NOW, NOW - HOUR, NOW - 6 * HOUR, NOW - 8 * HOUR], 2 * HOUR],
    ['undated items between dated ones', [null, ...every(HOUR), null], HOUR],
    [
      'one long pause among short gaps',
      [NOW, NOW - 1 * HOUR, NOW - 2 * HOUR, NOW - 90 * HOUR],
      HOUR,
    ],
    ['an even number of gaps', [NOW, NOW - HOUR, NOW - 4 * HOUR], 2 * HOUR],
    ['only the newest 20 count', [...every(HOUR), NOW - 300 * DAY, NOW - 600 * DAY], HOUR],
    ['a date in the future', [NOW + HOUR, NOW - HOUR], 2 * HOUR],
    // Twenty posts of one second, a hundred days ago: every five minutes would be absurd.
    ['a burst long ago', new Array(20).fill(NOW - 100 * DAY), DAY],
    [
      'a weekday source on a Sunday',
      every(10 * MINUTE).map((date) => date - 50 * HOUR),
      30.1 * MINUTE,
    ],
  ];
  it.each(cases)('%s', (_, dates, expected) => {
    expect(publishingGap(dates, NOW) / MINUTE).toBeCloseTo(expected / MINUTE);
  });
});

describe('nextRefreshAt', () => {
  const cases: [string, Partial<IntervalInput>, number, number][] = [
    ['the gap, ±10 %', { itemDates: every(HOUR) }, 0.9 * HOUR, 1.1 * HOUR],
    ['the floor', { itemDates: every(1000) }, DEFAULT_FLOOR, 1.1 * DEFAULT_FLOOR],
    ['a floor of the operator', { itemDates: every(1000), floorMs: MINUTE }, MINUTE, 1.1 * MINUTE],
    ['a floor above the gap', { itemDates: every(HOUR), floorMs: 3 * HOUR }, 3 * HOUR, 3.3 * HOUR],
    ['the ceiling', { itemDates: every(30 * DAY) }, 0.9 * CEILING, CEILING],
    [
      'ttl or updatePeriod',
      { itemDates: every(HOUR), hints: { ...NO_HINTS, minIntervalMs: 2 * HOUR } },
      2 * HOUR,
      2.2 * HOUR,
    ],
    [
      'a ttl shorter than the gap changes nothing',
      { itemDates: every(HOUR), hints: { ...NO_HINTS, minIntervalMs: MINUTE } },
      0.9 * HOUR,
      1.1 * HOUR,
    ],
    ['max-age', { itemDates: every(HOUR), freshForMs: 5 * HOUR }, 5 * HOUR, 5.5 * HOUR],
    ['Retry-After', { itemDates: every(HOUR), retryAfterMs: 6 * HOUR }, 6 * HOUR, 6.6 * HOUR],
    [
      'the longest of several',
      { freshForMs: 5 * HOUR, retryAfterMs: 2 * HOUR, hints: { ...NO_HINTS, minIntervalMs: HOUR } },
      5 * HOUR,
      5.5 * HOUR,
    ],
    ['a max-age above the ceiling', { freshForMs: 2 * DAY }, 2 * DAY, 2.2 * DAY],
    [
      'a max-age of a year is a week',
      { freshForMs: 365 * DAY },
      MAX_HINT_LENGTH,
      1.1 * MAX_HINT_LENGTH,
    ],
  ];
  it.each(cases)('%s', (_, input, least, most) => {
    expect(wait({ ...input, random: () => 0 })).toBeCloseTo(least, -1);
    expect(wait({ ...input, random: () => 1 - Number.EPSILON })).toBeCloseTo(most, -1);
  });

  it('moves on to the first hour that skipHours leaves open, and spreads feeds within it', () => {
    const hints = { ...NO_HINTS, skipHours: [12, 13, 14] };
    const at = (random: () => number) =>
      new Date(NOW + wait({ itemDates: every(5 * MINUTE), hints, random })).toISOString();
    expect(at(() => 0)).toBe('2024-11-20T15:00:00.000Z');
    expect(at(() => 0.5)).toBe('2024-11-20T15:03:00.000Z');
  });

  it('moves on to the first day that skipDays leaves open', () => {
    const friday = Date.UTC(2024, 10, 22, 23, 50);
    const hints = { ...NO_HINTS, skipDays: [0, 6] };
    const due = friday + wait({ now: friday, hints, random: () => 0 });
    expect(new Date(due).toISOString()).toBe('2024-11-25T00:00:00.000Z');
  });

  it('does not obey a document that closes the whole week', () => {
    const hints = { ...NO_HINTS, skipDays: [0, 1, 2, 3, 4, 5, 6] };
    expect(wait({ hints, itemDates: every(HOUR) })).toBe(HOUR);
  });

  const duration = fc.option(fc.integer({ min: 0, max: 400 * DAY }));
  const anyInput = fc.record({
    now: fc.integer({ min: NOW - 900 * DAY, max: NOW + 900 * DAY }),
    itemDates: fc.array(fc.option(fc.integer({ min: NOW - 1000 * DAY, max: NOW })), {
      maxLength: 40,
    }),
    freshForMs: duration,
    retryAfterMs: duration,
    floorMs: fc.integer({ min: 1000, max: DAY }),
    random: fc.double({ min: 0, max: 0.999999, noNaN: true }).map((value) => () => value),
    hints: fc.record({
      minIntervalMs: duration,
      skipHours: fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { maxLength: 23 }),
      skipDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
    }),
  });

  it('is never sooner than the floor and what the publisher asks for', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const asked = Math.max(
          input.hints.minIntervalMs ?? 0,
          input.freshForMs ?? 0,
          input.retryAfterMs ?? 0,
        );
        expect(wait(input)).toBeGreaterThanOrEqual(Math.max(input.floorMs, Math.min(asked, WEEK)));
      }),
    );
  });

  it('lies in an open hour of an open day', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const due = new Date(nextRefreshAt(input));
        expect(input.hints.skipHours).not.toContain(due.getUTCHours());
        expect(input.hints.skipDays).not.toContain(due.getUTCDay());
      }),
    );
  });

  it('is within a day when nobody asks for more', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const plain = { ...input, hints: NO_HINTS, freshForMs: null, retryAfterMs: null };
        expect(wait({ ...plain, floorMs: DEFAULT_FLOOR })).toBeLessThanOrEqual(CEILING);
      }),
    );
  });
});
