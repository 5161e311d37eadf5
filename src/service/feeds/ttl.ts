const MINUTE = 60_000;
const LONGEST = 24 * 60;

/** What to tell readers of how long a document stays as it is, from 5 minutes to a day. */
export function ttlMinutes(refreshIntervalMs: number): number {
  return Math.min(LONGEST, Math.max(5, Math.round(refreshIntervalMs / MINUTE)));
}
