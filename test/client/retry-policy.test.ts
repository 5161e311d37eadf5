import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RETRY, type FailedAttempt, retryDelay } from '../../src/client/retry-policy.js';

const network: FailedAttempt = { kind: 'network' };
const timeout: FailedAttempt = { kind: 'timeout' };
const status = (code: number, retryAfterSeconds?: number): FailedAttempt => ({
  kind: 'status',
  status: code,
  retryAfterSeconds,
});

describe('the retry policy', () => {
  it.each<[string, number, FailedAttempt, number, number | null]>([
    // method, attempt, failure, random, delay in milliseconds
    ['GET', 1, network, 0.5, 250],
    ['GET', 2, network, 0.5, 500],
    ['GET', 3, network, 0.5, 1000],
    ['GET', 4, network, 0.5, null],
    ['PUT', 1, network, 0.5, 250],
    ['PATCH', 1, network, 0.5, 250],
    ['DELETE', 1, network, 0.5, 250],
    ['POST', 1, network, 0.5, null],
    ['POST', 1, status(429, 1), 0.5, null],
    ['POST', 1, status(503), 0.5, null],
    ['OPTIONS', 1, network, 0.5, null],
    ['GET', 1, timeout, 0.5, null],
    ['GET', 1, status(429), 0.5, 250],
    ['GET', 1, status(502), 0.5, 250],
    ['GET', 1, status(503), 0.5, 250],
    ['GET', 1, status(504), 0.5, 250],
    ['GET', 1, status(500), 0.5, null],
    ['GET', 1, status(501), 0.5, null],
    ['GET', 1, status(404), 0.5, null],
    ['GET', 1, status(401), 0.5, null],
    ['GET', 1, status(200), 0.5, null],
    ['GET', 1, status(429, 2), 0, 2000],
    ['GET', 1, status(503, 2), 0.5, 2250],
    ['GET', 1, status(429, 0), 0.5, 250],
    ['GET', 1, status(429, 60), 0, 60_000],
    ['GET', 1, status(429, 61), 0, null],
    // A Retry-After on a status that is not repeated changes nothing.
    ['GET', 1, status(500, 1), 0, null],
  ])('%s, attempt %d, %o, random %d: %s', (method, attempt, failure, random, delay) => {
    expect(retryDelay(method, attempt, failure, random)).toBe(delay);
  });

  it('draws the wait from zero up to a doubling ceiling', () => {
    const patient = { ...DEFAULT_RETRY, retries: 50 };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const delay = retryDelay('GET', attempt, network, random, patient) ?? Number.NaN;
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThanOrEqual(Math.min(8000, 500 * 2 ** (attempt - 1)));
        },
      ),
    );
  });

  it('never undercuts what the service asks for', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.double({ min: 0, max: 0.999, noNaN: true }), (asked, random) => {
        expect(retryDelay('PUT', 1, status(429, asked), random)).toBeGreaterThanOrEqual(
          asked * 1000,
        );
      }),
    );
  });

  it('can be switched off', () => {
    expect(retryDelay('GET', 1, network, 0.5, { ...DEFAULT_RETRY, retries: 0 })).toBeNull();
  });
});
