import { hash } from 'node:crypto';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { DAY } from '../core/durations.js';

/** Default number of items that are kept per feed. */
export const KEEP_ITEMS: number = SERVICE_SETTINGS.keepItems.default;

/** Number of changes that are kept of a page. */
const KEEP_CHANGES = 100;

/**
 * The number of items to keep of a feed.
 * @param keep the number for feeds in general
 */
export function keptItems({ mode }: { mode: string }, keep = KEEP_ITEMS): number {
  return mode === 'changes' ? Math.min(KEEP_CHANGES, keep) : keep;
}

/** Time for which a dropped item is remembered after the document last listed it. */
export const TOMBSTONE_LIFE = 30 * DAY;

/**
 * A record of a dropped item. Without it, the item would become new again when a replica of the
 * source lags behind, or when the source lists more items than are kept (miniflux#1510).
 */
export interface Tombstone {
  /** See `tombstoneHash`. */
  hash: string;
  /** When the source last listed the item, in milliseconds. */
  lastSeenAt: number;
}

/** The part of a stored item that retention needs. */
interface KeptItem {
  key: string;
}

/** The hash of a dropped item's identity: 128 bits of SHA-256, base64url. */
export function tombstoneHash(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 22);
}

/**
 * The items beyond the newest 500. Items that the source lists are kept regardless of their age,
 * because a dropped one would need a tombstone anyway.
 * @param newestFirst every item of the feed, starting with those just added
 * @param listed keys in the document just read
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
 * The items that a document of more than 500 entries lists beyond the newest 500: by date if most
 * have one, otherwise in the order of their arrival. Each gets a tombstone, so that it does not
 * return as new.
 * @param newestFirst every listed item
 * @param added new items, which are never dropped
 */
export function listedToDrop<Item extends { date: number | null }>(
  newestFirst: readonly Item[],
  added: number,
): Item[] {
  const room = Math.max(0, KEEP_ITEMS - added);
  if (newestFirst.length <= room) return [];
  const dated = newestFirst.filter(({ date }) => date !== null).length;
  const timeOf = ({ date }: Item) => date ?? Number.MIN_SAFE_INTEGER;
  const isDated = dated * 2 > newestFirst.length;
  const inOrder = isDated ? newestFirst.toSorted((a, b) => timeOf(b) - timeOf(a)) : newestFirst;
  return inOrder.slice(room);
}

/**
 * The expired tombstones: their items were not listed for 30 days. Call this only after a complete
 * document was read, with the hashes of its items: time in which a source fails or the service is
 * stopped must not count.
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
