import type { Clock } from '../core/clock.js';
import type { Store } from '../store/store.js';
import type { Account } from './account.js';
import { type ApiCredentials, hashSecret, newApiCredentials } from './api-key.js';

/** A new key of the account; only the hash of its secret is kept. */
export async function createApiKey(
  { db }: Store,
  clock: Clock,
  account: Account,
  name: string,
): Promise<ApiCredentials> {
  const credentials = newApiCredentials();
  await db
    .insertInto('api_keys')
    .values({
      id: credentials.apiKey,
      account_id: account.id,
      name,
      secret_hash: hashSecret(credentials.apiSecret),
      created_at: clock.now(),
      last_used_at: null,
      revoked_at: null,
    })
    .execute();
  return credentials;
}
