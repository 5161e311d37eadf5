import type { HealthCheckName } from '../../checks/table.js';

/** Stored state of one feed. Times in milliseconds since the epoch. */
export interface FeedMemory {
  /** The current problem. */
  episode?: {
    check: HealthCheckName;
    since: number;
    /** Number of consecutive runs that found it. */
    count: number;
    told: boolean;
  };
  /** The newest item of the last run, and since when it is the newest. */
  newest?: string;
  newSeenAt?: number;
}

/** What a check found. */
export interface Found {
  check: HealthCheckName;
  detail: string;
  failingSince?: string;
}

/** A report about a feed: a problem started, or it is over. */
export interface Report extends Found {
  status: 'problem' | 'recovered';
  since: number;
}

export interface Judgement {
  memory: FeedMemory;
  /** Undefined when there is nothing to report, or it was already reported. */
  report: Report | undefined;
  /** Whether the feed currently counts as having a problem. */
  isBad: boolean;
}

/**
 * Reports the start and the end of each problem once. A problem that turns into another one is the
 * same episode, because the feed did not recover.
 *
 * @param after number of consecutive runs that must find a problem before it is reported
 */
export function judge(
  before: FeedMemory,
  found: Found | undefined,
  { now, after }: { now: number; after: number },
): Judgement {
  const { episode, ...rest } = before;
  if (found === undefined) {
    return { memory: rest, report: recovery(episode), isBad: false };
  }
  const { check } = found;
  const since = episode?.since ?? now;
  const count = (episode?.count ?? 0) + 1;
  const isBad = count >= after;
  const told = episode?.told === true || isBad;
  const isNews = told && episode?.told !== true;
  return {
    memory: { ...rest, episode: { check, since, count, told } },
    report: isNews ? { status: 'problem', ...found, since } : undefined,
    isBad,
  };
}

/**
 * Remembers since when an item is the newest, which gives the age of feeds without dates. An
 * item seen for the first time counts as new.
 *
 * @param newest identity of the newest item; undefined when there is none
 */
export function noticeNewest(
  before: FeedMemory,
  newest: string | undefined,
  now: number,
): FeedMemory {
  if (newest === undefined || newest === before.newest) return before;
  return { ...before, newest, newSeenAt: now };
}

function recovery(episode: FeedMemory['episode']): Report | undefined {
  if (episode?.told !== true) return undefined;
  const { check, since } = episode;
  return { status: 'recovered', check, detail: `The problem "${check}" is resolved.`, since };
}
