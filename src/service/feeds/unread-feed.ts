import { FIRST_RETRY } from '../schedule/backoff.js';
import type { DocumentReading } from '../sources/source-reader.js';

/** Replaces a reading for a feed whose source could not be read yet. */
export type UnreadReading = DocumentReading & {
  /** The reason, for the owner of the feed. */
  failure: string;
};

export function unreadReading(failure: string): UnreadReading {
  return {
    kind: 'document',
    document: {
      ...{ title: '', description: '', icon: '', language: null, siteUrl: null },
      entries: [],
      schedule: { minIntervalMs: null, skipHours: [], skipDays: [] },
    },
    // Without an address to poll, the next fetch reads the source like a first one.
    state: {
      ...{ pollUrl: '', etag: null, lastModified: null, bodyHash: null },
      ...{ origin: 'feed', rule: null },
    },
    freshForMs: null,
    failure,
  };
}

/** The columns of a feed that starts in the state `failing`. */
export function failingColumns({ failure }: UnreadReading, now: number) {
  return {
    failures: 1,
    failing_since: now,
    last_error: failure,
    next_refresh_at: now + FIRST_RETRY,
    refresh_reason: 'retry',
  } as const;
}
