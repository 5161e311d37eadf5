import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { PARKED_MS } from '../accounts/suspended-feeds.js';
import { longestWait } from '../schedule/longest-wait.js';
import type { Database } from '../store/schema.js';

type FeedsExpressions = ExpressionBuilder<Database, 'feeds'>;
type FeedsCondition = (feeds: FeedsExpressions) => ExpressionWrapper<Database, 'feeds', SqlBool>;

/**
 * True for feeds that are due so late that no schedule can have put them there: the clock was ahead
 * when they were scheduled. Feeds of disabled accounts are later still, and not among them.
 * @param floorMs the operator's shortest time between two fetches
 */
export function isMisdated(now: number, floorMs: number | undefined): FeedsCondition {
  return (feeds) =>
    feeds.and([
      feeds('next_refresh_at', '>', Math.ceil(now + longestWait(floorMs))),
      feeds('next_refresh_at', '<', PARKED_MS),
    ]);
}

/** True for feeds whose owner has not paused them. */
export const notPaused: FeedsCondition = (feeds) =>
  feeds.or([feeds('feeds.refresh_interval', 'is', null), feeds('feeds.refresh_interval', '>', 0)]);

/** True for feeds that are due, or due later than any schedule allows, unless they are paused. */
export function isDue(now: number, floorMs: number | undefined): FeedsCondition {
  return (feeds) =>
    feeds.and([
      feeds.or([feeds('next_refresh_at', '<=', now), isMisdated(now, floorMs)(feeds)]),
      notPaused(feeds),
    ]);
}
