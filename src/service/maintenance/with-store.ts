import { HOUR } from '../core/durations.js';
import { openStore } from '../store/open-store.js';
import type { Store } from '../store/store.js';

/**
 * Statement timeout in milliseconds: counting a large table takes longer than any statement of the
 * service.
 */
const LONG_STATEMENT_MS = HOUR;

/** Opens a database for long work, and closes it afterwards, also after an error. */
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
