import { systemClock } from '../core/time.js';
import { presentItem } from '../items/item.js';
import { AS_STORED } from '../items/look.js';
import { textWords } from '../items/words.js';
import { findItems, type Searched } from './find-items.js';
import { MAX_WORDS } from './parse-query.js';

/** Time after which the search returns what it has found, in milliseconds. */
const SEARCHING_MS = 500;
const CHUNK = 250;
/** Maximum number of items with the words of the tag that are examined, newest first. */
const MAX_EXAMINED = 2000;

/**
 * Ids of the feeds of an account whose items have a tag, ignoring its case. For a tag with
 * thousands of items, only the feeds of the newest ones.
 */
export async function taggedFeeds(
  store: Searched,
  accountId: string,
  tag: string,
): Promise<string[]> {
  const words = textWords(tag, MAX_WORDS);
  if (words.length === 0) return [];
  const query = { all: [{ words, isPrefix: false }], none: [] };
  const chunk = { before: null, size: CHUNK, now: systemClock.now() };
  const wanted = tag.toLowerCase();
  const found = new Set<string>();
  const until = performance.now() + SEARCHING_MS;
  let examined = 0;
  for await (const { rows } of findItems(store, query, { accountId }, chunk)) {
    for (const row of rows) {
      const { tags = [] } = presentItem(row, AS_STORED);
      if (tags.some((name) => name.toLowerCase() === wanted)) found.add(row.feed_id);
    }
    examined += rows.length;
    if (examined >= MAX_EXAMINED || performance.now() > until) break;
  }
  return [...found];
}
