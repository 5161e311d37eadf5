import type { Account } from '../../../../accounts/account.js';
import type { AccountFetch } from '../../../../dashboard/account-files.js';
import { createApp } from '../../../app.js';
import type { HttpDeps } from '../../../http-deps.js';

/** The interface of this service for an account that has signed in: no key, no rate limit. */
export function accountFetch(http: HttpDeps, { id }: Account): AccountFetch {
  const app = createApp({ ...http, authenticate: async () => ({ id }) });
  return async (request) => app.fetch(request);
}
