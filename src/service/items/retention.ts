import { hash } from 'node:crypto';
import { DAY } from '../schedule/durations.js';

/** Items kept of one feed. */
export const KEEP_ITEMS = 500;

/** How long a dropped item is remembered after it was last seen in the document. */
export const TOMBSTONE_LIFE = 30 * DAY;

/**
 * What remains of a dropped item. Without it, an item comes back as new when a replica of the
 * source lags behind, or when the source lists more than is kept (miniflux#1510).
 */
export interface Tombstone {
  /** See `tombstoneHash`. */
  hash: string;
  /** When the source last listed the item, milliseconds. */
  lastSeenAt: number;
}

/** A stored item as far as keeping it is concerned. */
export interface KeptItem {
  key: string;
}

/** The hash that stands for a dropped item's identity: 128 bits of SHA-256, base64url. */
export function tombstoneHash(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 22);
}

/**
 * The items beyond the newest 500. What the source lists now is kept whatever its age, since
 * dropping it would only mean to remember it in another form.
 * @param newestFirst every item of the feed, those just added in front.
 * @param listed keys in the document just read; a document has 500 entries at most.
 */
export function itemsToDrop<Item extends KeptItem>(
  newestFirst: readonly Item[],
  listed: ReadonlySet<string>,
  keep: number = KEEP_ITEMS,
): Item[] {
  const unlisted = newestFirst.filter((item) => !listed.has(item.key));
  const room = Math.max(0, keep - (newestFirst.length - unlisted.length));
  return unlisted.slice(room);
}

/**
 * The expired tombstones: not listed for 30 days. Must be called only after a whole document was
 * read, with the hashes of its items: while a source fails or the service is stopped, that time
 * must not count.
 */
export function expiredTombstones(
  tombstones: readonly Tombstone[],
  listed: ReadonlySet<string>,
  now: number,
): Tombstone[] {
  return tombstones.filter(
    (tombstone) => !listed.has(tombstone.hash) && now - tombstone.lastSeenAt >= TOMBSTONE_LIFE,
  );
}
