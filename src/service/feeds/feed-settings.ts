import {
  type FeedSettings,
  formatInterval,
  type Interval,
  parseInterval,
  type UpdateFeedSettingsBody,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { ScheduleHints } from '../core/source-document.js';
import type { Deps } from '../domain/deps.js';
import { DEFAULT_FLOOR, nextRefreshAt } from '../schedule/interval.js';
import { FEED_COLUMNS, type FeedRow, feedNotFound, findFeed } from './feed.js';

/**
 * GET /v1/feeds/:id/settings
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function getFeedSettings(
  { store, refreshFloorMs }: Pick<Deps, 'store' | 'refreshFloorMs'>,
  account: Account,
  id: string,
): Promise<FeedSettings> {
  const feed = await findFeed(store.db, account, id);
  return presentSettings(feed, refreshFloorMs);
}

/**
 * PATCH /v1/feeds/:id/settings. `customAuthor`: a string replaces the authors of every item, null
 * restores those of the source; items do not count as changed. `interval`: when the feed is
 * fetched, counted from its last fetch; a failing feed keeps the time of its retry.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function updateFeedSettings(
  deps: Pick<Deps, 'store' | 'clock' | 'refreshFloorMs'>,
  account: Account,
  id: string,
  { customAuthor, interval: asked }: UpdateFeedSettingsBody,
): Promise<FeedSettings> {
  const interval = asked === undefined ? null : parseInterval(asked);
  if (customAuthor === undefined && interval === null) return getFeedSettings(deps, account, id);
  const schedule = interval === null ? {} : await rescheduled(deps, account, id, interval);
  const feed = await deps.store.db
    .updateTable('feeds')
    .set({ ...(customAuthor !== undefined && { custom_author: customAuthor }), ...schedule })
    .$if(customAuthor !== undefined, (update) =>
      update.set((column) => ({
        revision: column('revision', '+', 1),
        updated_at: deps.clock.now(),
      })),
    )
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .returning(FEED_COLUMNS)
    .executeTakeFirst();
  if (feed === undefined) throw feedNotFound(id);
  return presentSettings(feed, deps.refreshFloorMs);
}

async function rescheduled(
  { store, clock, refreshFloorMs }: Pick<Deps, 'store' | 'clock' | 'refreshFloorMs'>,
  account: Account,
  id: string,
  interval: Interval,
) {
  const feed = await store.db
    .selectFrom('feeds')
    .select(['is_active', 'failures', 'last_refreshed_at', 'fresh_until'])
    .select(['item_dates', 'schedule_hints'])
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (feed === undefined) throw feedNotFound(id);
  const refresh_interval = intervalColumn(interval);
  if (feed.failures > 0 || feed.is_active === 0) return { refresh_interval };
  const { last_refreshed_at: last, fresh_until: freshUntil } = feed;
  const next = nextRefreshAt({
    now: last,
    itemDates: JSON.parse(feed.item_dates ?? '[]') as number[],
    hints: JSON.parse(feed.schedule_hints) as ScheduleHints,
    freshForMs: freshUntil === null ? null : freshUntil - last,
    retryAfterMs: null,
    interval: refresh_interval,
    ...(refreshFloorMs === undefined ? {} : { floorMs: refreshFloorMs }),
    random: Math.random,
  });
  return { refresh_interval, next_refresh_at: Math.max(clock.now(), Math.round(next)) };
}

/** Value of `refresh_interval` for paused feeds. */
export const PAUSED = 0;

/** The column value of an interval; null for `auto`. */
export function intervalColumn(interval: Interval): number | null {
  if (interval === 'auto') return null;
  return interval === 'paused' ? PAUSED : interval;
}

/**
 * Settings as returned by the API. The extension fields are absent with the automatic interval,
 * because the base interface has only `customAuthor`.
 *
 * @param floorMs minimum time between two fetches, set by the operator, in milliseconds
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
