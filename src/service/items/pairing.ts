import { parseUrl } from '../../base/url.js';
import { DAY } from '../core/durations.js';
import { comparableTitle, onlySimilarTitles } from './title-similarity.js';

/** Maximum difference between the dates of one item under two identities. */
const DATES_WITHIN = 2 * DAY;

/** The input of a stored entry. */
export interface PairableStored extends PlacedEntry {
  guid: string | null;
  url: string;
  title: string;
  /** When it was first seen, milliseconds: used if the source gives no date. */
  firstSeenAt: number;
}

/** The input of an entry of the new document. */
export interface PairableIncoming {
  key: string;
  guid: string | null;
  url: string;
  title: string;
  date: number | null;
}

type Pair<Stored, Incoming> = readonly [Stored, Incoming];

/**
 * Finds entries that are stored under another identity, because the publisher changed the guid or the
 * link (miniflux#797, #2358, #3120; NetNewsWire#3286). All conditions must hold:
 * - the old identity vanished from within the document, not from its old end;
 * - the dates are within 48 hours;
 * - there is evidence that no other entry shares: the same numeric id, the same title at the same
 *   instant, or titles that are 90 % similar with equal digits;
 * - the pairing is one to one.
 * A wrong pair hides an item permanently; a missed pair only shows it twice. In doubt, no pair.
 * @param stored every stored entry of the feed.
 * @param incoming every entry of the new document.
 * @param moved the whole list has new addresses: an equal guid, path or title is enough
 * @returns the stored entry of each renamed entry
 */
export function pairRenamed<Stored extends PairableStored, Incoming extends PairableIncoming>(
  stored: readonly Stored[],
  incoming: readonly Incoming[],
  unknown: readonly Incoming[],
  now: number,
  moved = false,
): Map<Incoming, Stored> {
  const found = moved ? pairMoved(stored, incoming, unknown) : new Map<Incoming, Stored>();
  const paired = new Set(found.values());
  const vanished = new Set(
    (unknown.length === 0 ? [] : vanishedFromInside(stored, incoming)).filter(
      (old) => !paired.has(old),
    ),
  );
  const unpaired = new Set(unknown.filter((entry) => !found.has(entry)));
  const accept = (pairs: Pair<Stored, Incoming>[]) => {
    const open = pairs.filter(
      ([old, entry]) => vanished.has(old) && unpaired.has(entry) && closeInTime(old, entry, now),
    );
    for (const [old, entry] of oneToOne(open)) {
      found.set(entry, old);
      vanished.delete(old);
      unpaired.delete(entry);
    }
  };
  if (vanished.size > 0) accept(sharing(stored, incoming, idsOf));
  if (vanished.size > 0) accept(sharing(stored, incoming, titleAndDateOf));
  if (vanished.size > 0) {
    accept(
      onlySimilarTitles({ stored, incoming, among: { stored: vanished, incoming: unpaired } }),
    );
  }
  return found;
}

/** Entries of a redesigned page or of a moved site, by what is unique on both sides. */
function pairMoved<Stored extends PairableStored, Incoming extends PairableIncoming>(
  stored: readonly Stored[],
  incoming: readonly Incoming[],
  unknown: readonly Incoming[],
): Map<Incoming, Stored> {
  const listed = new Set(incoming.map((entry) => entry.key));
  const gone = stored.filter((entry) => !listed.has(entry.key));
  const found = new Map<Incoming, Stored>();
  for (const marksOf of [guidOf, pathOf, titleOf]) {
    const paired = new Set(found.values());
    const pairs = sharing(
      gone.filter((entry) => !paired.has(entry)),
      unknown.filter((entry) => !found.has(entry)),
      marksOf,
    );
    for (const [old, entry] of oneToOne(pairs)) found.set(entry, old);
  }
  return found;
}

interface MovedEntry {
  guid: string | null;
  url: string;
  title: string;
}

function guidOf({ guid }: MovedEntry): string[] {
  return guid === null || guid === '' ? [] : [guid];
}

/** The address without its host: a site that moves as a whole keeps it. */
function pathOf({ url }: MovedEntry): string[] {
  const path = url === '' ? '' : withoutHost(url);
  return path.length > 1 ? [path] : [];
}

function titleOf({ title }: MovedEntry): string[] {
  const text = comparableTitle(title)?.text;
  return text === undefined ? [] : [text];
}

/** Entries under other addresses that show that a whole list moved, and their share of the list. */
const MIN_MOVED = 3;
const MIN_MOVED_SHARE = 0.5;
/** Shorter titles come again in another list: "Monday". In characters. */
const MIN_TITLE_LENGTH = 12;

/**
 * Whether a page lists the entries of its last document under other addresses, as after a change of
 * its software: the dates that usually tell are missing on many pages.
 */
export function hasMoved(
  stored: readonly PairableStored[],
  incoming: readonly PairableIncoming[],
): boolean {
  const known = new Set(stored.map((entry) => entry.key));
  const unknown = incoming.filter((entry) => !known.has(entry.key));
  const enough = Math.max(MIN_MOVED, incoming.length * MIN_MOVED_SHARE);
  if (unknown.length < enough) return false;
  const last = stored.filter((entry) => entry.position !== null);
  const pairs = [...pairMoved(last, incoming, unknown)].filter(
    ([entry, old]) =>
      entry.title.length >= MIN_TITLE_LENGTH &&
      (old.date === null || entry.date === null || Math.abs(old.date - entry.date) <= DATES_WITHIN),
  );
  return pairs.length >= enough;
}

function closeInTime(old: PairableStored, entry: PairableIncoming, now: number): boolean {
  return Math.abs((old.date ?? old.firstSeenAt) - (entry.date ?? now)) <= DATES_WITHIN;
}

function idsOf(entry: { guid: string | null; url: string }): Iterable<string> {
  return numericIds(entry.guid, entry.url);
}

function titleAndDateOf(entry: { title: string; date: number | null }): Iterable<string> {
  const title = comparableTitle(entry.title);
  return title === null || entry.date === null ? [] : [`${entry.date} ${title.text}`];
}

/** Pairs that share a mark that is unique on both sides. */
function sharing<Stored extends Entry, Incoming extends Entry, Entry>(
  stored: readonly Stored[],
  incoming: readonly Incoming[],
  marksOf: (entry: Entry) => Iterable<string>,
): Pair<Stored, Incoming>[] {
  const bearers = onlyBearers(incoming, marksOf);
  return [...onlyBearers(stored, marksOf)].flatMap(([mark, old]) => {
    const entry = bearers.get(mark);
    return entry === undefined ? [] : [[old, entry] as const];
  });
}

/** Each mark of exactly one entry, with that entry. */
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

/** The pairs whose entries are in no other pair. */
function oneToOne<A, B>(pairs: readonly Pair<A, B>[]): Pair<A, B>[] {
  const partners = new Map<A | B, Set<A | B>>();
  const note = (one: A | B, other: A | B) =>
    partners.set(one, (partners.get(one) ?? new Set<A | B>()).add(other));
  for (const [a, b] of pairs) {
    note(a, b);
    note(b, a);
  }
  return pairs.filter(([a, b]) => partners.get(a)?.size === 1 && partners.get(b)?.size === 1);
}

/** An entry with its position in the document that last listed it. */
interface PlacedEntry {
  key: string;
  /** Milliseconds, or null. */
  date: number | null;
  /** Index in the previous document; null when it did not list the entry. */
  position: number | null;
}

/**
 * Entries of the last document that are missing from within the new one. Entries that left the
 * document at its old end are not included.
 *
 * The window ends at the oldest entry that both documents list. If they share none, because a
 * publisher changed every guid at once, it ends at the oldest date of the new document.
 */
export function vanishedFromInside<Stored extends PlacedEntry>(
  stored: readonly Stored[],
  incoming: readonly { key: string; date: number | null }[],
): Stored[] {
  const listed = new Set(incoming.map((entry) => entry.key));
  const before = stored
    .filter((entry) => entry.position !== null)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  if (isOldestFirst(before)) before.reverse();

  const lastCommon = before.findLastIndex((entry) => listed.has(entry.key));
  if (lastCommon >= 0) return before.slice(0, lastCommon).filter((entry) => !listed.has(entry.key));
  const oldest = Math.min(...incoming.map((entry) => entry.date ?? Number.POSITIVE_INFINITY));
  return before.filter((entry) => entry.date !== null && entry.date >= oldest);
}

/** Most documents list the newest entry first; some append. Undated ones count as newest first. */
function isOldestFirst(inOrder: readonly PlacedEntry[]): boolean {
  const dates = inOrder.map((entry) => entry.date).filter((date) => date !== null);
  let rising = 0;
  dates.forEach((date, index) => {
    rising += Math.sign(date - (dates[index - 1] ?? date));
  });
  return rising > 0;
}

/** A number in an address or a guid that may be the publisher's id of the article. */
const RUN_OF_DIGITS = /\d{4,}/g;

/**
 * The numbers of at least four digits in a guid and an address, except dates. Publishers put the
 * headline into the address and change both together, but the number in it stays (miniflux#2358,
 * miniflux#797). The host is left out because all entries share it.
 */
export function numericIds(guid: string | null, url: string): Set<string> {
  const text = `${withoutHost(guid ?? '')} ${withoutHost(url)}`;
  return new Set((text.match(RUN_OF_DIGITS) ?? []).filter((digits) => !isDate(digits)));
}

function withoutHost(address: string): string {
  const url = parseUrl(address);
  if (url === null) return address;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** A year, or one of its months, days or minutes, written without separators. */
function isDate(digits: string): boolean {
  return (
    /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?)?)?$/.test(
      digits,
    ) || /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d$/.test(digits)
  );
}
