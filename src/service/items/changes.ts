import { sameContent, sameVersion } from './fingerprint.js';
import { type PairableIncoming, type PairableStored, pairRenamed } from './pairing.js';
import { itemsToDrop, KEEP_ITEMS } from './retention.js';

/**
 * Maximum of published changes per item. Some sources never stop editing (a live blog, a random
 * image in the text), and subscribers should not get an event for each edit.
 */
export const MAX_PUBLISHED_CHANGES = 24;

/** A stored entry of the feed. */
export interface StoredEntry extends PairableStored {
  /** As `fingerprint` returned it when the entry was last written. */
  fingerprint: string;
  /** How many changes of it were published. */
  announcedChanges: number;
}

/** An entry of the document just read. */
export interface IncomingEntry extends PairableIncoming {
  fingerprint: string;
}

/** A stored entry and the entry of the document that it matches. */
export interface Update<Stored, Incoming> {
  stored: Stored;
  incoming: Incoming;
  /** Whether it is part of `items_changed`; it is stored in both cases. */
  announce: boolean;
}

/** The differences between a document and the stored items, in document order except `toDrop`. */
export interface Changes<Stored, Incoming> {
  added: Incoming[];
  /** Same identity, other content. */
  changed: Update<Stored, Incoming>[];
  /** Another identity: the stored entry takes the incoming key. Published if the content also differs. */
  renamed: Update<Stored, Incoming>[];
  /** The fingerprint is of older rules, or only details differ: stored, not published. */
  rewritten: Update<Stored, Incoming>[];
  /** Only the position and the time it was last listed are written. */
  unchanged: Update<Stored, Incoming>[];
  /** Dropped earlier and still listed: only their tombstones are renewed. */
  returned: Incoming[];
  /** Stored entries over the limit, replaced by tombstones. */
  toDrop: Stored[];
}

/** The input of `compare`. */
interface Comparison<Stored, Incoming> {
  /** Every stored entry of the feed, newest first: last batch first, document order within one. */
  stored: readonly Stored[];
  /** The document, in its order, with the identity keys of the feed's policy. */
  incoming: readonly Incoming[];
  /** Whether a key belongs to an item dropped within the last 30 days. */
  isDropped: (key: string) => boolean;
  now: number;
  /** How many items to keep; default 500. */
  keep?: number;
  /** The same list with other addresses, as after the redesign of a page. */
  moved?: boolean;
  /** Write unchanged entries again. */
  rewrite?: boolean;
}

/** Compares a document with the stored items of its feed: a pure function. */
export function compare<Stored extends StoredEntry, Incoming extends IncomingEntry>(
  comparison: Comparison<Stored, Incoming>,
): Changes<Stored, Incoming> {
  const { stored, isDropped, now } = comparison;
  const incoming = firstOfEachKey(comparison.incoming);
  const byKey = new Map(stored.map((entry) => [entry.key, entry]));
  const unknown = incoming.filter((entry) => !byKey.has(entry.key) && !isDropped(entry.key));
  const renamed = pairRenamed(stored, incoming, unknown, now, comparison.moved);
  const changes: Changes<Stored, Incoming> = {
    added: [],
    changed: [],
    renamed: [],
    rewritten: [],
    unchanged: [],
    returned: [],
    toDrop: [],
  };
  for (const entry of incoming) {
    const same = byKey.get(entry.key);
    const old = renamed.get(entry);
    if (same !== undefined) changes[kindOf(same, entry)].push(update(same, entry));
    else if (old !== undefined) changes.renamed.push(update(old, entry));
    else if (isDropped(entry.key)) changes.returned.push(entry);
    else changes.added.push(entry);
  }
  changes.toDrop = overflow(stored, changes, incoming, comparison.keep ?? KEEP_ITEMS);
  return changes;

  function kindOf(same: Stored, entry: Incoming) {
    const kind = kindOfUpdate(same, entry);
    return kind === 'unchanged' && comparison.rewrite === true ? 'rewritten' : kind;
  }
}

/** Keys are unique within a document; if they ever are not, the feed must not fail permanently. */
function firstOfEachKey<Entry extends { key: string }>(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => !seen.has(entry.key) && seen.add(entry.key));
}

/** What a stored entry and an entry of the same identity mean for each other. */
export function kindOfUpdate(
  stored: StoredEntry,
  incoming: IncomingEntry,
): 'unchanged' | 'rewritten' | 'changed' {
  if (stored.fingerprint === incoming.fingerprint) return 'unchanged';
  if (sameContent(stored.fingerprint, incoming.fingerprint)) return 'rewritten';
  return sameVersion(stored.fingerprint, incoming.fingerprint) ? 'changed' : 'rewritten';
}

export function update<Stored extends StoredEntry, Incoming extends IncomingEntry>(
  stored: Stored,
  incoming: Incoming,
): Update<Stored, Incoming> {
  const announce =
    kindOfUpdate(stored, incoming) === 'changed' && stored.announcedChanges < MAX_PUBLISHED_CHANGES;
  return { stored, incoming, announce };
}

function overflow<Stored extends StoredEntry, Incoming extends IncomingEntry>(
  stored: readonly Stored[],
  changes: Changes<Stored, Incoming>,
  incoming: readonly Incoming[],
  keep: number,
): Stored[] {
  const listed = new Set(incoming.map((entry) => entry.key));
  for (const { stored: old } of changes.renamed) listed.add(old.key);
  return itemsToDrop(stored, listed, Math.max(0, keep - changes.added.length));
}
