import { ServiceError } from '../core/errors.js';
import type { Deps } from '../feeds/deps.js';
import { type SessionLife, startSession } from './sessions.js';
import { endToken, holderOf, type IssuedToken, issueToken, type TokenHolder } from './tokens.js';

/** Lifetime of a one-time link, in milliseconds: for its maker, and for a colleague. */
const LINK_LIFE_MS = { own: 10 * 60_000, invitation: 7 * 24 * 60 * 60_000 } as const;

type LinkDeps = Pick<Deps, 'store' | 'clock'>;

/**
 * Creates a one-time sign-in link.
 * @throws ServiceError NOT_SERVED when no process serves its address
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
  return issueToken(store.db, 'dashboard_links', holder, {
    now: clock.now(),
    lifeMs: LINK_LIFE_MS[life],
  });
}

/** Whether the link is still valid; checking does not consume it. */
export async function isUsableLink({ store, clock }: LinkDeps, token: string): Promise<boolean> {
  return (await holderOf(store.db, 'dashboard_links', token, clock.now())) !== null;
}

/** Exchanges the link for a session; null when it is used, expired or unknown. */
export async function consumeSignInLink(
  deps: LinkDeps,
  token: string,
  life: SessionLife,
): Promise<IssuedToken | null> {
  const now = deps.clock.now();
  return deps.store.db.transaction().execute(async (transaction) => {
    const holder = await holderOf(transaction, 'dashboard_links', token, now);
    const isMine = await endToken(transaction, 'dashboard_links', token);
    return holder !== null && isMine ? startSession(transaction, holder, { now, life }) : null;
  });
}
