import type { Caller } from '../accounts/account.js';
import type { RequestRate } from '../accounts/account-limits.js';
import type { RequestLimiter } from '../accounts/request-limiter.js';
import { ServiceError } from '../core/errors.js';
import type { HttpDeps, RequestHead } from './http-deps.js';
import { usedFrom } from './used-from.js';

/** A request with the headers of its answer. */
interface Authorized {
  req: RequestHead;
  header(name: string, value: string): void;
}

/** Longer headers cannot contain a valid key. */
const MAX_HEADER_LENGTH = 512;

/**
 * The account of a request. The request counts against the rate limit of its key. @throws
 * ServiceError UNAUTHORIZED with the wrong part, without details; ACCOUNT_DISABLED; RATE_LIMITED
 * @param clientAddress "" for a request of this process
 */
export async function authorize(
  context: Authorized,
  http: HttpDeps,
  clientAddress: () => string,
): Promise<Caller> {
  return (await authorizedKey(context, http, clientAddress)).account;
}

/** The account and the key of a request. */
export async function authorizedKey(
  context: Authorized,
  { authenticate, limiter }: HttpDeps,
  clientAddress: () => string,
): Promise<{ account: Caller; apiKey: string }> {
  const header = context.req.header('Authorization');
  if (header === undefined) {
    throw unauthorized('The Authorization header is missing. Send: Bearer <API_KEY>:<API_SECRET>');
  }
  const { apiKey, apiSecret } = credentialsOf(header);
  const account = await authenticate(apiKey, apiSecret, () =>
    usedFrom(context.req.header('User-Agent'), clientAddress()),
  );
  if (account === null) {
    throw unauthorized(
      'The API key or the secret is wrong, or the key was revoked or has expired.',
    );
  }
  await limitRequests(context, limiter, account, apiKey);
  return { account, apiKey };
}

function credentialsOf(header: string): { apiKey: string; apiSecret: string } {
  const parts =
    header.length > MAX_HEADER_LENGTH ? null : /^Bearer +([^\s:]+):(\S+)$/i.exec(header);
  const [, apiKey, apiSecret] = parts ?? [];
  if (apiKey === undefined || apiSecret === undefined) {
    throw unauthorized(
      'The Authorization header must have the form: Bearer <API_KEY>:<API_SECRET>',
    );
  }
  return { apiKey, apiSecret };
}

function unauthorized(message: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', message);
}

/**
 * Counts a request against the rate limit of its key, and sets the headers of
 * draft-ietf-httpapi-ratelimit-headers-10. Keys without a limit are not affected.
 * @throws ServiceError RATE_LIMITED
 */
async function limitRequests(
  context: Authorized,
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
    `This key may make ${rate.perMinute} requests per minute, up to ${rate.burst} at once. Try again in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );
}

/** The burst, and the seconds to refill it: `"default";q=100;w=60`. */
export function policyField({ perMinute, burst }: RequestRate): string {
  return `"default";q=${burst};w=${Math.max(1, Math.round((burst * 60) / perMinute))}`;
}
