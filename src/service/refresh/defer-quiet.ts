import { afterQuietHours, readQuietHours } from '../schedule/quiet-hours.js';
import { type ClaimedFeed, deferClaim } from './claim.js';
import type { RefreshDeps } from './refresh-result.js';

/**
 * Gives back the feeds whose quiet hours have begun since they became due: the process was down or
 * busy. They are due when these hours end.
 * @returns the others
 */
export async function deferQuiet(
  { store, clock, random }: Pick<RefreshDeps, 'store' | 'clock' | 'random'>,
  feeds: readonly ClaimedFeed[],
): Promise<ClaimedFeed[]> {
  const now = clock.now();
  const others: ClaimedFeed[] = [];
  for (const feed of feeds) {
    const quiet = readQuietHours(feed.quiet_hours);
    const until = quiet === null ? now : afterQuietHours(now, quiet, random);
    if (until === now) others.push(feed);
    else await deferClaim(store.db, feed, { until, reason: 'quiet_hours' });
  }
  return others;
}
