import { ServiceError } from '../core/errors.js';
import { prepared } from '../store/prepared.js';
import type { Store } from '../store/store.js';
import type { Caller } from './account.js';
import { rateOf } from './account-limits.js';
import { hashSecret, secretMatches } from './api-key.js';
import type { LastUsed } from './last-used.js';

/** Stands in for the hash of a key that does not exist, so that both cases cost the same. */
const NO_HASH = hashSecret('');

const selectKey = prepared((db, apiKey: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'api_keys.account_id',
      'api_keys.secret_hash',
      'api_keys.last_used_at',
      'api_keys.revoked_at',
      'accounts.disabled_at',
      'accounts.requests_per_minute',
      'accounts.burst',
    ])
    .where('api_keys.id', '=', apiKey),
);

/**
 * The account a key and its secret belong to, or null when either is wrong or the key revoked.
 * @throws ServiceError ACCOUNT_DISABLED, which only the holder of the secret gets to hear.
 */
export async function authenticate(
  { db }: Store,
  lastUsed: LastUsed,
  apiKey: string,
  apiSecret: string,
): Promise<Caller | null> {
  const [key] = await selectKey(db, apiKey);
  const matches = secretMatches(apiSecret, key?.secret_hash ?? NO_HASH);
  if (key === undefined || !matches || key.revoked_at !== null) return null;
  if (key.disabled_at !== null) throw accountDisabled();
  lastUsed.note(apiKey, key.last_used_at);
  const rate = rateOf(key);
  return { id: key.account_id, ...(rate === undefined ? {} : { rate }) };
}

export function accountDisabled(): ServiceError {
  return new ServiceError(
    'ACCOUNT_DISABLED',
    'This account is switched off. Its feeds and keys are kept; whoever runs the service can switch it on again.',
  );
}
