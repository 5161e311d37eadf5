import type { FeedMemory, Found } from './checked.js';

/** A report about a feed: a problem started, or ended. */
export interface Report extends Found {
  status: 'problem' | 'recovered';
  since: number;
}

export interface Judgement {
  memory: FeedMemory;
  /** Undefined if there is nothing to report, or if it was already reported. */
  report: Report | undefined;
  /** True while the feed counts as having a problem. */
  isBad: boolean;
}

/**
 * Reports the start and the end of each problem once. A problem that turns into another one is the
 * same episode, because the feed did not recover.
 *
 * @param after number of consecutive runs that must find a problem before it is reported
 */
export function judge(
  { episode, ...rest }: FeedMemory,
  found: Found | undefined,
  { now, after }: { now: number; after: number },
): Judgement {
  const wasTold = episode?.told === true;
  if (found === undefined) {
    return { memory: rest, report: wasTold ? recovery(episode) : undefined, isBad: false };
  }
  const since = episode?.since ?? now;
  const count = (episode?.count ?? 0) + 1;
  const isBad = count >= after;
  return {
    memory: { ...rest, episode: { check: found.check, since, count, told: wasTold || isBad } },
    report: isBad && !wasTold ? { status: 'problem', ...found, since } : undefined,
    isBad,
  };
}

function recovery({ check, since }: NonNullable<FeedMemory['episode']>): Report {
  return { status: 'recovered', check, detail: `The problem "${check}" is resolved.`, since };
}

/**
 * Remembers since when an item is the newest, which gives the age of feeds without dates. An item
 * that is seen for the first time counts as new.
 *
 * @param newest identity of the newest item; undefined if there is none
 */
export function noticeNewest(
  before: FeedMemory,
  newest: string | undefined,
  now: number,
): FeedMemory {
  if (newest === undefined || newest === before.newest) return before;
  return { ...before, newest, newSeenAt: now };
}
