import type { Account } from '../accounts/account.js';
import type { Deps } from '../feeds/deps.js';
import type { Db } from '../store/store.js';
import { endToken, holderOf, type IssuedToken, issueToken, type TokenHolder } from './tokens.js';

/** Lifetime of a session, in milliseconds. */
export const SESSION_LIFE_MS = 7 * 24 * 60 * 60_000;

/** A signed-in user. */
export interface Session {
  account: Account;
  accountName: string;
  /** The key that started the session; revoking it ends the session. */
  apiKey: string;
}

type SessionDeps = Pick<Deps, 'store' | 'clock'>;

/** Signs in the holder of a key. */
export function startSession(db: Db, holder: TokenHolder, now: number): Promise<IssuedToken> {
  return issueToken(db, 'dashboard_sessions', holder, { now, lifeMs: SESSION_LIFE_MS });
}

/** The session of a cookie, or null when it has ended. */
export async function findSession(
  { store, clock }: SessionDeps,
  token: string,
): Promise<Session | null> {
  const holder = await holderOf(store.db, 'dashboard_sessions', token, clock.now());
  if (holder === null) return null;
  const { accountId, accountName, apiKey } = holder;
  return { account: { id: accountId }, accountName, apiKey };
}

/** Signs out; an ended session is not an error. */
export async function endSession({ store }: SessionDeps, token: string): Promise<void> {
  await endToken(store.db, 'dashboard_sessions', token);
}
