import { createHash } from 'node:crypto';
import { toBase62 } from '../core/base62.js';
import type { PublishedItem } from '../publish/published-channel.js';
import type { ItemRow } from './item-row.js';
import { presentItem } from './present-item.js';

/** Enough that no two items of one reader ever meet. */
const GUID_BYTES = 12;

/** The item for readers, under the feed's custom author if it has one. */
export function publishedItem(
  row: ItemRow,
  customAuthor: string | null,
  guid = itemGuid(row),
): PublishedItem {
  return { ...presentItem(row, customAuthor), guid, addedAt: row.added_at };
}

/**
 * From the place at which the item came in, which never changes, while publishers do change guids
 * and links (miniflux#797). A hash, because the id of a feed is what keeps it private.
 */
function itemGuid({ feed_id, added_at, position }: ItemRow): string {
  return hashedGuid(`${feed_id} ${added_at} ${position}`);
}

/** A guid that is always the same for the same text and tells nothing of it. */
export function hashedGuid(text: string): string {
  return toBase62(createHash('sha256').update(text).digest().subarray(0, GUID_BYTES));
}
