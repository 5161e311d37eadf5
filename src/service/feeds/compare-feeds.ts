import type { FeedOrder } from '../../contract/index.js';
import type { OwnFeedRow } from './feed.js';
import { healthStateOf } from './feed-health.js';
import { WORST_FIRST } from './feed-order.js';
import type { Named } from './search-feeds.js';

type Comparable = Named & Pick<OwnFeedRow, 'is_active' | 'failures' | 'item_dates'>;

/**
 * The comparisons that sort feeds found by a search, in the orders of `feedSegments` but without an
 * index.
 */
export const COMPARE: Record<
  Exclude<FeedOrder, 'created'>,
  (a: Comparable, b: Comparable) => number
> = {
  title: (a, b) => compareValues(comparedTitle(a), comparedTitle(b)) || compareValues(a.id, b.id),
  last_item: (a, b) => compareValues(newestOf(b), newestOf(a)) || compareValues(a.id, b.id),
  health: (a, b) => compareValues(rankOf(a), rankOf(b)) || compareValues(b.failures, a.failures),
};

function comparedTitle({ title, title_override }: Comparable): string {
  return (title_override ?? title).toLowerCase();
}

/** The newest date of a feed. Feeds without dates come last. */
function newestOf({ item_dates }: Comparable): number {
  const [newest = Number.NEGATIVE_INFINITY] = JSON.parse(item_dates ?? '[]') as number[];
  return newest;
}

function rankOf(feed: Comparable): number {
  return WORST_FIRST.indexOf(healthStateOf(feed));
}

function compareValues<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
