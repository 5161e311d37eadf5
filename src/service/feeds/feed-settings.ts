import {
  type FeedSettings,
  formatInterval,
  RESUME,
  type UpdateFeedSettingsBody,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { ScheduleHints } from '../core/source-document.js';
import { DEFAULT_FLOOR } from '../schedule/interval.js';
import type { Deps } from './deps.js';
import { FEED_COLUMNS, type FeedRow, feedNotFound, findFeed, findWholeFeed } from './feed.js';
import {
  CHOICE_COLUMNS,
  type FetchChoice,
  nextFetchColumns,
  otherFetchColumns,
  rhythmOf,
  type ScheduleDeps,
} from './next-fetch.js';
import { recheckSubscription } from './push-subscription.js';
import {
  isPublished,
  PAUSED,
  SETTING_COLUMNS,
  settingCells,
  settingsIn,
} from './setting-columns.js';

/**
 * GET /v1/feeds/:id/settings: the settings of a feed.
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
 * The settings of several feeds, by id: of the feeds with the given ids, or of all feeds of the
 * account.
 */
export async function settingsOfFeeds(
  { store, refreshFloorMs }: Pick<Deps, 'store' | 'refreshFloorMs'>,
  account: Account,
  ids?: readonly string[],
): Promise<Map<string, FeedSettings>> {
  const wanted = ids === undefined ? null : new Set(ids);
  const rows = await store.db
    .selectFrom('feeds')
    .select(['id', ...SETTING_COLUMNS])
    .where('account_id', '=', account.id)
    .execute();
  const chosen = wanted === null ? rows : rows.filter(({ id }) => wanted.has(id));
  return new Map(chosen.map((row) => [row.id, presentSettings(row, refreshFloorMs)]));
}

/**
 * PATCH /v1/feeds/:id/settings: changes settings. A custom author replaces the authors of every
 * item; items do not count as changed. A new interval and quiet hours count from the last fetch; a
 * failing feed keeps the time of its retry. Stored items keep their text.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function updateFeedSettings(
  deps: ScheduleDeps & Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  settings: UpdateFeedSettingsBody,
): Promise<FeedSettings> {
  const cells = {
    ...settingCells(settings),
    ...(settings.interval === RESUME && (await intervalBefore(deps, account, id))),
  };
  if (Object.keys(cells).length === 0) return getFeedSettings(deps, account, id);
  const isRescheduled = CHOICE_COLUMNS.some((column) => cells[column] !== undefined);
  const schedule = isRescheduled ? await rescheduled(deps, account, id, cells) : {};
  const feed = await deps.store.db
    .updateTable('feeds')
    .set({ ...cells, ...schedule })
    .$if(cells.refresh_interval === PAUSED, (update) =>
      update.set((column) => ({
        interval_before_pause: column
          .case()
          .when('refresh_interval', '=', PAUSED)
          .then(column.ref('interval_before_pause'))
          .else(column.ref('refresh_interval'))
          .end(),
      })),
    )
    .$if(isPublished(settings), (update) =>
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
  // A paused feed does not receive pushes from a hub either.
  if (cells.refresh_interval !== undefined) {
    await recheckSubscription(deps.store.db, id, deps.clock.now());
  }
  return presentSettings(feed, deps.refreshFloorMs);
}

/** The interval of a feed; for a paused feed, the interval before the pause. */
async function intervalBefore({ store }: Pick<Deps, 'store'>, account: Account, id: string) {
  const feed = await findWholeFeed(store.db, account, id);
  const isPaused = feed.refresh_interval === PAUSED;
  return { refresh_interval: isPaused ? feed.interval_before_pause : feed.refresh_interval };
}

async function rescheduled(
  deps: ScheduleDeps & Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  cells: Partial<FetchChoice>,
) {
  const feed = await findWholeFeed(deps.store.db, account, id);
  const choice = { ...feed, ...cells };
  const { last_refreshed_at: last, fresh_until: freshUntil } = feed;
  if (feed.failures > 0 || feed.is_active === 0) {
    const next = { at: feed.next_refresh_at, reason: feed.refresh_reason ?? 'retry' } as const;
    return otherFetchColumns(deps, choice, next);
  }
  const columns = nextFetchColumns(deps, choice, {
    now: last,
    rhythm: rhythmOf(feed),
    hints: JSON.parse(feed.schedule_hints) as ScheduleHints,
    freshForMs: freshUntil === null ? null : freshUntil - last,
  });
  const now = deps.clock.now();
  if (columns.next_refresh_at >= now) return columns;
  // A feed that is overdue by the new setting is fetched at once, unless it has quiet hours now.
  const overdue = { at: now, reason: columns.refresh_reason };
  return { ...columns, ...otherFetchColumns(deps, choice, overdue) };
}

/**
 * The settings of a row as responses contain them.
 * @param floorMs minimum time between two fetches, set by the operator, in milliseconds
 */
export function presentSettings(
  feed: Pick<FeedRow, (typeof SETTING_COLUMNS)[number]>,
  floorMs = DEFAULT_FLOOR,
): FeedSettings {
  const { refresh_interval: interval } = feed;
  const isRaised = interval !== null && interval !== PAUSED && interval < floorMs;
  return {
    ...settingsIn(feed),
    ...(isRaised && { min_interval: formatInterval(floorMs) }),
  };
}
