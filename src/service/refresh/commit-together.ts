import type { Store } from '../store/store.js';
import type { ClaimedFeed } from './claim.js';
import { type Commit, commitLook, writeLook } from './commit.js';

interface Waiting {
  claimed: ClaimedFeed;
  commit: Commit;
  resolve(stored: boolean): void;
  reject(error: unknown): void;
}

/** How long a look may wait for others, in milliseconds. */
const TOGETHER_MS = 5;

/** The looks of each store that wait for the next transaction. */
const waitingFor = new WeakMap<Store, Waiting[]>();

/**
 * As `commitLook`, for looks that found nothing: those that end at about the same time share one
 * transaction. Each transaction costs a sync of the disk, which blocks the event loop for
 * milliseconds; and what is lost of such a look by a crash is only made once more.
 */
export function commitTogether(
  store: Store,
  claimed: ClaimedFeed,
  commit: Commit,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const one = { claimed, commit, resolve, reject };
    const waiting = waitingFor.get(store);
    if (waiting !== undefined) {
      waiting.push(one);
      return;
    }
    waitingFor.set(store, [one]);
    setTimeout(() => void commitWaiting(store), TOGETHER_MS);
  });
}

async function commitWaiting(store: Store): Promise<void> {
  const batch = waitingFor.get(store) ?? [];
  waitingFor.delete(store);
  const [first, ...others] = batch;
  if (first === undefined) return;
  if (others.length === 0) return commitAlone(store, first);
  try {
    const stored = await store.db.transaction().execute(async (transaction) => {
      const results: boolean[] = [];
      for (const { claimed, commit } of batch) {
        results.push(await writeLook(transaction, claimed, commit));
      }
      return results;
    });
    batch.forEach(({ resolve }, index) => {
      resolve(stored[index] === true);
    });
  } catch {
    // What stands in the way of one must not keep the others from being stored.
    for (const one of batch) await commitAlone(store, one);
  }
}

async function commitAlone(store: Store, one: Waiting): Promise<void> {
  await commitLook(store, one.claimed, one.commit).then(one.resolve, one.reject);
}
