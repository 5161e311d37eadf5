import type { ClaimedFeed } from './claim.js';
import { readSource } from './read-source.js';
import type { RefreshDeps } from './refresh-deps.js';
import type { RefreshResult } from './refresh-result.js';
import { storeDocument } from './store-document.js';
import { storeFailure } from './store-failure.js';
import { storeUnchanged } from './store-unchanged.js';
import { suspend } from './suspend.js';
import { isProven } from './suspension.js';

/**
 * Looks at the source of a claimed feed and stores what came of it in one transaction: items,
 * schedule, history and the event that announces them.
 * @returns null when nothing was stored, because the lease was lost or `signal` was aborted.
 * @throws ServiceError STORE_UNAVAILABLE; whatever is wrong with the source is in the result.
 */
export async function refreshFeed(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  signal?: AbortSignal,
): Promise<RefreshResult | null> {
  if (isProven(feed)) return suspend(deps, feed);
  const look = await readSource(deps, feed);
  // A reading that was broken off says nothing about its source.
  if (signal?.aborted) return null;
  if ('failure' in look) return storeFailure(deps, feed, look);
  const { reading } = look;
  if (reading.kind === 'unchanged') return storeUnchanged(deps, feed, { ...look, reading });
  try {
    return await storeDocument(deps, feed, { ...look, reading });
  } finally {
    // The promises that led here are older than the document, and V8 keeps what old objects lead to
    // until a full collection, dead or not: 140 kB a feed.
    reading.document.entries.length = 0;
  }
}
