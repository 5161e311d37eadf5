import type { Clock } from '../core/clock.js';
import type { Store } from '../store/store.js';
import type { Account } from './account.js';

/** Ends a key of the account at once. False when there is no such key in use. */
export async function revokeApiKey(
  { db }: Store,
  clock: Clock,
  account: Account,
  apiKey: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: clock.now() })
    .where('id', '=', apiKey)
    .where('account_id', '=', account.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
