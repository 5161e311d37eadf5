import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFailedDelivery,
  afterRateLimit,
  attemptTimeout,
  type EndpointHealth,
  HEALTHY_ENDPOINT,
  isDelivered,
  nextAttemptAt,
  RETRY_DELAYS,
} from '../../../src/service/webhooks/delivery-schedule.js';

const NOW = Date.UTC(2024, 10, 20);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FAILED = {
  attempts: 1,
  status: 500,
  gone: false,
  retryAfterMs: null,
  now: NOW,
  random: () => 0,
};

describe('attemptTimeout', () => {
  it.each([
    [0, null, null, 15_000],
    [1, null, 15_000, 5000],
    [2, null, 5000, 15_000],
    [3, null, 15_000, 5000],
    [1, null, 3, 15_000],
    [1, 500, 14_000, 15_000],
  ])('after %i failures, the last with %s after %s ms: %i ms', (failures, status, ms, expected) => {
    const last = { failures, last_status: status, last_duration_ms: ms };
    expect(attemptTimeout(last)).toBe(expected);
  });
});

describe('nextAttemptAt', () => {
  const cases: [number, number][] = [
    [1, 5000],
    [2, 5 * MINUTE],
    [3, 30 * MINUTE],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 20 * HOUR],
    [9, 24 * HOUR],
  ];
  it.each(cases)('after attempt %i waits %i ms, and up to a tenth more', (attempts, delay) => {
    expect(nextAttemptAt({ ...FAILED, attempts })).toBe(NOW + delay);
    expect(nextAttemptAt({ ...FAILED, attempts, random: () => 0.5 })).toBe(NOW + delay * 1.05);
  });

  it('gives up after the tenth attempt, and at once when the address is gone', () => {
    expect(nextAttemptAt({ ...FAILED, attempts: RETRY_DELAYS.length + 1 })).toBeNull();
    expect(nextAttemptAt({ ...FAILED, gone: true })).toBeNull();
  });

  it('waits as long as the receiver asks for, a day at most', () => {
    const wait = (retryAfterMs: number, attempts = 1) =>
      (nextAttemptAt({ ...FAILED, status: 429, retryAfterMs, attempts }) ?? 0) - NOW;
    expect(wait(HOUR)).toBe(HOUR);
    expect(wait(30 * DAY)).toBe(DAY);
    expect(wait(1000, 3)).toBe(30 * MINUTE);
  });

  it('is never sooner than the schedule', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.option(fc.nat(2 * DAY)),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (attempts, retryAfterMs, random) => {
          const at = nextAttemptAt({ ...FAILED, attempts, retryAfterMs, random: () => random });
          expect(at).toBeGreaterThanOrEqual(NOW + (RETRY_DELAYS[attempts - 1] ?? 0));
        },
      ),
    );
  });
});

describe('isDelivered', () => {
  const cases: [number, boolean][] = [
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [301, false],
    [404, false],
    [500, false],
  ];
  it.each(cases)('%i: %s', (status, delivered) => {
    expect(isDelivered(status)).toBe(delivered);
  });
});

describe('afterFailedDelivery', () => {
  /** The state after failures on the given days. */
  const failing = (...days: number[]) =>
    days.reduce<EndpointHealth>(
      (health, day) => afterFailedDelivery(health, { gone: null, now: NOW + day * DAY }),
      HEALTHY_ENDPOINT,
    );

  it('counts from the first failure since the last success', () => {
    expect(failing(0, 1, 4.9)).toEqual({ failing_since: NOW, disabled_reason: null });
  });

  it('disables after five days without a success', () => {
    expect(failing(0, 1, 5)).toEqual({
      failing_since: NOW,
      disabled_reason: 'No delivery has succeeded since 2024-11-20.',
    });
  });

  it('does not disable for a quiet time before the first failure', () => {
    expect(failing(400)).toEqual({ failing_since: NOW + 400 * DAY, disabled_reason: null });
  });

  it('disables at once when the receiver is gone, and keeps that reason', () => {
    const gone = afterFailedDelivery(HEALTHY_ENDPOINT, { gone: 'The channel is gone.', now: NOW });
    expect(gone.disabled_reason).toBe('The channel is gone.');
    const later = afterFailedDelivery(gone, { gone: null, now: NOW + 9 * DAY });
    expect(later.disabled_reason).toBe(gone.disabled_reason);
  });
});

describe('afterRateLimit', () => {
  it('is when the chat asks for it, at first', () => {
    expect(afterRateLimit(NOW + 1000, null, NOW)).toBe(NOW + 1000);
    expect(afterRateLimit(NOW + 1000, NOW - 5000, NOW)).toBe(NOW + 1000);
    expect(afterRateLimit(NOW + HOUR, NOW - MINUTE, NOW)).toBe(NOW + HOUR);
  });

  it('is later the longer nothing was accepted: some hundred attempts in five days, not one a second', () => {
    let attempts = 0;
    for (let now = NOW; now < NOW + 5 * DAY; attempts += 1) {
      now = afterRateLimit(now + 1000, NOW, now);
    }
    expect(attempts).toBeLessThan(200);
  });
});
