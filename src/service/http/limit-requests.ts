import type { Context } from 'hono';
import type { Caller, RequestRate } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { RequestLimiter } from '../limits/request-limiter.js';
import type { HttpEnv } from './http-deps.js';

/**
 * Counts a request against the rate of its key, and tells the caller how much is left in the fields
 * of draft-ietf-httpapi-ratelimit-headers-10. Nothing happens to a key without a limit.
 * @throws ServiceError RATE_LIMITED
 */
export async function limitRequests(
  context: Context<HttpEnv>,
  limiter: RequestLimiter,
  { rate }: Caller,
  apiKey: string,
): Promise<void> {
  if (rate === undefined) return;
  const { admitted, remaining, resetSeconds } = await limiter.admit(apiKey, rate);
  context.header('RateLimit-Policy', policyField(rate));
  context.header('RateLimit', `"default";r=${remaining};t=${resetSeconds}`);
  if (admitted) return;
  throw new ServiceError(
    'RATE_LIMITED',
    `This key may make ${rate.perMinute} requests a minute, ${rate.burst} of them at once. Try again in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );
}

/** The burst, and the seconds in which as many come in again: `"default";q=100;w=60`. */
export function policyField({ perMinute, burst }: RequestRate): string {
  return `"default";q=${burst};w=${Math.max(1, Math.round((burst * 60) / perMinute))}`;
}
