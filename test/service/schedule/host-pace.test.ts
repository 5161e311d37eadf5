import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../src/service/core/durations.js';
import {
  afterRefusal,
  afterRequest,
  type HostPace,
  MAX_GAP,
} from '../../../src/service/schedule/host-pace.js';

const refused = (pace: HostPace | null, namedMs: number | null, feeds = 30) =>
  afterRefusal(pace, { namedMs, feeds });

/**
 * Share of the requests that a site allows which it answers, over ten hours.
 * @param allowedMs the site answers one request in this time
 * @param namedMs what its refusals ask to wait; null: they ask for nothing, and block for ten minutes
 */
function usedShare(allowedMs: number, namedMs: number | null, feeds: number): number {
  let [now, answered, lastAnswer] = [0, 0, Number.NEGATIVE_INFINITY];
  let pace: HostPace | null = null;
  while (now < 10 * HOUR) {
    const next: HostPace | null = pace === null ? null : afterRequest(pace);
    pace = next;
    if (now - lastAnswer >= allowedMs) {
      answered += 1;
      lastAnswer = now;
      now += next?.gapMs ?? SECOND;
    } else {
      pace = refused(pace, namedMs, feeds);
      now += Math.max(namedMs ?? 10 * MINUTE, pace.gapMs);
    }
  }
  return answered / (now / allowedMs);
}

describe('the pace of a site', () => {
  it.each<[number, number | null, number]>([
    [MINUTE, MINUTE, 0.85],
    [MINUTE, null, 0.75],
    [20 * SECOND, 20 * SECOND, 0.85],
    [5 * MINUTE, 5 * MINUTE, 0.8],
    [5 * MINUTE, null, 0.75],
    // It asks for less than it allows.
    [MINUTE, SECOND, 0.75],
  ])(
    'that allows a request in %i ms and asks for %s comes to %f of it',
    (allowed, named, share) => {
      expect(usedShare(allowed, named, 30)).toBeGreaterThan(share);
    },
  );

  it('begins where it is named, else at half of what the feeds of the site need', () => {
    expect(refused(null, 20 * SECOND).gapMs).toBe(22 * SECOND);
    expect(refused(null, null, 3600).gapMs).toBe(2 * SECOND);
    expect(refused(null, null, 5).gapMs).toBe(MINUTE);
    // The rest of a quota of hours says nothing about the gap.
    expect(refused(null, 5 * HOUR, 3600).gapMs).toBe(2 * SECOND);
  });

  it('doubles with each refusal in a row, grows by a quarter after answers, and has a limit', () => {
    const pace = { gapMs: 10_000, refusedMs: 8000 };
    expect(refused({ ...pace, requests: 1 }, null)).toEqual({
      ...{ gapMs: 20_000, refusedMs: 10_000, requests: 0 },
    });
    expect(refused({ ...pace, requests: 9 }, null).gapMs).toBe(12_500);
    expect(refused({ ...pace, gapMs: 0.9 * HOUR, requests: 1 }, null).gapMs).toBe(MAX_GAP);
  });

  it('counts refusals of requests that were under way together as one', () => {
    const first = refused(null, null);
    expect(refused(first, null)).toEqual(first);
  });

  it('becomes shorter, quickly far from the gap that was refused, and ends at a second', () => {
    const far = afterRequest({ gapMs: 60_000, refusedMs: 1000, requests: 3 });
    expect(far).toEqual({ gapMs: 54_000, refusedMs: 1000, requests: 4 });
    const near = afterRequest({ gapMs: 60_000, refusedMs: 50_000, requests: 0 });
    expect(near?.gapMs).toBe(59_880);
    expect(afterRequest({ gapMs: 1050, refusedMs: 100, requests: 0 })).toBeNull();
  });
});
