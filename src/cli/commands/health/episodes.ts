import type { Problem, ProblemKind } from './examine.js';

/** What is remembered of one feed. Times in milliseconds since the epoch. */
export interface FeedMemory {
  /** The trouble it is in. */
  episode?: {
    problem: ProblemKind;
    since: number;
    /** Runs in a row that found it. */
    count: number;
    told: boolean;
  };
  /** The newest item of the last run, and since when it is that one. */
  newest?: string;
  newSeenAt?: number;
}

/** What is to be told of a feed: that a trouble began, or that it is over. */
export interface Report {
  status: 'problem' | 'recovered';
  problem: ProblemKind;
  detail: string;
  since: number;
}

export interface Judgement {
  memory: FeedMemory;
  /** Undefined when there is nothing to tell, or it was told before. */
  report: Report | undefined;
  /** Whether the feed counts as in trouble now. */
  isBad: boolean;
}

/**
 * Tells each trouble once, and its end once. A trouble that turns into another one is the same
 * episode: the feed was told of, and nothing is better.
 *
 * @param after runs in a row that must have found a trouble before it is told
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
  const { problem, detail } = found;
  const since = episode?.since ?? now;
  const count = (episode?.count ?? 0) + 1;
  const isBad = count >= after;
  const told = episode?.told === true || isBad;
  const isNews = told && episode?.told !== true;
  return {
    memory: { ...rest, episode: { problem, since, count, told } },
    report: isNews ? { status: 'problem', problem, detail, since } : undefined,
    isBad,
  };
}

/**
 * Remembers since when an item is the newest, which tells the age of feeds that show no dates. At
 * first sight it counts as new.
 *
 * @param newest what tells the newest item from others; undefined when there is none
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
  return { status: 'recovered', problem, detail: `It was ${problem}, and is well again.`, since };
}
