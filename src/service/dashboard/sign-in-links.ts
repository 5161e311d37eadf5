import { ServiceError } from '../core/errors.js';
import type { Deps } from '../domain/deps.js';
import { startSession } from './sessions.js';
import { endToken, holderOf, type IssuedToken, issueToken, type TokenHolder } from './tokens.js';

/** How long a one-time link can be used, in milliseconds. */
export const LINK_LIFE_MS = 10 * 60_000;

type LinkDeps = Pick<Deps, 'store' | 'clock'>;

/**
 * A link that signs its holder in, once.
 * @throws ServiceError NOT_SERVED when nothing answers where it would lead.
 */
export async function createSignInLink(
  { store, clock, publicAddress }: Pick<Deps, 'store' | 'clock' | 'publicAddress'>,
  holder: TokenHolder,
): Promise<IssuedToken> {
  if (await publicAddress.isUnserved()) {
    throw new ServiceError(
      'NOT_SERVED',
      'The dashboard needs the service on a port, and nothing serves this database now. Start it: feedctl serve',
    );
  }
  return issueToken(store.db, 'dashboard_links', holder, {
    now: clock.now(),
    lifeMs: LINK_LIFE_MS,
  });
}

/** Whether the link can still be used; looking does not use it up. */
export async function isUsableLink({ store, clock }: LinkDeps, token: string): Promise<boolean> {
  return (await holderOf(store.db, 'dashboard_links', token, clock.now())) !== null;
}

/** Uses the link up for a session; null when it has been used, has ended, or never was. */
export async function consumeSignInLink(
  deps: LinkDeps,
  token: string,
): Promise<IssuedToken | null> {
  const now = deps.clock.now();
  return deps.store.db.transaction().execute(async (transaction) => {
    const holder = await holderOf(transaction, 'dashboard_links', token, now);
    const isMine = await endToken(transaction, 'dashboard_links', token);
    return holder !== null && isMine ? startSession(transaction, holder, now) : null;
  });
}
