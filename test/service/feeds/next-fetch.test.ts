import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../src/service/core/durations.js';
import {
  nextFetchColumns,
  otherFetchColumns,
  rhythmOf,
  type ScheduleDeps,
} from '../../../src/service/feeds/next-fetch.js';
import { formatRhythm, startRhythm } from '../../../src/service/schedule/rhythm.js';

const NOW = Date.UTC(2026, 0, 15, 12);
const HINTS = { minIntervalMs: null, skipHours: [], skipDays: [] };
const FACTS = { now: NOW, rhythm: startRhythm([], NOW), hints: HINTS, freshForMs: null };
const NOON_TO_TWO = '12:00-14:00 UTC';

describe('the columns of the next fetch', () => {
  it.each([
    [{}, 6 * HOUR, null, 6 * HOUR, 'interval'],
    [{}, 6 * HOUR, '17:00-19:00 UTC', 7 * HOUR, 'quiet_hours'],
    [{ refreshFloorMs: 8 * HOUR }, 6 * HOUR, null, 8 * HOUR, 'floor'],
    [{ fetchCost: () => 1e15 }, null, null, HOUR, 'ceiling'],
    [{ fetchCost: () => 1e15, refreshCeilingMs: 3 * HOUR }, null, null, 3 * HOUR, 'ceiling'],
    [{ fetchCost: () => 0 }, null, null, 5 * MINUTE, 'floor'],
  ] as [ScheduleDeps, number | null, string | null, number, string][])(
    '%o, an interval of %s and quiet hours %s: after %i ms, by %s',
    (deps, ...expected) => {
      const [refresh_interval, quiet_hours, wait, reason] = expected;
      const choice = { refresh_interval, quiet_hours };
      const next = nextFetchColumns({ ...deps, random: () => 0.5 }, choice, FACTS);
      expect(next.refresh_reason).toBe(reason);
      expect(Math.abs(next.next_refresh_at - NOW - wait)).toBeLessThanOrEqual(wait / 10);
    },
  );

  it('are whole milliseconds, which the stores need', () => {
    const random = () => 1 / 3;
    const choice = { refresh_interval: HOUR + 1, quiet_hours: null };
    const { next_refresh_at } = nextFetchColumns({ random }, choice, FACTS);
    expect(Number.isInteger(next_refresh_at)).toBe(true);
  });

  it.each([
    [null, NOW + HOUR, 'retry'],
    [NOON_TO_TWO, NOW + 2 * HOUR, 'quiet_hours'],
  ])('a retry with quiet hours %s', (quiet_hours, at, reason) => {
    const choice = { refresh_interval: null, quiet_hours };
    const retry = { at: NOW + HOUR, reason: 'retry' } as const;
    const next = otherFetchColumns({ random: () => 0 }, choice, retry);
    expect(next).toEqual({ next_refresh_at: at, refresh_reason: reason });
  });
});

it('a feed keeps its rhythm; one without begins with the dates of its items', () => {
  const dates = [NOW - HOUR, NOW - 9 * HOUR];
  const own = startRhythm([NOW - MINUTE], NOW - 1);
  const feed = { item_dates: JSON.stringify(dates), last_refreshed_at: NOW };
  expect(rhythmOf({ ...feed, rhythm: formatRhythm(own) }).at).toBe(own.at);
  expect(rhythmOf({ ...feed, rhythm: null })).toEqual(startRhythm(dates, NOW));
  expect(rhythmOf({ ...feed, rhythm: null, item_dates: null })).toEqual(startRhythm([], NOW));
});
