import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  available,
  draw,
  latestFull,
  refillTime,
  waitForToken,
} from '../../../src/service/accounts/request-limiter.js';
import { runs } from '../../support/property-runs.js';

const SECOND = 1_000_000;
const NOW = 1_800_000_000 * SECOND;

const rates = fc.record({
  perMinute: fc.integer({ min: 1, max: 100_000 }),
  burst: fc.integer({ min: 1, max: 1000 }),
});

/** Draws one after the other; how many were granted at each time. */
function play(rate: { perMinute: number; burst: number }, times: readonly number[]): boolean[] {
  let fullAt = 0;
  return times.map((now) => {
    const after = draw(fullAt, rate, now);
    fullAt = after ?? fullAt;
    return after !== null;
  });
}

describe('a bucket of tokens', () => {
  it.each([
    ['a minute of 60 comes at once', { perMinute: 60, burst: 60 }, 61, 0, 60],
    ['a burst of 5 at once', { perMinute: 60, burst: 5 }, 10, 0, 5],
    ['a burst of 1, a second apart', { perMinute: 60, burst: 1 }, 10, 1, 10],
    ['a burst of 1, half a second apart', { perMinute: 60, burst: 1 }, 10, 0.5, 5],
    ['a burst of 3, half a second apart', { perMinute: 60, burst: 3 }, 10, 0.5, 7],
    ['one a minute', { perMinute: 1, burst: 1 }, 7, 10, 2],
    ['more a minute than microseconds can tell apart', { perMinute: 70_000, burst: 1 }, 3, 1, 3],
  ])('%s', (_, rate, asked, seconds, granted) => {
    const times = Array.from({ length: asked }, (_each, index) => NOW + index * seconds * SECOND);
    expect(play(rate, times).filter(Boolean)).toHaveLength(granted);
  });

  it('is full from the start, and full again after a burst and the time of its tokens', () => {
    const rate = { perMinute: 60, burst: 3 };
    expect(available(0, rate, NOW)).toBe(3);
    const empty = draw(0, rate, NOW, 3) ?? 0;
    expect(available(empty, rate, NOW)).toBe(0);
    expect(available(empty, rate, NOW + 1.5 * SECOND)).toBe(1);
    expect(available(empty, rate, NOW + 3 * SECOND)).toBe(3);
    expect(available(empty, rate, NOW + 300 * SECOND)).toBe(3);
  });

  it('never grants more than the burst and what has come in, over any stretch of time', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 3 * SECOND }), { maxLength: 200 });
    fc.assert(
      fc.property(rates, steps, (rate, pauses) => {
        let now = NOW;
        const times = pauses.map((pause) => {
          now += pause;
          return now;
        });
        const granted = times.filter((_, index) => play(rate, times)[index]);
        for (const [index, from] of granted.entries()) {
          const most = rate.burst + ((granted.at(-1) ?? from) - from) / refillTime(rate);
          expect(granted.length - index).toBeLessThanOrEqual(Math.floor(most + 1e-6));
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it('grants exactly what it says is available, and then after exactly the wait it names', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 0, max: 90 * SECOND }), (rate, used) => {
        const fullAt = Math.min(NOW + used, latestFull(rate, NOW));
        const left = available(fullAt, rate, NOW);
        expect(draw(fullAt, rate, NOW, left + 1)).toBeNull();
        if (left > 0) expect(waitForToken(fullAt, rate, NOW)).toBeLessThanOrEqual(0);
        const drained = left === 0 ? fullAt : draw(fullAt, rate, NOW, left);
        if (drained === null) throw new Error('What is available must be granted.');
        const wait = waitForToken(drained, rate, NOW);
        expect(wait).toBeGreaterThan(0);
        expect(draw(drained, rate, NOW + wait - 1)).toBeNull();
        expect(draw(drained, rate, NOW + wait)).not.toBeNull();
      }),
    );
  });
});
