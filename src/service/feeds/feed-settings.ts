import {
  type FeedSettings,
  formatInterval,
  formatQuietHours,
  type Interval,
  parseInterval,
  parseQuietHours,
  type UpdateFeedSettingsBody,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { ScheduleHints } from '../core/source-document.js';
import type { Deps } from '../domain/deps.js';
import { DEFAULT_FLOOR } from '../schedule/interval.js';
import { FEED_COLUMNS, type FeedRow, feedNotFound, findFeed } from './feed.js';
import {
  CHOICE_COLUMNS,
  type FetchChoice,
  nextFetchColumns,
  otherFetchColumns,
  rhythmOf,
  type ScheduleDeps,
} from './next-fetch.js';
import { recheckSubscription } from './push-subscription.js';

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
 * The settings of many feeds, by id: those with the given ids, or all of the account.
 */
export async function settingsOfFeeds(
  { store, refreshFloorMs }: Pick<Deps, 'store' | 'refreshFloorMs'>,
  account: Account,
  ids?: readonly string[],
): Promise<Map<string, FeedSettings>> {
  const wanted = ids === undefined ? null : new Set(ids);
  const rows = await store.db
    .selectFrom('feeds')
    .select(['id', 'custom_author', 'refresh_interval', 'quiet_hours', 'full_text'])
    .where('account_id', '=', account.id)
    .execute();
  const chosen = wanted === null ? rows : rows.filter(({ id }) => wanted.has(id));
  return new Map(chosen.map((row) => [row.id, presentSettings(row, refreshFloorMs)]));
}

/**
 * PATCH /v1/feeds/:id/settings. `customAuthor`: a string replaces the authors of every item, null
 * restores those of the source; items do not count as changed. `interval` and `quietHours`: when the
 * feed is fetched, counted from its last fetch; a failing feed keeps the time of its retry.
 * `full_text`: whether items get the text of their pages; the stored ones keep the text they have.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function updateFeedSettings(
  deps: ScheduleDeps & Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  { customAuthor, full_text: fullText, ...wanted }: UpdateFeedSettingsBody,
): Promise<FeedSettings> {
  const choice = choiceOf(wanted);
  const isRescheduled = Object.keys(choice).length > 0;
  if (customAuthor === undefined && fullText === undefined && !isRescheduled) {
    return getFeedSettings(deps, account, id);
  }
  const schedule = isRescheduled ? await rescheduled(deps, account, id, choice) : {};
  const feed = await deps.store.db
    .updateTable('feeds')
    .set({
      ...(customAuthor !== undefined && { custom_author: customAuthor }),
      ...(fullText !== undefined && { full_text: fullText ? 1 : 0 }),
      ...schedule,
    })
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
  // A hub does not push a paused feed either.
  if (choice.refresh_interval !== undefined) {
    await recheckSubscription(deps.store.db, id, deps.clock.now());
  }
  return presentSettings(feed, deps.refreshFloorMs);
}

/** Columns for the settings that were given; the contract has checked them. */
function choiceOf({ interval, quietHours }: UpdateFeedSettingsBody): Partial<FetchChoice> {
  const every = interval === undefined ? null : parseInterval(interval);
  const quiet = quietHours === undefined ? null : parseQuietHours(quietHours);
  return {
    ...(every === null ? {} : { refresh_interval: intervalColumn(every) }),
    ...(quiet === null ? {} : { quiet_hours: quiet === 'none' ? null : formatQuietHours(quiet) }),
  };
}

async function rescheduled(
  deps: ScheduleDeps & Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  changed: Partial<FetchChoice>,
) {
  const feed = await deps.store.db
    .selectFrom('feeds')
    .select(['is_active', 'failures', 'last_refreshed_at', 'fresh_until'])
    .select(['item_dates', 'rhythm', 'schedule_hints', 'next_refresh_at', 'refresh_reason'])
    .select(CHOICE_COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (feed === undefined) throw feedNotFound(id);
  const choice = { ...feed, ...changed };
  const { last_refreshed_at: last, fresh_until: freshUntil } = feed;
  if (feed.failures > 0 || feed.is_active === 0) {
    const next = { at: feed.next_refresh_at, reason: feed.refresh_reason ?? 'retry' } as const;
    return { ...changed, ...otherFetchColumns(deps, choice, next) };
  }
  const columns = nextFetchColumns(deps, choice, {
    now: last,
    rhythm: rhythmOf(feed),
    hints: JSON.parse(feed.schedule_hints) as ScheduleHints,
    freshForMs: freshUntil === null ? null : freshUntil - last,
  });
  const now = deps.clock.now();
  if (columns.next_refresh_at >= now) return { ...changed, ...columns };
  // Overdue by the new setting: at once, unless it is quiet now.
  const overdue = { at: now, reason: columns.refresh_reason };
  return { ...changed, ...columns, ...otherFetchColumns(deps, choice, overdue) };
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
  feed: Pick<FeedRow, 'custom_author' | 'refresh_interval' | 'quiet_hours' | 'full_text'>,
  floorMs = DEFAULT_FLOOR,
): FeedSettings {
  return {
    customAuthor: feed.custom_author,
    ...(feed.quiet_hours !== null && { quietHours: feed.quiet_hours }),
    ...presentInterval(feed.refresh_interval, floorMs),
    ...(feed.full_text === 1 && { full_text: true }),
  };
}

function presentInterval(interval: number | null, floorMs: number): Partial<FeedSettings> {
  if (interval === null) return {};
  if (interval === PAUSED) return { interval: 'paused' };
  return {
    interval: formatInterval(interval),
    ...(interval < floorMs && { minInterval: formatInterval(floorMs) }),
  };
}
