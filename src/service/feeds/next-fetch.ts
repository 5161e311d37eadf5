import type { ScheduleHints } from '../core/source-document.js';
import type { Random } from '../schedule/backoff.js';
import { type NextFetch, nextFetch, outsideQuietHours } from '../schedule/interval.js';
import { readQuietHours } from '../schedule/quiet-hours.js';
import { parseRhythm, type Rhythm, startRhythm } from '../schedule/rhythm.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Deps } from './deps.js';

/** What the operator decided about fetching. */
export type ScheduleDeps = Pick<Deps, 'refreshFloorMs' | 'refreshCeilingMs' | 'fetchCost'> & {
  random?: Random;
};

type FeedColumns<Column extends keyof Database['feeds']> = Pick<RowOf<'feeds'>, Column>;

/** Columns with what the owner of a feed decided about fetching it. */
export const CHOICE_COLUMNS = ['refresh_interval', 'quiet_hours'] as const;

export type FetchChoice = FeedColumns<(typeof CHOICE_COLUMNS)[number]>;

/** Of a feed that has just been created. */
export const NO_CHOICE: FetchChoice = { refresh_interval: null, quiet_hours: null };

/** What is known after a successful fetch. Times in milliseconds. */
export interface FetchFacts {
  now: number;
  rhythm: Rhythm;
  hints: ScheduleHints;
  freshForMs: number | null;
}

/** Columns for the fetch after a successful one. */
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

/** Columns for a fetch that was decided otherwise: it also keeps out of quiet hours. */
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

/** The rhythm of a stored feed; one that has none yet begins with the dates of its items. */
export function rhythmOf(feed: FeedColumns<'rhythm' | 'item_dates' | 'last_refreshed_at'>): Rhythm {
  const dates = JSON.parse(feed.item_dates ?? '[]') as number[];
  return parseRhythm(feed.rhythm) ?? startRhythm(dates, feed.last_refreshed_at);
}

/**
 * Columns of a feed whose document is read as if for the first time: no validators, and a fetch that
 * runs now is discarded with its lease, because it reads by what was valid before.
 */
export const READ_ANEW = {
  etag: null,
  last_modified: null,
  body_hash: null,
  not_modified: 0,
  lease_token: null,
  lease_expires_at: null,
} as const;
