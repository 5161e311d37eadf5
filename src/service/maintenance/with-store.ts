import { HOUR } from '../core/durations.js';
import { openStore } from '../store/open-store.js';
import type { Store } from '../store/store.js';

/** Counting a large table takes a server longer than any statement of the service; milliseconds. */
const LONG_STATEMENT_MS = HOUR;

/** Opens a database for work that takes as long as it takes, and closes it whatever comes of it. */
export async function withStore<T>(
  location: string,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(location, undefined, {
    statementTimeoutMs: LONG_STATEMENT_MS,
    pool: 2,
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
