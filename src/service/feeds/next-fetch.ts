import type { ScheduleHints } from '../core/source-document.js';
import type { Random } from '../schedule/backoff.js';
import { type NextFetch, nextFetch, outsideQuietHours } from '../schedule/interval.js';
import { readQuietHours } from '../schedule/quiet-hours.js';
import { parseRhythm, type Rhythm, startRhythm } from '../schedule/rhythm.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Deps } from './deps.js';

/** The settings of the operator for fetches. */
export type ScheduleDeps = Pick<Deps, 'refreshFloorMs' | 'refreshCeilingMs' | 'fetchCost'> & {
  random?: Random;
};

type FeedColumns<Column extends keyof Database['feeds']> = Pick<RowOf<'feeds'>, Column>;

/** The columns with the settings of a feed's owner for fetches. */
export const CHOICE_COLUMNS = ['refresh_interval', 'quiet_hours'] as const;

export type FetchChoice = FeedColumns<(typeof CHOICE_COLUMNS)[number]>;

/** The settings of a feed that was just created. */
export const NO_CHOICE: FetchChoice = { refresh_interval: null, quiet_hours: null };

/** The facts that are known after a successful fetch. Times are in milliseconds. */
export interface FetchFacts {
  now: number;
  rhythm: Rhythm;
  hints: ScheduleHints;
  freshForMs: number | null;
}

/** The columns for the next fetch after a successful one. */
export function nextFetchColumns(deps: ScheduleDeps, choice: FetchChoice, facts: FetchFacts) {
  const next = nextFetch({
    ...facts,
    retryAfterMs: null,
    interval: choice.refresh_interval,
    quiet: readQuietHours(choice.quiet_hours),
    floorMs: deps.refreshFloorMs,
    ceilingMs: deps.refreshCeilingMs,
    fetchCost: deps.fetchCost?.(),
    random: deps.random ?? Math.random,
  });
  return scheduleColumns(next);
}

/** The columns for a fetch whose time was decided by other rules; it also avoids quiet hours. */
export function otherFetchColumns(
  { random = Math.random }: ScheduleDeps,
  choice: FetchChoice,
  next: NextFetch,
) {
  const quiet = readQuietHours(choice.quiet_hours);
  return scheduleColumns(outsideQuietHours(next, quiet, random));
}

function scheduleColumns({ at, reason }: NextFetch) {
  return { next_refresh_at: Math.round(at), refresh_reason: reason };
}

/**
 * The publishing rhythm of a stored feed. A feed without one starts with the dates of its items.
 */
export function rhythmOf(feed: FeedColumns<'rhythm' | 'item_dates' | 'last_refreshed_at'>): Rhythm {
  const dates = JSON.parse(feed.item_dates ?? '[]') as number[];
  return parseRhythm(feed.rhythm) ?? startRhythm(dates, feed.last_refreshed_at);
}

/**
 * Columns of a feed whose document is read as if for the first time: there are no validators, and a
 * running fetch is discarded together with its lease, because it uses the previous settings.
 */
export const READ_ANEW = {
  etag: null,
  last_modified: null,
  body_hash: null,
  not_modified: 0,
  lease_token: null,
  lease_expires_at: null,
} as const;
