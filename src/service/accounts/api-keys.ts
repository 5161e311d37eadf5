import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiKey, CreateKeyBody } from '../../contract/index.js';
import { parseKeyLife } from '../../contract/interval.js';
import { toBase62 } from '../core/ids.js';
import type { Page } from '../core/paging.js';
import { type Clock, isoTime, isoTimeOrNull } from '../core/time.js';
import type { Db, Store } from '../store/store.js';
import type { Account } from './account.js';

/**
 * Credentials of a key, sent as `Authorization: Bearer apiKey:apiSecret`. The secret is shown only
 * once.
 */
export interface ApiCredentials {
  apiKey: string;
  apiSecret: string;
}

const RANDOM_BYTES = 32;

function newApiCredentials(): ApiCredentials {
  return {
    apiKey: `c_${toBase62(randomBytes(RANDOM_BYTES).toString('hex'))}`,
    apiSecret: `s_${toBase62(randomBytes(RANDOM_BYTES).toString('hex'))}`,
  };
}

/**
 * SHA-256, hex. Slow hashes protect guessable passwords; 32 random bytes do not need one, and
 * bcrypt would cost 80 ms per request.
 */
export function hashSecret(apiSecret: string): string {
  return hash('sha256', apiSecret);
}

/** Compares in constant time, so that response times reveal nothing about the stored hash. */
export function secretMatches(apiSecret: string, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(apiSecret)), Buffer.from(storedHash));
}

/**
 * Creates a key of the account; only the hash of its secret is stored.
 * @param expires_in such as `90d`; omitted: the key does not expire
 */
export async function createApiKey(
  { db }: { db: Db },
  clock: Clock,
  account: Account,
  { name, read_only = false, expires_in = '' }: CreateKeyBody,
): Promise<ApiCredentials & { expiresAt: number | null }> {
  const credentials = newApiCredentials();
  const now = clock.now();
  const lifeMs = parseKeyLife(expires_in);
  const expiresAt = lifeMs === null ? null : now + lifeMs;
  await db
    .insertInto('api_keys')
    .values({
      id: credentials.apiKey,
      account_id: account.id,
      name,
      secret_hash: hashSecret(credentials.apiSecret),
      created_at: now,
      read_only: read_only ? 1 : 0,
      expires_at: expiresAt,
    })
    .execute();
  return { ...credentials, expiresAt };
}

/** The account's keys, newest first, revoked ones included; all of them without a page. */
export async function listApiKeys({ db }: Store, account: Account, page?: Page): Promise<ApiKey[]> {
  const all = db
    .selectFrom('api_keys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'last_used_from'])
    .select(['read_only', 'expires_at', 'revoked_at'])
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .orderBy('id');
  const wanted = page === undefined ? all : all.limit(page.limit).offset(page.offset);
  return (await wanted.execute()).map((row) => ({
    id: row.id,
    name: row.name,
    created_at: isoTime(row.created_at),
    last_used_at: isoTimeOrNull(row.last_used_at),
    last_used_from: row.last_used_from,
    read_only: row.read_only === 1,
    expires_at: isoTimeOrNull(row.expires_at),
    revoked_at: isoTimeOrNull(row.revoked_at),
  }));
}

/** Revokes a key of the account. @returns false when there is no such valid key */
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
