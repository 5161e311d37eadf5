import type { ClaimedFeed } from './claim.js';
import { blockDomain } from './host-blocks.js';
import type { FailedLook } from './read-source.js';
import type { RefreshDeps } from './refresh-deps.js';
import type { RefreshResult } from './refresh-result.js';
import { scheduleAfterFailure } from './schedule.js';
import { storeLook } from './store-look.js';

/** Stores a failure: the items stay as they are, and the source is left alone for a while. */
export async function storeFailure(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  look: FailedLook,
): Promise<RefreshResult | null> {
  const { columns, block } = scheduleAfterFailure(deps, feed, look);
  return storeLook(deps, feed, look, {
    outcome: 'failed',
    columns,
    failure: look.failure,
    async write(transaction) {
      if (block !== null) await blockDomain(transaction, block);
    },
  });
}
