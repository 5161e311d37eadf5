import { hash } from 'node:crypto';
import { DAY } from '../core/durations.js';
import { sameVersion, textMark } from './fingerprint.js';
import type { IncomingMarks, StoredMarks } from './marked-pairs.js';
import { identityOf } from './marks.js';
import { type Recognition, recognise } from './recognise.js';
import { itemsToDrop, KEEP_ITEMS, listedToDrop } from './retention.js';
import { isTitleWithin, titleWords } from './title-similarity.js';

/**
 * Maximum number of published changes per item. Some sources never stop editing (a live blog, a
 * random image in the text), and subscribers should not get an event for each edit.
 */
export const MAX_PUBLISHED_CHANGES = 24;

/** An entry of the feed as it is stored. */
export interface StoredEntry extends StoredMarks {
  /** The number of changes that were published as events. */
  announcedChanges: number;
  /**
   * JSON of the item's earlier states, with the time at which each of its changes of the last day
   * replaced one.
   */
  told: string | null;
}

/** An entry of the document that was just read. */
export type IncomingEntry = IncomingMarks;

/** A stored entry and the entry of the document that it matches. */
export interface Update<Stored, Incoming> {
  stored: Stored;
  incoming: Incoming;
  /** True if the update is part of `items_changed`; it is stored in both cases. */
  announce: boolean;
  /** See `StoredEntry.told`. */
  told: string | null;
}

/** The differences between a document and the stored items, in document order except `toDrop`. */
export interface Changes<Stored, Incoming> {
  /** The entries of the document, without duplicates, with the keys under which they are stored. */
  listed: Incoming[];
  added: Incoming[];
  /** Entries with the same identity and other content. */
  changed: Update<Stored, Incoming>[];
  /**
   * Entries with another identity: the stored entry takes the incoming key. An event is published
   * if the content also differs.
   */
  renamed: Update<Stored, Incoming>[];
  /**
   * Entries whose fingerprint was made by older rules, or of which only details differ: they are
   * stored, but not published.
   */
  rewritten: Update<Stored, Incoming>[];
  /** Entries of which only the position and the time of the last listing are written. */
  unchanged: Update<Stored, Incoming>[];
  /** Entries that were dropped earlier and are still listed: only their tombstones are renewed. */
  returned: Incoming[];
  /** Stored entries beyond the limit, which are replaced by tombstones. */
  toDrop: Stored[];
}

/** The input of `compareEntry`. */
interface Comparison<Stored, Incoming> extends Recognition<Stored, Incoming> {
  /**
   * All stored entries of the feed, newest first: the last batch first, in document order within a
   * batch.
   */
  stored: readonly Stored[];
  /** The entries of the document, in its order. */
  incoming: readonly Incoming[];
  /** Maximum number of items to keep; default 500. */
  keep?: number;
  /** True if unchanged entries are written again. */
  rewrite?: boolean;
}

/** Compares a document with the stored items of its feed. This is a pure function. */
export function compareEntry<Stored extends StoredEntry, Incoming extends IncomingEntry>(
  comparison: Comparison<Stored, Incoming>,
): Changes<Stored, Incoming> {
  const { stored, isDropped } = comparison;
  const incoming = firstOfEachKey(comparison.incoming);
  const { items, repeats } = recognise({ ...comparison, incoming });
  const keys = new Set(stored.map(({ key }) => key));
  const changes: Changes<Stored, Incoming> = {
    listed: [],
    added: [],
    changed: [],
    renamed: [],
    rewritten: [],
    unchanged: [],
    returned: [],
    toDrop: [],
  };
  for (const given of incoming) {
    if (repeats.has(given)) continue;
    const item = items.get(given);
    const entry = withKey(given, item);
    changes.listed.push(entry);
    if (item === undefined) changes[isDropped(entry.key) ? 'returned' : 'added'].push(entry);
    else if (item.key === entry.key)
      changes[kindOf(item, entry)].push(update(item, entry, comparison));
    else changes.renamed.push(update(item, entry, comparison));
  }
  changes.toDrop = overflow(stored, changes, comparison.keep ?? KEEP_ITEMS);
  return changes;

  /** Gives an item the key that its entry has now, unless another item has that key. */
  function withKey(entry: Incoming, item: Stored | undefined): Incoming {
    if (entry.key === item?.key) return entry;
    let { key } = entry;
    if (keys.has(key) && item !== undefined) key = item.key;
    while (item === undefined && keys.has(key)) key = identityOf(`next ${key}`);
    keys.add(key);
    return key === entry.key ? entry : { ...entry, key };
  }

  function kindOf(same: Stored, entry: Incoming) {
    const kind = kindOfUpdate(same, entry, comparison);
    return kind === 'unchanged' && comparison.rewrite === true ? 'rewritten' : kind;
  }
}

/**
 * Removes entries with repeated keys. Keys are unique within a document; if they ever are not, the
 * feed must not fail permanently.
 */
function firstOfEachKey<Entry extends { key: string }>(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => !seen.has(entry.key) && seen.add(entry.key));
}

/** The facts that decide whether an update is a change that is published. */
interface UpdateContext {
  now: number;
  isPage?: boolean | undefined;
}

/** Compares a stored entry with its current version, and decides how the update is stored. */
export function kindOfUpdate(
  stored: StoredEntry,
  incoming: IncomingEntry,
  { isPage = false }: UpdateContext,
): 'unchanged' | 'rewritten' | 'changed' {
  if (stored.fingerprint === incoming.fingerprint) return 'unchanged';
  if (!sameVersion(stored.fingerprint, incoming.fingerprint)) return 'rewritten';
  const [before, after] = [textMark(stored.fingerprint), textMark(incoming.fingerprint)];
  // A text that appears or disappears belongs to another teaser, or was cut by the source.
  if (before !== after && before !== '' && after !== '') return 'changed';
  const [title, other] = [titleWords(stored.title), titleWords(incoming.title)];
  const isSame =
    title === other || (isPage && stored.key === incoming.key && isTitleWithin(title, other));
  return isSame ? 'rewritten' : 'changed';
}

export function update<Stored extends StoredEntry, Incoming extends IncomingEntry>(
  stored: Stored,
  incoming: Incoming,
  context: UpdateContext,
): Update<Stored, Incoming> {
  if (kindOfUpdate(stored, incoming, context) !== 'changed') {
    return { stored, incoming, announce: false, told: stored.told };
  }
  const recent = toldWithin(stored.told, context.now);
  const said = saidBy(incoming);
  const announce =
    stored.announcedChanges < MAX_PUBLISHED_CHANGES && !recent.some(([mark]) => mark === said);
  const others = recent.filter(([mark]) => mark !== saidBy(stored));
  const told = [...others, [saidBy(stored), context.now]].slice(-MAX_TOLD);
  return { stored, incoming, announce, told: JSON.stringify(told) };
}

/**
 * An earlier state of an item, and the time until which it had that state. A state that returns
 * within a day is not published again.
 */
type Told = [mark: string, until: number];

/** Maximum number of earlier states per item, for a page that shows several teasers in turn. */
const MAX_TOLD = 6;

function toldWithin(told: string | null, now: number): Told[] {
  const states = told === null ? [] : (JSON.parse(told) as Told[]);
  return states.filter(([, until]) => now - until <= DAY);
}

function saidBy({ title, fingerprint }: IncomingEntry): string {
  return hash('sha256', `${textMark(fingerprint)} ${titleWords(title)}`, 'base64url').slice(0, 8);
}

function overflow<Stored extends StoredEntry, Incoming extends IncomingEntry>(
  stored: readonly Stored[],
  changes: Changes<Stored, Incoming>,
  keep: number,
): Stored[] {
  const listed = new Set(changes.listed.map(({ key }) => key));
  for (const { stored: old } of changes.renamed) listed.add(old.key);
  const added = changes.added.length;
  return [
    ...itemsToDrop(stored, listed, Math.max(0, keep - added)),
    ...listedToDrop(
      stored.filter(({ key }) => listed.has(key)),
      added,
    ),
  ];
}
