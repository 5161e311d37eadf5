import { createHash, randomBytes } from 'node:crypto';
import type { Account } from '../../accounts/account.js';
import { ServiceError } from '../../core/errors.js';
import { toBase62 } from '../../core/ids.js';
import type { Deps } from '../../feeds/deps.js';
import type { Db } from '../../store/store.js';

const DAY_MS = 24 * 60 * 60_000;

/** Lifetime of a session, in milliseconds: for a visit, and on the user's own device. */
export const SESSION_LIFE_MS = { visit: 7 * DAY_MS, device: 180 * DAY_MS } as const;
export type SessionLife = keyof typeof SESSION_LIFE_MS;

/**
 * Lifetime of a one-time link, in milliseconds: for the user who created it, and for a colleague.
 */
const LINK_LIFE_MS = { own: 10 * 60_000, invitation: 7 * DAY_MS } as const;

/** The account and the key of a bearer token, which is valid while the key is valid. */
interface TokenHolder {
  accountId: string;
  apiKey: string;
}

/** A new token with its time of expiry in milliseconds. Only the hash of the token is stored. */
interface IssuedToken {
  token: string;
  expiresAt: number;
}

/** A signed-in user. */
export interface Session {
  account: Account;
  accountName: string;
  /** The key that started the session; revoking it ends the session. */
  apiKey: string;
  /** True if the session may view everything but not change anything. */
  isReadOnly: boolean;
}

type SignInDeps = Pick<Deps, 'store' | 'clock'>;
type TokenTable = 'dashboard_links' | 'dashboard_sessions';

/**
 * Creates a one-time sign-in link.
 * @throws ServiceError NOT_SERVED if no process serves its address
 */
export async function createSignInLink(
  { store, clock, publicAddress }: Pick<Deps, 'store' | 'clock' | 'publicAddress'>,
  holder: TokenHolder,
  life: keyof typeof LINK_LIFE_MS = 'own',
): Promise<IssuedToken> {
  if (await publicAddress.isUnserved()) {
    throw new ServiceError(
      'NOT_SERVED',
      'The dashboard needs a running service, and none serves this database. Start it: feedctl serve',
    );
  }
  const times = { now: clock.now(), lifeMs: LINK_LIFE_MS[life] };
  return issueToken(store.db, 'dashboard_links', holder, times);
}

/** True if the link is still valid; checking does not consume it. */
export async function isUsableLink({ store, clock }: SignInDeps, token: string): Promise<boolean> {
  return (await holderOf(store.db, 'dashboard_links', token, clock.now())) !== null;
}

/** Exchanges the link for a session; null if the link is used, expired or unknown. */
export async function consumeSignInLink(
  { store, clock }: SignInDeps,
  token: string,
  life: SessionLife,
): Promise<IssuedToken | null> {
  const now = clock.now();
  return store.db.transaction().execute(async (transaction) => {
    const holder = await holderOf(transaction, 'dashboard_links', token, now);
    const isMine = await endToken(transaction, 'dashboard_links', token);
    return holder !== null && isMine ? startSession(transaction, holder, { now, life }) : null;
  });
}

/** Starts a session for the holder of a key. */
export function startSession(
  db: Db,
  holder: TokenHolder,
  { now, life }: { now: number; life: SessionLife },
): Promise<IssuedToken> {
  return issueToken(db, 'dashboard_sessions', holder, { now, lifeMs: SESSION_LIFE_MS[life] });
}

/** The session of a cookie; null if it has ended. */
export async function findSession(
  { store, clock }: SignInDeps,
  token: string,
): Promise<Session | null> {
  const holder = await holderOf(store.db, 'dashboard_sessions', token, clock.now());
  if (holder === null) return null;
  const { accountId, ...session } = holder;
  return { account: { id: accountId }, ...session };
}

/** Ends a session; it is no error if the session has already ended. */
export async function endSession({ store }: SignInDeps, token: string): Promise<void> {
  await endToken(store.db, 'dashboard_sessions', token);
}

/** Stores a new token with a lifetime in milliseconds, and deletes expired ones. */
async function issueToken(
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
 * The account of a token; null if the token is unknown or expired, or if its key or account is
 * disabled.
 */
async function holderOf(db: Db, table: TokenTable, token: string, now: number) {
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
  return row === undefined
    ? null
    : {
        accountId: row.account_id,
        accountName: row.name,
        apiKey: row.api_key_id,
        isReadOnly: row.read_only === 1,
      };
}

/**
 * Deletes a token.
 * @returns true for exactly one of several concurrent calls
 */
async function endToken(db: Db, table: TokenTable, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

const RANDOM_BYTES = 32;

/** Creates a secret for a link or a cookie: 256 bits in base 62. */
export function newToken(): string {
  return toBase62(randomBytes(RANDOM_BYTES).toString('hex'));
}

/** The stored hash of a token: SHA-256 in hex. A token of 256 random bits needs no slow hash. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
