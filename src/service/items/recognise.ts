import { addressMark, addressParts } from '../../base/item-marks.js';
import { DAY } from '../core/durations.js';
import { textMark } from './fingerprint.js';
import { guidMark, idsOf, isOwnAddress, MIN_ID_LENGTH, placeOf, titleMark } from './marks.js';
import { comparableTitle, onlySimilarTitles, similarTitles } from './title-similarity.js';

/** Maximum difference between the dates of one item in two documents. */
const DATES_WITHIN = 2 * DAY;

/** What an item is recognised by, in the store and in a document. */
interface MarkedEntry {
  /** Its identity; see `identify`. */
  key: string;
  guid: string | null;
  url: string;
  title: string;
  /** Milliseconds, or null. */
  date: number | null;
}

/** A stored item. */
export interface StoredMarks extends MarkedEntry {
  /** Index in the previous document; null when it did not list the item. */
  position: number | null;
  /** When it was first seen, milliseconds: used if the source gives no date. */
  firstSeenAt: number;
  fingerprint: string;
}

/** An entry of the new document. */
export interface IncomingMarks extends MarkedEntry {
  fingerprint: string;
}

export interface Recognition<Stored, Incoming> {
  /** Every stored item of the feed. */
  stored: readonly Stored[];
  /** Every entry of the new document. */
  incoming: readonly Incoming[];
  /** Whether a key belongs to an item that was dropped: it is known, but not stored. */
  isDropped: (key: string) => boolean;
  now: number;
  /** The whole list has new addresses: an equal guid, path or title is enough. */
  moved?: boolean | undefined;
  /** Front pages take entries back that left them before, under another address too. */
  isPage?: boolean | undefined;
}

interface Recognised<Stored, Incoming> {
  /** The stored item that each known entry is. */
  items: Map<Incoming, Stored>;
  /** Further addresses of an item that the document lists already. */
  repeats: Set<Incoming>;
}

type Pair<Stored, Incoming> = readonly [Stored, Incoming];

/**
 * Assigns the entries of a document to the stored items, one to one, the strongest evidence first; what
 * is left over is new. The rules and their reasons are in docs/items.md and in docs/decisions. A wrong
 * pair hides an item permanently, a missed one shows it twice: in doubt, no pair.
 */
export function recognise<Stored extends StoredMarks, Incoming extends IncomingMarks>(
  recognition: Recognition<Stored, Incoming>,
): Recognised<Stored, Incoming> {
  const { stored, incoming, isDropped, now, moved = false, isPage = false } = recognition;
  const items = new Map<Incoming, Stored>();
  const taken = new Set<Stored>();
  const open = new Set<Incoming>();
  const byKey = new Map(stored.map((item) => [item.key, item]));
  for (const entry of incoming) {
    const same = byKey.get(entry.key);
    if (same !== undefined && !taken.has(same) && !isNextEdition(same, entry)) take(same, entry);
    else if (!isDropped(entry.key)) open.add(entry);
  }
  const repeats = isPage ? otherAddresses(items.keys(), open) : new Set<Incoming>();
  const all = { stored, incoming: incoming.filter((entry) => !repeats.has(entry)) };
  if (open.size === 0 || taken.size === stored.length) return { items, repeats };

  const candidates = (among: readonly Stored[]) => among.filter((item) => !taken.has(item));
  const accept = (pairs: Pair<Stored, Incoming>[]) => {
    const free = pairs.filter(([item, entry]) => !taken.has(item) && open.has(entry));
    for (const [item, entry] of oneToOne(free)) take(item, entry);
  };
  // What names an item on its own: the list need not have been left just now.
  const listed = isPage ? stored : stored.filter(({ position }) => position !== null);
  for (const marksOf of [titledAddress, datedAddress, isPage ? markOnPage : address]) {
    accept(sharing(all, marksOf).filter(among(listed)).filter(mayShareAddress));
  }
  const vanished = vanishedFromInside(stored, taken, incoming);
  const gone = isPage ? stored : vanished;
  accept(sharing(all, strongIds).filter(among(gone)).filter(haveNoOtherDates));

  const before = moved ? stored : stored.filter(({ position }) => position !== null);
  const together = movedPairs({ stored: candidates(before), incoming: [...open] }, moved);
  if (moved || isMove(together.length, all.incoming.length)) accept(together);
  // What needs a second mark: the place in the list and the time.
  const inside = (pairs: readonly Pair<Stored, Incoming>[]) =>
    pairs.filter(among(vanished)).filter(([item, entry]) => closeInTime(item, entry, now));
  for (const marksOf of [ids, titleAndDate]) accept(inside(sharing(all, marksOf)));
  const left = { stored: new Set(candidates(vanished)), incoming: open };
  if (left.stored.size > 0) accept(inside(onlySimilarTitles({ ...all, among: left })));
  return { items, repeats };

  function take(item: Stored, entry: Incoming): void {
    items.set(entry, item);
    taken.add(item);
    open.delete(entry);
  }
}

function among<Stored, Incoming>(items: readonly Stored[]) {
  const chosen = new Set(items);
  return ([item]: Pair<Stored, Incoming>) => chosen.has(item);
}

/**
 * A yearly event or a daily build at its old address: title and date moved on in their numbers. A guid
 * says better what is one item.
 */
export function isNextEdition(item: MarkedEntry, entry: MarkedEntry): boolean {
  if (guidMark(entry.guid) !== null || item.date === null || entry.date === null) return false;
  if (entry.date - item.date <= DATES_WITHIN) return false;
  const [before, after] = [comparableTitle(item.title), comparableTitle(entry.title)];
  if (before === null || after === null || before.numbers === after.numbers) return false;
  return similarTitles(withoutNumbers(before.text), withoutNumbers(after.text));
}

function withoutNumbers(text: string) {
  return { text: text.replace(/\p{N}+/gu, '0'), numbers: '' };
}

/** Open entries that are one article with another one, under another address: the same id and title. */
function otherAddresses<Incoming extends MarkedEntry>(
  known: Iterable<Incoming>,
  open: Set<Incoming>,
): Set<Incoming> {
  const articles = new Set<string>();
  const articleOf = (entry: Incoming) => {
    const [id, title] = [strongIds(entry).at(-1), titleMark(entry.title)];
    return id === undefined || title === null ? null : `${id}\n${title}`;
  };
  if (open.size > 0) for (const entry of known) articles.add(articleOf(entry) ?? '');
  articles.delete('');
  const repeats = new Set<Incoming>();
  for (const entry of open) {
    const article = articleOf(entry);
    if (article === null || guidMark(entry.guid) !== null) continue;
    if (articles.has(article)) repeats.add(entry);
    articles.add(article);
  }
  for (const entry of repeats) open.delete(entry);
  return repeats;
}

function address(entry: MarkedEntry): string[] {
  const mark = markOfAddress(entry);
  return isOwnAddress(mark) ? [mark] : [];
}

function markOnPage(entry: MarkedEntry): string[] {
  return entry.url === '' ? [] : [markOfAddress(entry)];
}

function titledAddress(entry: MarkedEntry): string[] {
  return entry.url === '' ? [] : [`${markOfAddress(entry)}\n${entry.title}`];
}

function datedAddress(entry: MarkedEntry): string[] {
  return entry.url === '' || entry.date === null ? [] : [`${markOfAddress(entry)}\n${entry.date}`];
}

const addressMarks = new WeakMap<MarkedEntry, string>();

function markOfAddress(entry: MarkedEntry): string {
  const known = addressMarks.get(entry);
  if (known !== undefined) return known;
  const mark = addressMark(entry.url);
  addressMarks.set(entry, mark);
  return mark;
}

/** Entries with guids of their own share an address only if their dates agree to the millisecond. */
function mayShareAddress([item, entry]: Pair<MarkedEntry, MarkedEntry>): boolean {
  if (isNextEdition(item, entry)) return false;
  const [before, after] = [guidMark(item.guid), guidMark(entry.guid)];
  if (before === null || after === null || before === after) return true;
  return item.date !== null && item.date === entry.date;
}

function ids({ guid, url }: MarkedEntry): string[] {
  return [...idsOf(guid, url)];
}

function strongIds(entry: MarkedEntry): string[] {
  return ids(entry).filter((id) => id.length >= MIN_ID_LENGTH);
}

function haveNoOtherDates([item, entry]: Pair<MarkedEntry, MarkedEntry>): boolean {
  return (
    item.date === null || entry.date === null || Math.abs(item.date - entry.date) <= DATES_WITHIN
  );
}

function titleAndDate(entry: MarkedEntry): string[] {
  const title = comparableTitle(entry.title);
  return title === null || entry.date === null ? [] : [`${entry.date} ${title.text}`];
}

function closeInTime(item: StoredMarks, entry: MarkedEntry, now: number): boolean {
  return Math.abs((item.date ?? item.firstSeenAt) - (entry.date ?? now)) <= DATES_WITHIN;
}

/** Entries under other addresses that show that a whole list moved, and their share of the list. */
const MIN_MOVED = 3;
const MIN_MOVED_SHARE = 0.5;

/** Whether so many known entries of a list under other names show that the list moved. */
export function isMove(renamed: number, entries: number): boolean {
  return renamed >= Math.max(MIN_MOVED, entries * MIN_MOVED_SHARE);
}

interface Sides<Stored, Incoming> {
  stored: readonly Stored[];
  incoming: readonly Incoming[];
}

/**
 * Pairs of a list whose addresses changed together, as after a change of software, a move to another
 * host, or with sessions in the addresses: by what is unique on both sides.
 * @param isCertain the list is known to be the same: short titles and other dates are no objection
 */
function movedPairs<Stored extends StoredMarks, Incoming extends IncomingMarks>(
  sides: Sides<Stored, Incoming>,
  isCertain: boolean,
): Pair<Stored, Incoming>[] {
  const session = parametersOfAll(sides);
  const place = (entry: MarkedEntry) => placeMark(entry, new Set());
  const placeWithoutSession = (entry: MarkedEntry) =>
    placeMark(entry, session).map((mark) => `${mark}\n${entry.title}`);
  const title = ({ title: text }: MarkedEntry) => {
    const mark = isCertain ? comparableTitle(text)?.text : titleMark(text);
    return mark == null ? [] : [mark];
  };
  const found: Pair<Stored, Incoming>[] = [];
  const [items, entries] = [new Set(sides.stored), new Set(sides.incoming)];
  const marks: readonly ((entry: MarkedEntry) => string[])[] = [
    ({ guid }) => [guidMark(guid) ?? []].flat(),
    place,
    ...(session.size > 0 ? [placeWithoutSession] : []),
    title,
  ];
  for (const marksOf of marks) {
    const pairs = sharing({ stored: [...items], incoming: [...entries] }, marksOf).filter(
      (pair) => isCertain || marksOf !== title || haveNoOtherDates(pair) || haveSameText(pair),
    );
    for (const [item, entry] of oneToOne(pairs)) {
      found.push([item, entry]);
      items.delete(item);
      entries.delete(entry);
    }
  }
  return found;
}

function haveSameText([item, entry]: Pair<StoredMarks, IncomingMarks>): boolean {
  const text = textMark(item.fingerprint);
  return text !== '' && text === textMark(entry.fingerprint);
}

/** The address without host and kind of file, which change when a site moves. */
function placeMark({ url }: MarkedEntry, leftOut: ReadonlySet<string>): string[] {
  const parts = addressParts(url);
  if (parts === null) return [];
  const place = placeOf({ ...parts, path: parts.path.replace(/\.[a-z]{2,5}$/i, '') }, leftOut);
  return place.length > 1 ? [place] : [];
}

/** Query parameters that all entries have, and of which no value is in both documents. */
function parametersOfAll({ stored, incoming }: Sides<MarkedEntry, MarkedEntry>): Set<string> {
  const [before, after] = [valuesOfAll(stored), valuesOfAll(incoming)];
  const changed = [...after].filter(([name, values]) => {
    const known = before.get(name);
    return known !== undefined && [...values].every((value) => !known.has(value));
  });
  return new Set(changed.map(([name]) => name));
}

function valuesOfAll(entries: readonly MarkedEntry[]): Map<string, Set<string>> {
  const parts = entries.map(({ url }) => addressParts(url)).filter((one) => one !== null);
  const values = new Map<string, Set<string>>();
  const uses = new Map<string, number>();
  for (const { query } of parts) {
    for (const [name, value] of query) {
      values.set(name, (values.get(name) ?? new Set()).add(value));
      uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  }
  for (const [name, count] of uses) if (count < entries.length) values.delete(name);
  return values;
}

/** Pairs that share a mark that is unique on both sides. */
function sharing<Stored extends Entry, Incoming extends Entry, Entry>(
  { stored, incoming }: Sides<Stored, Incoming>,
  marksOf: (entry: Entry) => Iterable<string>,
): Pair<Stored, Incoming>[] {
  const bearers = onlyBearers(incoming, marksOf);
  return [...onlyBearers(stored, marksOf)].flatMap(([mark, item]) => {
    const entry = bearers.get(mark);
    return entry === undefined ? [] : [[item, entry] as const];
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
  date: number | null;
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
  listed: ReadonlySet<Stored>,
  incoming: readonly { date: number | null }[],
): Stored[] {
  const before = stored
    .filter((entry) => entry.position !== null)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  if (isOldestFirst(before)) before.reverse();

  const lastCommon = before.findLastIndex((entry) => listed.has(entry));
  if (lastCommon >= 0) return before.slice(0, lastCommon).filter((entry) => !listed.has(entry));
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
