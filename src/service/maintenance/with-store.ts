import type { Clock } from '../core/clock.js';
import { openStore } from '../store/open-store.js';
import type { Store } from '../store/store.js';

/** Counting a large table takes a server longer than any statement of the service; milliseconds. */
const LONG_STATEMENT_MS = 3_600_000;

interface WithStoreOptions {
  /** That of the store when left out. */
  clock?: Clock;
  /** Take a database whose copy is not finished. */
  unfinished?: boolean;
}

/** Opens a database for work that takes as long as it takes, and closes it whatever comes of it. */
export async function withStore<T>(
  location: string,
  { clock, unfinished }: WithStoreOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const settings = { statementTimeoutMs: LONG_STATEMENT_MS, pool: 2, unfinished };
  const store = await openStore(location, clock, settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
