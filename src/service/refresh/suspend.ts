import { DEFERRED_MS } from '../accounts/suspended-feeds.js';
import type { RefreshDeps, RefreshResult } from './refresh-result.js';
import { storeAttempt } from './store-attempt.js';
import type { ClaimedFeed } from './suspension.js';

/** Stores that a feed is suspended, and the reason. */
export function suspend(deps: RefreshDeps, feed: ClaimedFeed): Promise<RefreshResult | null> {
  const now = deps.clock.now();
  const message =
    'Suspended: the service process ended twice while it was reading this source. ' +
    `To fetch it again: feedctl refresh ${feed.id}`;
  return storeAttempt(
    deps,
    feed,
    { now, durationMs: 0 },
    {
      outcome: 'failed',
      columns: {
        is_active: 0,
        inactive_reason: message,
        last_error: message,
        failures: feed.failures + 1,
        failing_since: feed.failing_since ?? now,
        suspended_at: now,
        // The time is deferred as for feeds of a disabled account, so that searches for due feeds
        // do not have to skip it.
        next_refresh_at: now + DEFERRED_MS,
        refresh_reason: 'suspended',
      },
      failure: { status: null, retryAfterMs: null, code: 'SOURCE_SUSPENDED', message },
    },
  );
}
