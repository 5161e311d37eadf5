import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { DEFERRED_MS } from '../accounts/suspended-feeds.js';
import { longestWait } from '../schedule/longest-wait.js';
import type { Database } from '../store/schema.js';

type FeedsExpressions = ExpressionBuilder<Database, 'feeds'>;
type FeedsCondition = (feeds: FeedsExpressions) => ExpressionWrapper<Database, 'feeds', SqlBool>;

/**
 * True for feeds with a due time that no schedule can produce: a wrong clock set it. Feeds of
 * disabled accounts are even later and are excluded.
 * @param floorMs minimum time between two fetches, set by the operator, in milliseconds
 */
export function isMisdated(now: number, floorMs: number | undefined): FeedsCondition {
  return (feeds) =>
    feeds.and([
      feeds('next_refresh_at', '>', Math.ceil(now + longestWait(floorMs))),
      feeds('next_refresh_at', '<', DEFERRED_MS),
    ]);
}

/** True for feeds that are not paused. */
export const notPaused: FeedsCondition = (feeds) =>
  feeds.or([feeds('feeds.refresh_interval', 'is', null), feeds('feeds.refresh_interval', '>', 0)]);

/** True for feeds that are due, or due later than any schedule allows, unless paused. */
export function isDue(now: number, floorMs: number | undefined): FeedsCondition {
  return (feeds) =>
    feeds.and([
      feeds.or([feeds('next_refresh_at', '<=', now), isMisdated(now, floorMs)(feeds)]),
      notPaused(feeds),
    ]);
}
