import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextWriteStart, writeInterval } from '../../src/client/write-pace.js';

describe('the pace of writes', () => {
  it.each([
    [{ chosenMs: undefined, inProcess: false, ownService: false }, 1200],
    [{ chosenMs: undefined, inProcess: false, ownService: true }, 0],
    [{ chosenMs: undefined, inProcess: true, ownService: false }, 0],
    [{ chosenMs: 0, inProcess: false, ownService: false }, 0],
    [{ chosenMs: 3000, inProcess: true, ownService: true }, 3000],
  ])('%o: %d ms', (facts, interval) => {
    expect(writeInterval(facts)).toBe(interval);
  });

  it.each([
    // now, previous start, interval, next start
    [1000, undefined, 1200, 1000],
    [1000, 900, 1200, 2100],
    [5000, 900, 1200, 5000],
    // One that has itself been put off counts from when it starts.
    [1000, 2100, 1200, 3300],
    [1000, 900, 0, 1000],
  ])('at %d after %s with %d: %d', (now, previous, interval, start) => {
    expect(nextWriteStart(now, previous, interval)).toBe(start);
  });

  it('keeps any sequence of writes apart', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3000)), fc.nat(2000), (gaps, interval) => {
        let now = 0;
        let previous: number | undefined;
        for (const gap of gaps) {
          now += gap;
          const start = nextWriteStart(now, previous, interval);
          expect(start).toBeGreaterThanOrEqual(now);
          if (previous !== undefined) {
            expect(start - previous).toBeGreaterThanOrEqual(interval);
          }
          previous = start;
        }
      }),
    );
  });
});
