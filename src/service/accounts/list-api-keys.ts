import type { Store } from '../store/store.js';
import type { Account } from './account.js';

/** A key as its owner may see it again: never the secret. Times in milliseconds. */
export interface ApiKeySummary {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** The account's keys, newest first. */
export async function listApiKeys({ db }: Store, account: Account): Promise<ApiKeySummary[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }));
}
