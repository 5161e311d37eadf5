import { describe, expect, it } from 'vitest';
import { DAY, WEEK } from '../../../src/service/core/durations.js';
import {
  type Activity,
  afterFailure,
  HEALTHY,
  nextProbeAt,
} from '../../../src/service/schedule/activity.js';

const START = Date.UTC(2024, 10, 1);
const TIMEOUT = { status: null, message: 'The server did not answer within 30 s.' };
const GONE = { status: 410, message: 'The server answered 410.' };

/** Days after the start, and what happened on each. */
function live(days: [number, typeof GONE | typeof TIMEOUT][]): Activity {
  return days.reduce<Activity>(
    (activity, [day, failure]) => afterFailure(activity, failure, START + day * DAY),
    HEALTHY,
  );
}

const daily = (count: number) =>
  Array.from({ length: count }, (_, day) => [day, TIMEOUT] as [number, typeof TIMEOUT]);

describe('activity', () => {
  const cases: [string, [number, typeof GONE | typeof TIMEOUT][], boolean][] = [
    ['one failure', [[0, TIMEOUT]], true],
    ['29 days of failure', daily(30), true],
    ['30 days of failure', daily(31), false],
    ['one 410', [[0, GONE]], true],
    [
      'two 410',
      [
        [0, GONE],
        [1, GONE],
      ],
      false,
    ],
    [
      'two 410 with another failure between',
      [
        [0, GONE],
        [1, TIMEOUT],
        [2, GONE],
      ],
      false,
    ],
    // A laptop that was closed for two months was not refused for two months.
    [
      'two failures 60 days apart',
      [
        [0, TIMEOUT],
        [60, TIMEOUT],
      ],
      true,
    ],
  ];
  it.each(cases)('%s: active %s', (_, days, active) => {
    expect(live(days).isActive).toBe(active);
  });

  it('says why', () => {
    expect(
      live([
        [0, GONE],
        [1, GONE],
      ]).reason,
    ).toBe('The source returned 410 Gone: its publisher has removed it permanently.');
    expect(live(daily(31)).reason).toBe(
      'The source could not be read since 2024-11-01. The last error was: The server did not answer within 30 s.',
    );
    expect(live(daily(5)).reason).toBeNull();
  });

  it('keeps the first reason while probes go on failing', () => {
    const gone = live([
      [0, GONE],
      [1, GONE],
    ]);
    expect(afterFailure(gone, TIMEOUT, START + 90 * DAY)).toMatchObject({
      isActive: false,
      reason: gone.reason,
      failures: 3,
      failingSince: START,
    });
  });

  it('starts anew after a success', () => {
    expect(HEALTHY).toEqual({
      isActive: true,
      reason: null,
      failures: 0,
      failingSince: null,
      goneAnswers: 0,
    });
  });

  it('probes weekly, not in step', () => {
    expect(nextProbeAt(START, () => 0)).toBe(START + 0.9 * WEEK);
    expect(nextProbeAt(START, () => 0.5)).toBe(START + WEEK);
  });
});
