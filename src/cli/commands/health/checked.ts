import type { HealthCheckName } from '../../checks/table.js';

/** The finding of a check. */
export interface Found {
  check: HealthCheckName;
  detail: string;
  /** Time of the first of the consecutive failed fetches; ISO 8601. */
  failingSince?: string;
}

/** The result of the checks of a feed, or of one check of the account. */
export interface Checked {
  /** Its key in the state: the id of a feed, or the check and the ids of its objects. */
  key: string;
  /** The feed, or the bundle with a missing member. */
  id: string;
  title: string;
  /** Undefined if there is no problem. */
  found: Found | undefined;
  /** Commands that fix it, as words after `feedctl`. */
  fixes: readonly (readonly string[])[];
  memory: FeedMemory;
  /** True if the items have no dates and the feed was not checked before. */
  isAgeUnknown?: boolean;
}

/** Stored state of one feed or finding. Times in milliseconds since the epoch. */
export interface FeedMemory {
  /** The current problem. */
  episode?: {
    check: HealthCheckName;
    since: number;
    /** Number of consecutive runs that found it. */
    count: number;
    told: boolean;
  };
  /** The newest item of the last run, and the time since when it is the newest. */
  newest?: string;
  newSeenAt?: number;
}

export type Memories = ReadonlyMap<string, FeedMemory>;
