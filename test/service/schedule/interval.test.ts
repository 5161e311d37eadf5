import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, WEEK } from '../../../src/service/core/durations.js';
import {
  ceilingFor,
  DEFAULT_CEILING,
  DEFAULT_FLOOR,
  type IntervalInput,
  MAX_HINT_LENGTH,
  newestDates,
  nextFetch,
} from '../../../src/service/schedule/interval.js';
import { longestWait } from '../../../src/service/schedule/longest-wait.js';
import { startRhythm } from '../../../src/service/schedule/rhythm.js';

const NOW = Date.UTC(2024, 10, 20, 12, 0);
/** At another hour each time. */
const RARELY = 30 * DAY + 7 * HOUR;

const NO_HINTS = { minIntervalMs: null, skipHours: [], skipDays: [] };

type Input = Partial<Omit<IntervalInput, 'rhythm'>> & { itemDates?: readonly (number | null)[] };

function next({ itemDates = [], ...input }: Input) {
  const now = input.now ?? NOW;
  const filled = {
    now,
    rhythm: startRhythm(itemDates, now),
    hints: NO_HINTS,
    freshForMs: null,
    retryAfterMs: null,
    random: () => 0.5,
    ...input,
  };
  return nextFetch(filled);
}

function wait(input: Input): number {
  return next(input).at - (input.now ?? NOW);
}

/** `count` items, `gap` apart, the newest one `gap` ago. */
function every(gap: number, count = 20): number[] {
  return Array.from({ length: count }, (_, index) => NOW - (index + 1) * gap);
}

describe('an interval that the owner decided', () => {
  it.each<[string, Input, number]>([
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

describe('nextFetch', () => {
  const cases: [string, Input, number, number][] = [
    ['the floor', { itemDates: every(1000) }, DEFAULT_FLOOR, 1.01 * DEFAULT_FLOOR],
    ['a floor of the operator', { itemDates: every(100), floorMs: MINUTE }, MINUTE, 1.01 * MINUTE],
    [
      'a floor above the ceiling',
      { itemDates: every(HOUR), floorMs: 3 * HOUR },
      3 * HOUR,
      3 * HOUR,
    ],
    ['the ceiling', { itemDates: every(RARELY) }, 0.99 * DEFAULT_CEILING, DEFAULT_CEILING],
    [
      'a ceiling of the operator',
      { itemDates: every(RARELY), ceilingMs: 15 * MINUTE },
      0.99 * 15 * MINUTE,
      15 * MINUTE,
    ],
    [
      'ttl or updatePeriod',
      { itemDates: every(HOUR), hints: { ...NO_HINTS, minIntervalMs: 2 * HOUR } },
      2 * HOUR,
      2.2 * HOUR,
    ],
    [
      'a ttl of 0 changes nothing',
      { itemDates: every(RARELY), hints: { ...NO_HINTS, minIntervalMs: 0 } },
      0.99 * DEFAULT_CEILING,
      DEFAULT_CEILING,
    ],
    [
      'a ttl of 50 years is a week',
      { hints: { ...NO_HINTS, minIntervalMs: 50 * 365 * DAY } },
      MAX_HINT_LENGTH,
      1.1 * MAX_HINT_LENGTH,
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
    expect(wait({ hints, itemDates: every(RARELY) })).toBe(0.995 * HOUR);
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
        const due = new Date(next(input).at);
        expect(input.hints.skipHours).not.toContain(due.getUTCHours());
        expect(input.hints.skipDays).not.toContain(due.getUTCDay());
      }),
    );
  });

  it('is within the ceiling when nobody asks for more', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const plain = { ...input, hints: NO_HINTS, freshForMs: null, retryAfterMs: null };
        expect(wait({ ...plain, floorMs: DEFAULT_FLOOR })).toBeLessThanOrEqual(DEFAULT_CEILING);
      }),
    );
  });
});

describe('the reason', () => {
  const berlin = { from: 13 * 60, to: 15 * 60, timeZone: 'Europe/Berlin' };
  it.each<[string, Input]>([
    ['rhythm', { itemDates: every(20 * HOUR) }],
    ['ceiling', { itemDates: every(RARELY) }],
    ['floor', { itemDates: every(1000) }],
    ['floor', { interval: MINUTE }],
    ['floor', { itemDates: every(RARELY), floorMs: HOUR, ceilingMs: HOUR }],
    ['publisher', { hints: { ...NO_HINTS, minIntervalMs: 2 * HOUR } }],
    ['publisher', { interval: MINUTE, retryAfterMs: HOUR }],
    ['skip_hours', { hints: { ...NO_HINTS, skipHours: [12, 13] } }],
    ['interval', { interval: 15 * MINUTE }],
    ['quiet_hours', { interval: 15 * MINUTE, quiet: berlin }],
    ['paused', { interval: 0, quiet: berlin }],
  ])('is %s', (reason, input) => {
    expect(next(input).reason).toBe(reason);
  });
});

it('keeps out of quiet hours', () => {
  const quiet = { from: 13 * 60, to: 15 * 60, timeZone: 'Europe/Berlin' };
  const { at } = next({ itemDates: every(HOUR), quiet, random: () => 0 });
  expect(new Date(at).toISOString()).toBe('2024-11-20T14:00:00.000Z');
});

describe('ceilingFor', () => {
  it.each([
    [35, HOUR],
    [30, HOUR],
    [25, 6 * HOUR],
  ])('%s requests a day', (budget, ceiling) => {
    expect(ceilingFor(budget)).toBe(ceiling);
  });
});

describe('newestDates', () => {
  it('has the newest 20, newest first, without the missing ones', () => {
    const dates = newestDates([null, ...every(HOUR, 30).reverse(), null]);
    expect(dates).toEqual(every(HOUR, 20));
  });
});

it('the longest wait has room for an interval with its jitter, skipped days and quiet hours', () => {
  expect(longestWait()).toBeCloseTo(1.1 * WEEK + (WEEK + 2 * HOUR) + (DAY + 2 * HOUR));
  expect(longestWait(3 * WEEK) - longestWait()).toBeCloseTo(2.2 * WEEK);
});
