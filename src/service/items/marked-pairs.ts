import { SAME } from '../../base/same/thresholds.js';

/** The marks by which an item is recognised, in the store and in a document. */
export interface MarkedEntry {
  /** The identity of the item; see `identify`. */
  key: string;
  guid: string | null;
  url: string;
  title: string;
  /** Milliseconds; null if there is no date. */
  date: number | null;
}

/** The marks of a stored item. */
export interface StoredMarks extends MarkedEntry {
  /** Index in the previous document; null if that document did not list the item. */
  position: number | null;
  /** When the item was first seen, in milliseconds; used if the source gives no date. */
  firstSeenAt: number;
  fingerprint: string;
}

/** The marks of an entry of the new document. */
export interface IncomingMarks extends MarkedEntry {
  fingerprint: string;
}

/** A stored item, and the entry of a document that may be the same item. */
export type Pair<Stored, Incoming> = readonly [Stored, Incoming];

/** The stored items and the entries that are compared. */
export interface Sides<Stored, Incoming> {
  stored: readonly Stored[];
  incoming: readonly Incoming[];
}

/** Pairs that share a mark that is unique on both sides. */
export function sharing<Stored extends Entry, Incoming extends Entry, Entry>(
  { stored, incoming }: Sides<Stored, Incoming>,
  marksOf: (entry: Entry) => Iterable<string>,
): Pair<Stored, Incoming>[] {
  const bearers = onlyBearers(incoming, marksOf);
  return [...onlyBearers(stored, marksOf)].flatMap(([mark, item]) => {
    const entry = bearers.get(mark);
    return entry === undefined ? [] : [[item, entry] as const];
  });
}

/** Maps each mark that exactly one entry has to that entry. */
function onlyBearers<Item extends Entry, Entry>(
  entries: readonly Item[],
  marksOf: (entry: Entry) => Iterable<string>,
): Map<string, Item> {
  const bearers = new Map<string, Item>();
  const shared = new Set<string>();
  for (const entry of entries) {
    for (const mark of marksOf(entry)) {
      if (bearers.has(mark)) shared.add(mark);
      bearers.set(mark, entry);
    }
  }
  for (const mark of shared) bearers.delete(mark);
  return bearers;
}

/** The pairs whose members occur in no other pair. */
export function oneToOne<A, B>(pairs: readonly Pair<A, B>[]): Pair<A, B>[] {
  const partners = new Map<A | B, Set<A | B>>();
  const note = (one: A | B, other: A | B) =>
    partners.set(one, (partners.get(one) ?? new Set<A | B>()).add(other));
  for (const [a, b] of pairs) {
    note(a, b);
    note(b, a);
  }
  return pairs.filter(([a, b]) => partners.get(a)?.size === 1 && partners.get(b)?.size === 1);
}

/** True if the dates of both, where both have one, can belong to one item. */
export function haveNoOtherDates([item, entry]: Pair<MarkedEntry, MarkedEntry>): boolean {
  return (
    item.date === null ||
    entry.date === null ||
    Math.abs(item.date - entry.date) <= SAME.betweenDates
  );
}
