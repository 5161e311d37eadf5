import type { Account } from '../accounts/account.js';
import type { Db, Store } from '../store/store.js';

/** How long a feed may wait for others, in milliseconds. */
const BATCH_WINDOW_MS = 5;

interface Waiting {
  /** Does the writing, in a transaction of its own or one that is shared. */
  write(transaction: Db): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What waits for the next transaction, by store and account. */
const waitingFor = new WeakMap<Store, Map<string, Waiting[]>>();

/**
 * Runs `write` in a transaction that it shares with others of the account which come at about the
 * same time: each transaction costs a sync of the disk, and of a thousand feeds made at once these
 * were a third of the time. A failure rolls all of them back and then counts for its own alone.
 */
export function insertBatched<T>(
  store: Store,
  { id }: Account,
  write: (transaction: Db) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const one: Waiting = { write, resolve: (result) => resolve(result as T), reject };
    const accounts = waitingFor.get(store) ?? new Map<string, Waiting[]>();
    waitingFor.set(store, accounts);
    const waiting = accounts.get(id);
    if (waiting !== undefined) {
      waiting.push(one);
      return;
    }
    const batch = [one];
    accounts.set(id, batch);
    setTimeout(() => {
      accounts.delete(id);
      void insertAll(store, batch);
    }, BATCH_WINDOW_MS);
  });
}

async function insertAll(store: Store, batch: readonly Waiting[]): Promise<void> {
  if (batch.length > 1) {
    try {
      const results = await inOneTransaction(store, batch);
      batch.forEach(({ resolve }, index) => {
        resolve(results[index]);
      });
      return;
    } catch {
      // What stands in the way of one must not keep the others from being stored.
    }
  }
  for (const one of batch) {
    await inOneTransaction(store, [one]).then(([result]) => one.resolve(result), one.reject);
  }
}

function inOneTransaction(store: Store, batch: readonly Waiting[]): Promise<unknown[]> {
  return store.db.transaction().execute(async (transaction) => {
    const results: unknown[] = [];
    for (const { write } of batch) results.push(await write(transaction));
    return results;
  });
}
