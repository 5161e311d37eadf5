import type { Clock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import type { Store } from '../store/store.js';
import { OWNER_ID } from './account.js';
import { parkFeeds, unparkFeeds } from './parked-feeds.js';

/**
 * Switches an account off: its keys are refused, its feeds rest, what it has published is not found
 * and nothing is delivered to its webhooks. Nothing is lost.
 * @throws ServiceError INVALID_FIELD for the owner's
 */
export async function disableAccount(store: Store, clock: Clock, id: string): Promise<void> {
  if (id === OWNER_ID) {
    throw new ServiceError(
      'INVALID_FIELD',
      'The account owner is the one that the command line on this machine works with: it cannot be switched off.',
    );
  }
  await store.db
    .updateTable('accounts')
    .set({ disabled_at: clock.now() })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .execute();
  await parkFeeds(store.db, id);
}

/** Switches an account on again; its feeds go on where they were. */
export async function enableAccount({ db }: Store, id: string): Promise<void> {
  await db.updateTable('accounts').set({ disabled_at: null }).where('id', '=', id).execute();
  await unparkFeeds(db, id);
}
