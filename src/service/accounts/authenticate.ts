import type { Store } from '../store/store.js';
import type { Account } from './account.js';
import { hashSecret, secretMatches } from './api-key.js';
import type { LastUsed } from './last-used.js';

/** Stands in for the hash of a key that does not exist, so that both cases cost the same. */
const NO_HASH = hashSecret('');

/** The account a key and its secret belong to, or null when either is wrong or the key revoked. */
export async function authenticate(
  { db }: Store,
  lastUsed: LastUsed,
  apiKey: string,
  apiSecret: string,
): Promise<Account | null> {
  const key = await db
    .selectFrom('api_keys')
    .select(['account_id', 'secret_hash', 'last_used_at', 'revoked_at'])
    .where('id', '=', apiKey)
    .executeTakeFirst();
  const matches = secretMatches(apiSecret, key?.secret_hash ?? NO_HASH);
  if (key === undefined || !matches || key.revoked_at !== null) return null;
  lastUsed.note(apiKey, key.last_used_at);
  return { id: key.account_id };
}
