import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../src/service/core/durations.js';
import { nextFetchWhilePushed } from '../../../src/service/schedule/push.js';

const NOW = Date.UTC(2026, 0, 10);
const soon = NOW + 10 * MINUTE;
const at = (pushUntil: number | null, next = soon, random = 0) =>
  nextFetchWhilePushed(next, { now: NOW, pushUntil, random: () => random });

describe('nextFetchWhilePushed', () => {
  it('puts a fetch off to six hours at most while a hub pushes', () => {
    expect(at(NOW + 10 * DAY)).toBe(NOW + 6 * HOUR);
    expect(at(NOW + 10 * DAY, soon, 0.999)).toBeGreaterThan(NOW + 5 * HOUR);
    expect(at(NOW + 10 * DAY, soon, 0.999)).toBeLessThan(NOW + 6 * HOUR);
  });

  it('fetches when the lease of the hub ends', () => {
    expect(at(NOW + HOUR)).toBe(NOW + HOUR);
  });

  it('changes nothing without pushes, after the lease, and for rarer fetches', () => {
    expect(at(null)).toBe(soon);
    expect(at(NOW - 1)).toBe(soon);
    expect(at(NOW + 10 * DAY, NOW + DAY)).toBe(NOW + DAY);
  });
});
