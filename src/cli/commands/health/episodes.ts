import type { Problem, ProblemKind } from './examine.js';

/** Stored state of one feed. Times in milliseconds since the epoch. */
export interface FeedMemory {
  /** The current problem. */
  episode?: {
    problem: ProblemKind;
    since: number;
    /** Number of consecutive runs that found it. */
    count: number;
    told: boolean;
  };
  /** The newest item of the last run, and since when it is the newest. */
  newest?: string;
  newSeenAt?: number;
}

/** A report about a feed: a problem started, or it is over. */
export interface Report {
  status: 'problem' | 'recovered';
  problem: ProblemKind;
  detail: string;
  since: number;
  failingSince?: string;
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
  found: Problem | undefined,
  { now, after }: { now: number; after: number },
): Judgement {
  const { episode, ...rest } = before;
  if (found === undefined) {
    return { memory: rest, report: recovery(episode), isBad: false };
  }
  const { problem } = found;
  const since = episode?.since ?? now;
  const count = (episode?.count ?? 0) + 1;
  const isBad = count >= after;
  const told = episode?.told === true || isBad;
  const isNews = told && episode?.told !== true;
  return {
    memory: { ...rest, episode: { problem, since, count, told } },
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
  const { problem, since } = episode;
  return { status: 'recovered', problem, detail: `The problem "${problem}" is resolved.`, since };
}
