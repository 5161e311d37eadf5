import type { Account } from '../accounts/account.js';
import type { Deps } from '../feeds/deps.js';
import type { Db } from '../store/store.js';
import { endToken, holderOf, type IssuedToken, issueToken, type TokenHolder } from './tokens.js';

const DAY_MS = 24 * 60 * 60_000;

/** Lifetime of a session, in milliseconds: of a visit, and on a device of the user's own. */
export const SESSION_LIFE_MS = { visit: 7 * DAY_MS, device: 180 * DAY_MS } as const;
export type SessionLife = keyof typeof SESSION_LIFE_MS;

/** A signed-in user. */
export interface Session {
  account: Account;
  accountName: string;
  /** The key that started the session; revoking it ends the session. */
  apiKey: string;
  /** It may look at everything and change nothing. */
  isReadOnly: boolean;
}

type SessionDeps = Pick<Deps, 'store' | 'clock'>;

/** Signs in the holder of a key. */
export function startSession(
  db: Db,
  holder: TokenHolder,
  { now, life }: { now: number; life: SessionLife },
): Promise<IssuedToken> {
  return issueToken(db, 'dashboard_sessions', holder, { now, lifeMs: SESSION_LIFE_MS[life] });
}

/** The session of a cookie, or null when it has ended. */
export async function findSession(
  { store, clock }: SessionDeps,
  token: string,
): Promise<Session | null> {
  const holder = await holderOf(store.db, 'dashboard_sessions', token, clock.now());
  if (holder === null) return null;
  const { accountId, accountName, apiKey, isReadOnly = false } = holder;
  return { account: { id: accountId }, accountName, apiKey, isReadOnly };
}

/** Signs out; an ended session is not an error. */
export async function endSession({ store }: SessionDeps, token: string): Promise<void> {
  await endToken(store.db, 'dashboard_sessions', token);
}
