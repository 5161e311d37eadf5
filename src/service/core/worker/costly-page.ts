import { occursMoreThan } from '../../../base/text.js';

/** Longer pages, in characters, are read in a worker thread, so that the event loop never stalls. */
const MAX_LENGTH_HERE = 64 * 1024;

/** So are pages with more of `<`: 1,000 elements of a list take 50 ms. */
const MAX_BRACKETS_HERE = 2000;

/** Whether it takes too long to read a page in this thread. */
export function isCostly(html: string): boolean {
  return html.length > MAX_LENGTH_HERE || occursMoreThan(html, '<', MAX_BRACKETS_HERE);
}
