import { createHash, randomBytes } from 'node:crypto';
import { toBase62 } from '../core/ids.js';
import type { Db } from '../store/store.js';

/** A bearer token for this account, valid while its key is valid. */
export interface TokenHolder {
  accountId: string;
  apiKey: string;
  /** The key may change nothing. */
  isReadOnly?: boolean;
}

/** A new token; only its hash is stored. Time in milliseconds. */
export interface IssuedToken {
  token: string;
  expiresAt: number;
}

type TokenTable = 'dashboard_links' | 'dashboard_sessions';

/** Stores a new token with a lifetime in milliseconds, and deletes expired ones. */
export async function issueToken(
  db: Db,
  table: TokenTable,
  { accountId, apiKey }: TokenHolder,
  { now, lifeMs }: { now: number; lifeMs: number },
): Promise<IssuedToken> {
  const token = newToken();
  const expiresAt = now + lifeMs;
  await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  await db
    .insertInto(table)
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      api_key_id: apiKey,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
}

/**
 * The account of a token; null when it is unknown or expired, or its key or account is disabled.
 */
export async function holderOf(
  db: Db,
  table: TokenTable,
  token: string,
  now: number,
): Promise<(TokenHolder & { accountName: string }) | null> {
  const row = await db
    .selectFrom(table)
    .innerJoin('api_keys', 'api_keys.id', `${table}.api_key_id`)
    .innerJoin('accounts', 'accounts.id', `${table}.account_id`)
    .select([`${table}.account_id`, `${table}.api_key_id`, 'accounts.name', 'api_keys.read_only'])
    .where(`${table}.token_hash`, '=', hashToken(token))
    .where(`${table}.expires_at`, '>', now)
    .where('api_keys.revoked_at', 'is', null)
    .where((key) =>
      key.or([key('api_keys.expires_at', 'is', null), key('api_keys.expires_at', '>', now)]),
    )
    .where('accounts.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    accountId: row.account_id,
    accountName: row.name,
    apiKey: row.api_key_id,
    isReadOnly: row.read_only === 1,
  };
}

/** Ends a token. @returns true for exactly one of several concurrent calls */
export async function endToken(db: Db, table: TokenTable, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

const RANDOM_BYTES = 32;

/** A new secret for a link or a cookie, 256 bits in base 62. */
export function newToken(): string {
  return toBase62(randomBytes(RANDOM_BYTES).toString('hex'));
}

/** The stored hash of a token: SHA-256, hex. A token of 256 random bits needs no slow hash. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
