import { occursMoreThan } from '../../../base/text.js';

/**
 * Maximum length of pages that are read in this thread, in characters, so that the event loop never
 * stalls.
 */
const MAX_LENGTH_HERE = 64 * 1024;

/** Maximum number of `<` in such a page: 1,000 elements of a list take 50 ms. */
const MAX_BRACKETS_HERE = 2000;

/** True if reading a page takes too long for this thread. */
export function isCostly(html: string): boolean {
  return html.length > MAX_LENGTH_HERE || occursMoreThan(html, '<', MAX_BRACKETS_HERE);
}
