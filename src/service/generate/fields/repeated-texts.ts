import type { Page } from '../page/page.js';
import type { PageRecord } from '../strategies/records/record.js';

/** Records that must repeat a text at least, and their share. */
const MIN_REPEATED = 3;
const REPEATED = 0.8;
/** Characters of a text from which on it is no button, badge or kicker. */
const MAX_LENGTH = 60;

/** Short texts that nearly all records of a list have: buttons and badges, no part of a title. */
export function repeatedTexts(page: Page, records: readonly PageRecord[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { start, end } of records) {
    const texts = page.texts.list(start, end).map(({ text }) => text);
    for (const text of new Set(texts.filter(({ length }) => length < MAX_LENGTH)))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const least = Math.max(MIN_REPEATED, records.length * REPEATED);
  return new Set([...counts].filter(([, count]) => count >= least).map(([text]) => text));
}
