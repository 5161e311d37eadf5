import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, WEEK } from '../../../src/service/core/durations.js';
import { DEFAULT_FETCH_COST, patience } from '../../../src/service/schedule/patience.js';
import {
  formatRhythm,
  LASTING,
  learn,
  parseRhythm,
  RECENT,
  type Rhythm,
  startRhythm,
  timesOfAppearance,
} from '../../../src/service/schedule/rhythm.js';

/** A Wednesday. */
const NOW = Date.UTC(2024, 10, 20, 12);

function wait(rhythm: Rhythm, now = NOW, fetchCost = DEFAULT_FETCH_COST): number {
  return patience(rhythm, { now, fetchCost, atMost: HOUR });
}

/** Items `gap` apart, the newest one `gap` ago. */
function every(gap: number, count = 20): number[] {
  return Array.from({ length: count }, (_, index) => NOW - (index + 1) * gap);
}

describe('patience', () => {
  it('is shorter for a source that posts more', () => {
    const waits = [30 * DAY + 7 * HOUR, 2 * DAY + 7 * HOUR, 11 * HOUR, 3 * HOUR, HOUR].map((gap) =>
      wait(startRhythm(every(gap), NOW)),
    );
    expect(waits).toEqual(waits.toSorted((a, b) => b - a));
    expect(waits[0]).toBe(HOUR);
    expect(waits[4]).toBeLessThan(10 * MINUTE);
  });

  it('is shorter after a burst, and goes back to what it was', () => {
    const calm = startRhythm(every(10 * DAY), NOW);
    const burst = learn(calm, { times: [NOW - 20 * MINUTE, NOW - 10 * MINUTE, NOW - 1], now: NOW });
    expect(wait(burst)).toBeLessThan(wait(calm) / 4);
    expect(wait(burst, NOW + 2 * DAY)).toBeGreaterThan(wait(calm) / 2);
  });

  it('is shorter after an item was changed', () => {
    const calm = startRhythm(every(10 * DAY), NOW);
    expect(wait(learn(calm, { times: [], changed: 1, now: NOW }))).toBeLessThan(wait(calm));
  });

  it('is shorter at the hours and on the days at which the source posts', () => {
    const mondays = Array.from(
      { length: 20 },
      (_, week) => Date.UTC(2024, 10, 18, 9, 30) - week * WEEK,
    );
    const rhythm = startRhythm(mondays, NOW);
    const monday = Date.UTC(2024, 10, 25, 9, 5);
    expect(wait(rhythm, monday)).toBeLessThan(wait(rhythm, monday - DAY));
    expect(wait(rhythm, monday)).toBeLessThan(wait(rhythm, monday - 9 * HOUR));
  });

  it('takes the habit of the days that the wait lies in', () => {
    const days = Array.from({ length: 7 }, (_, day) => (day === 1 ? 40 : 0));
    const waitAt = (now: number) =>
      wait(
        { at: now, since: now - 90 * DAY, recent: [0, 0, 0], lasting: [9, 9], hours: [], days },
        now,
      );
    const monday = Date.UTC(2024, 10, 25);
    // Less than half of a step of five minutes before midnight.
    expect(waitAt(monday)).toBeCloseTo(waitAt(monday + 6 * HOUR), 0);
    expect(waitAt(monday - MINUTE)).toBeCloseTo(waitAt(monday), 0);
    expect(waitAt(monday - 4 * MINUTE)).toBeGreaterThan(waitAt(monday));
  });

  it('is shorter in a burst at the usual hour than in one at night', () => {
    const inBurst = (hour: number) => {
      const now = Date.UTC(2024, 10, 20, hour, 30);
      const hours = Array.from({ length: 24 }, (_, at) => (at === 9 ? 40 : 0));
      const known = { at: now, since: now - 90 * DAY, lasting: [0, 0], hours, days: [] };
      return wait({ ...known, recent: [3, 3, 3] }, now);
    };
    expect(inBurst(9)).toBeLessThan(inBurst(2));
  });

  it.each([1, 4, 24])('spends a request on its worth of waiting: %i items a day', (items) => {
    const rate = items / DAY;
    const steady: Rhythm = {
      ...{ at: NOW, since: NOW - 900 * DAY, hours: [], days: [] },
      recent: RECENT.map((life) => rate * life),
      lasting: LASTING.map((life) => rate * life),
    };
    // After T, the items have waited for rate * T * T / 2 together. What is assumed of all sources adds to it.
    const ideal = Math.sqrt((2 * DEFAULT_FETCH_COST) / rate);
    expect(wait(steady) / ideal).toBeGreaterThan(0.88);
    expect(wait(steady) / ideal).toBeLessThan(1.2);
    expect(patience(steady, { now: NOW, fetchCost: DEFAULT_FETCH_COST, atMost: ideal / 2 })).toBe(
      ideal / 2,
    );
    const nearly = wait(steady) - 1;
    expect(patience(steady, { now: NOW, fetchCost: DEFAULT_FETCH_COST, atMost: nearly })).toBe(
      nearly,
    );
  });

  it('is longer where requests cost more', () => {
    const rhythm = startRhythm(every(3 * HOUR), NOW);
    expect(wait(rhythm, NOW, 4 * DEFAULT_FETCH_COST)).toBeGreaterThan(1.5 * wait(rhythm));
  });

  it('learns a source without dates from when its items were first seen', () => {
    let rhythm = startRhythm([null, null], NOW);
    for (let now = NOW; now < NOW + 5 * DAY; now += HOUR) {
      const times = timesOfAppearance([null], { since: now - HOUR, now });
      rhythm = learn(rhythm, { times, now });
    }
    expect(wait(rhythm, NOW + 5 * DAY)).toBeLessThan(10 * MINUTE);
  });

  it.each([
    ['20 equal dates, long ago', new Array(20).fill(NOW - 100 * DAY), 50 * MINUTE],
    ['dates in the future only', every(HOUR).map((date) => date + 30 * DAY), 15 * MINUTE],
    ['no dates', new Array(20).fill(null), 15 * MINUTE],
  ])('%s', (_, dates, least) => {
    expect(wait(startRhythm(dates, NOW))).toBeGreaterThan(least);
  });

  it('takes a clock that went back and one that jumped ahead', () => {
    const rhythm = startRhythm(every(HOUR), NOW);
    const ahead = learn(rhythm, { times: [NOW + 400 * DAY], now: NOW + 400 * DAY });
    const back = learn(ahead, { times: [NOW + 1], now: NOW + MINUTE });
    expect(back.at).toBe(NOW + MINUTE);
    for (const time of [NOW - 400 * DAY, NOW, NOW + 400 * DAY]) {
      expect(wait(back, time)).toBeGreaterThan(0);
      expect(wait(back, time)).toBeLessThanOrEqual(HOUR);
    }
  });

  it('is positive and at most the ceiling, whatever was learned', () => {
    const time = fc.integer({ min: NOW - 900 * DAY, max: NOW + 900 * DAY });
    const dates = fc.array(fc.option(time), { maxLength: 40 });
    const fetch = fc.record({ dates, changed: fc.nat(3), since: time, now: time });
    fc.assert(
      fc.property(dates, fc.array(fetch, { maxLength: 5 }), time, (first, fetches, now) => {
        const rhythm = fetches.reduce(
          (known, { dates: shown, since, now: at, changed }) =>
            learn(known, { times: timesOfAppearance(shown, { since, now: at }), changed, now: at }),
          startRhythm(first, NOW),
        );
        const waited = wait(rhythm, now);
        expect(waited).toBeGreaterThan(0);
        expect(waited).toBeLessThanOrEqual(HOUR);
        expect(parseRhythm(formatRhythm(rhythm))).not.toBeNull();
      }),
    );
  });
});

describe('startRhythm', () => {
  it('counts an item of this very moment, and none of the future', () => {
    expect(startRhythm([NOW], NOW).recent[0]).toBeGreaterThan(0);
    expect(startRhythm([NOW + 1], NOW).recent).toEqual([0, 0, 0]);
  });
});

describe('the hours of a rhythm', () => {
  const hoursOf = (...dates: number[]) =>
    startRhythm(dates, NOW).hours.map((count) => Math.round(count * 100) / 100);

  it.each<[string, number, Record<number, number>]>([
    ['in the middle of an hour', 11.5, { 11: 1 }],
    ['in the first half of an hour', 10.25, { 9: 0.25, 10: 0.75 }],
    ['in the second half of an hour', 10.75, { 10: 0.75, 11: 0.25 }],
    ['around midnight', 0.25, { 23: 0.25, 0: 0.75 }],
    ['at midnight, which is a date without a time', 0, {}],
  ])('an item %s', (_, hour, expected) => {
    const hours = hoursOf(Date.UTC(2024, 10, 20) + hour * HOUR);
    expect(Object.fromEntries(Object.entries(hours).filter(([, count]) => count > 0))).toEqual(
      expected,
    );
  });

  it('fade, as the days do', () => {
    const old = NOW - 60 * DAY - 0.5 * HOUR;
    const { hours, days } = startRhythm([old], NOW);
    expect([hours[11], days[6]]).toEqual([expect.closeTo(Math.exp(-0.5), 2), hours[11]]);
    const later = learn(startRhythm([old], old), { times: [], now: NOW });
    expect(later.hours[11]).toBeCloseTo(hours[11] ?? 0);
    expect(later.days[6]).toBeCloseTo(hours[11] ?? 0);
    expect(later.lasting[1]).toBeCloseTo(startRhythm([old], NOW).lasting[1] ?? 0);
  });
});

describe('timesOfAppearance', () => {
  const between = { since: NOW - HOUR, now: NOW };
  it.each<[string, (number | null)[], number[]]>([
    [
      'dates between the fetches',
      [NOW - MINUTE, NOW - 2 * MINUTE],
      [NOW - 2 * MINUTE, NOW - MINUTE],
    ],
    ['no dates', [null, null], [NOW - HOUR / 2]],
    ['a date in the future', [NOW + 1], [NOW - HOUR / 2]],
    ['a date before the last fetch', [NOW - DAY], [NOW - HOUR / 2]],
    ['no items', [], []],
  ])('%s', (_, dates, times) => {
    expect(timesOfAppearance(dates, between)).toEqual(times);
  });

  it('is now when the clock went back between the fetches', () => {
    expect(timesOfAppearance([null], { since: NOW + DAY, now: NOW })).toEqual([NOW]);
  });
});

describe('a stored rhythm', () => {
  it('is the same after it was read back, but for rounding', () => {
    const rhythm = startRhythm(every(HOUR), NOW);
    const text = formatRhythm(rhythm);
    expect(text.length).toBeLessThan(400);
    const read = parseRhythm(text);
    expect(read).toMatchObject({ at: NOW, since: NOW - 20 * HOUR });
    expect(read?.lasting[0]).toBeCloseTo(rhythm.lasting[0] ?? 0, 1);
    expect(read && formatRhythm(read)).toBe(text);
  });

  it.each([null, '', 'x', '[]', '[1,2,[],[],[],[]]', '{"at":1}', '[1,2,[null,0,0],[0,0],[],[]]'])(
    'is unknown when it is %s',
    (text) => expect(parseRhythm(text)).toBeNull(),
  );
});
