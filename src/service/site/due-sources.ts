import { isQuiet, readQuietHours } from '../schedule/quiet-hours.js';
import type { FeedRow } from './feed-rows.js';

type DueColumns = Pick<
  FeedRow,
  | 'poll_url'
  | 'is_active'
  | 'suspended_at'
  | 'refresh_interval'
  | 'quiet_hours'
  | 'refresh_reason'
  | 'last_refreshed_at'
  | 'next_refresh_at'
>;

/**
 * True if a build fetches a source. The schedule of the builds replaces the rhythm of the source,
 * but the settings of its owner count.
 */
export function isDueForBuild(
  feed: DueColumns,
  { now, maxAgeMs }: { now: number; maxAgeMs: number },
): boolean {
  if (feed.suspended_at !== null || feed.refresh_interval === 0) return false;
  const quiet = readQuietHours(feed.quiet_hours);
  if (quiet !== null && isQuiet(now, quiet)) return false;
  if (feed.poll_url === '') return true;
  if (feed.is_active === 0) return feed.next_refresh_at <= now;
  const interval = Math.max(maxAgeMs, feed.refresh_interval ?? 0);
  return feed.last_refreshed_at <= now - interval;
}
