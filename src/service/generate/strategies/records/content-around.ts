import type { Page } from '../../page/page.js';
import { contains, type ElementNode } from '../../page/tree.js';
import { UNION } from '../../weights.js';
import type { RecordSet } from './score.js';

/**
 * The smallest element with all links of a set, where a page has no <main>: a sidebar is outside of it.
 * Null when navigation is inside, too.
 */
export function contentAround(page: Page, { records }: RecordSet): ElementNode | null {
  const [first = null, ...others] = records.map(({ link }) => link.element);
  let around = first;
  for (const element of others) {
    while (around !== null && !contains(around, element)) around = around.parent;
  }
  if (around === null) return null;
  let words = 0;
  for (const text of page.texts.list(around.index, around.end)) {
    if ((page.chrome[text.index] ?? 0) > UNION.chrome) words += page.words.in(text);
  }
  return words <= page.words.in(around) * UNION.chromeWords ? around : null;
}

/** Share of the page's words that some sets have. */
export function coverageOf(page: Page, sets: readonly RecordSet[]): number {
  let words = 0;
  for (const { records } of sets) {
    for (const { start, end } of records) words += page.words.between(start, end);
  }
  return words / Math.max(page.words.in(page.root), 1);
}
