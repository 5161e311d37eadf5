import { WEEK } from '../core/durations.js';

/** Maximum number of consecutive "not modified" responses before a whole document is requested. */
const MAX_NOT_MODIFIED = 20;

/** Maximum time without a whole document. */
const MAX_AGE_WITHOUT_DOCUMENT = WEEK;

/**
 * How long a feed has received only "not modified". Servers send wrong validators - a Last-Modified
 * in the year 2041 (FreshRSS#1020), one that never changes (FreshRSS#5149) - and then return 304 to
 * everything: such a feed would never update again.
 */
export interface Revalidation {
  /** Number of "not modified" responses since the last whole document. */
  notModified: number;
  /** Time of the last whole document, in milliseconds. */
  documentAt: number;
}

/** True if the next request may carry If-None-Match and If-Modified-Since. */
export function maySendValidators(revalidation: Revalidation, now: number): boolean {
  return (
    revalidation.notModified < MAX_NOT_MODIFIED &&
    now - revalidation.documentAt < MAX_AGE_WITHOUT_DOCUMENT
  );
}

/**
 * The state after a successful fetch. `conditional` says whether validators were sent; without them
 * even an unchanged response was a whole document.
 */
export function afterReading(
  revalidation: Revalidation,
  reading: { conditional: boolean; kind: 'unchanged' | 'document' },
  now: number,
): Revalidation {
  return reading.conditional && reading.kind === 'unchanged'
    ? { ...revalidation, notModified: revalidation.notModified + 1 }
    : { notModified: 0, documentAt: now };
}

/** The fetch state without validators: the next request is unconditional. */
export function withoutValidators<
  State extends { etag: string | null; lastModified: string | null },
>(state: State): State {
  return { ...state, etag: null, lastModified: null };
}
