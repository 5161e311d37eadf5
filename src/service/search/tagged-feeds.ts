import { presentItem } from '../items/item.js';
import type { Db } from '../store/store.js';
import { findItems } from './find-items.js';
import { indexItemsIfFree } from './index-items.js';
import { wordsOf } from './words.js';

/** How long it waits for new items to be indexed, in milliseconds. */
const INDEXING_MS = 300;
const CHUNK = 250;
/** Items with the words of the tag that are examined, newest first. */
const MAX_EXAMINED = 2000;

/**
 * Ids of the feeds of an account whose items have a tag, upper and lower case alike. Of a tag with
 * thousands of items, only the feeds of the newest ones.
 */
export async function taggedFeeds(db: Db, accountId: string, tag: string): Promise<string[]> {
  const words = wordsOf(tag);
  if (words.length === 0) return [];
  await indexItemsIfFree(db, INDEXING_MS);
  const query = { all: [{ words, isPrefix: false }], none: [] };
  const chunk = { before: null, size: CHUNK };
  const wanted = tag.toLowerCase();
  const found = new Set<string>();
  let examined = 0;
  for await (const rows of findItems(db, query, { accountId }, chunk)) {
    for (const row of rows) {
      const { tags = [] } = presentItem(row, null);
      if (tags.some((name) => name.toLowerCase() === wanted)) found.add(row.feed_id);
    }
    examined += rows.length;
    if (examined >= MAX_EXAMINED) break;
  }
  return [...found];
}
