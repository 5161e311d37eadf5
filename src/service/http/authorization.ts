import type { Context } from 'hono';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { HttpDeps, HttpEnv } from './http-deps.js';
import { limitRequests } from './limit-requests.js';

/** Longer headers hold no key of ours. */
const LONGEST_HEADER = 512;

/**
 * The account a request is made for: specification section 5. The request counts against the rate
 * of its key.
 * @throws ServiceError UNAUTHORIZED saying which part is wrong, never how; ACCOUNT_DISABLED;
 *   RATE_LIMITED.
 */
export async function authorize(context: Context<HttpEnv>, http: HttpDeps): Promise<Account> {
  return (await authorizedKey(context, http)).account;
}

/** The same, and the key that the request was made with. */
export async function authorizedKey(
  context: Context<HttpEnv>,
  { authenticate, limiter }: HttpDeps,
): Promise<{ account: Account; apiKey: string }> {
  const header = context.req.header('Authorization');
  if (header === undefined) {
    throw unauthorized('The Authorization header is missing. Send: Bearer <API_KEY>:<API_SECRET>');
  }
  const { apiKey, apiSecret } = credentialsOf(header);
  const account = await authenticate(apiKey, apiSecret);
  if (account === null) {
    throw unauthorized('The API key or the secret is wrong, or the key was revoked.');
  }
  await limitRequests(context, limiter, account, apiKey);
  return { account, apiKey };
}

function credentialsOf(header: string): { apiKey: string; apiSecret: string } {
  const parts = header.length > LONGEST_HEADER ? null : /^Bearer +([^\s:]+):(\S+)$/i.exec(header);
  const [, apiKey, apiSecret] = parts ?? [];
  if (apiKey === undefined || apiSecret === undefined) {
    throw unauthorized(
      'The Authorization header is not of the form: Bearer <API_KEY>:<API_SECRET>',
    );
  }
  return { apiKey, apiSecret };
}

function unauthorized(message: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', message);
}
