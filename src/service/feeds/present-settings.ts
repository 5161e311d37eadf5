import { type FeedSettings, formatInterval, type Interval } from '../../contract/index.js';
import { DEFAULT_FLOOR } from '../schedule/interval.js';
import type { FeedRow } from './feed-row.js';

/** In the column `refresh_interval`: the feed is not fetched by itself. */
export const PAUSED = 0;

/** The column for an interval: null for `auto`. */
export function intervalColumn(interval: Interval): number | null {
  if (interval === 'auto') return null;
  return interval === 'paused' ? PAUSED : interval;
}

/**
 * Settings as the API shows them. The extension fields are absent while the source's own rhythm
 * decides: the interface knows only `customAuthor`.
 *
 * @param floorMs shortest time between two fetches that the operator allows, in milliseconds
 */
export function presentSettings(
  { custom_author, refresh_interval }: Pick<FeedRow, 'custom_author' | 'refresh_interval'>,
  floorMs = DEFAULT_FLOOR,
): FeedSettings {
  if (refresh_interval === null) return { customAuthor: custom_author };
  if (refresh_interval === PAUSED) return { customAuthor: custom_author, interval: 'paused' };
  return {
    customAuthor: custom_author,
    interval: formatInterval(refresh_interval),
    ...(refresh_interval < floorMs && { minInterval: formatInterval(floorMs) }),
  };
}
