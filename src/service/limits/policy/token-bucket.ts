import type { RequestRate } from '../../accounts/account.js';

/**
 * A bucket of tokens, one for each request, that fills up at an even rate. All there is to remember
 * is when it will be full again, in microseconds since the epoch: a bucket nobody has drawn from has
 * been full for ever. (Known as GCRA; it needs no clock tick and no second number.)
 */
export type FullAt = number;

/** Microseconds in which one token comes in. */
export function refillTime({ perMinute }: RequestRate): number {
  return Math.max(1, Math.round(60_000_000 / perMinute));
}

/**
 * Takes tokens out.
 * @param now microseconds.
 * @returns when the bucket will be full again, or null - and nothing is taken - if it has too few.
 */
export function draw(fullAt: FullAt, rate: RequestRate, now: number, count = 1): FullAt | null {
  const after = Math.max(fullAt, now) + count * refillTime(rate);
  return after <= latestFull(rate, now) ? after : null;
}

/** How long the bucket of an empty-handed caller takes to be full, seen from now. */
export function latestFull(rate: RequestRate, now: number): FullAt {
  return now + rate.burst * refillTime(rate);
}

/** Tokens in the bucket. */
export function available(fullAt: FullAt, rate: RequestRate, now: number): number {
  const missing = Math.ceil((Math.max(fullAt, now) - now) / refillTime(rate));
  return Math.max(0, rate.burst - missing);
}

/** Microseconds until there is a token; 0 when there is one. */
export function waitForToken(fullAt: FullAt, rate: RequestRate, now: number): number {
  return Math.max(0, fullAt + refillTime(rate) - latestFull(rate, now));
}
