import { WEEK } from './durations.js';

/** "Not modified" answers in a row after which the whole document is asked for once. */
export const MAX_NOT_MODIFIED = 20;

/** The longest time without a whole document. */
export const MAX_AGE_WITHOUT_DOCUMENT = WEEK;

/**
 * How long a feed has lived on "not modified" alone. Servers get validators wrong - a Last-Modified in
 * the year 2041 (FreshRSS#1020), one that stands still (FreshRSS#5149) - and then answer 304 to
 * everything: such a feed would be silent for good.
 */
export interface Revalidation {
  /** "Not modified" answers since the last whole document. */
  notModified: number;
  /** When the last whole document came, milliseconds. */
  documentAt: number;
}

/** Whether the next request may carry If-None-Match and If-Modified-Since. */
export function maySendValidators(revalidation: Revalidation, now: number): boolean {
  return (
    revalidation.notModified < MAX_NOT_MODIFIED &&
    now - revalidation.documentAt < MAX_AGE_WITHOUT_DOCUMENT
  );
}

/**
 * The state after a successful reading. `conditional` says whether validators were sent; without
 * them even an unchanged answer was a whole document.
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

/** The reading state without its validators: the request it makes is unconditional. */
export function withoutValidators<
  State extends { etag: string | null; lastModified: string | null },
>(state: State): State {
  return { ...state, etag: null, lastModified: null };
}
