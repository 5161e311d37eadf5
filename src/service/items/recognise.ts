import { SAME } from '../../base/same/thresholds.js';
import { titleMark } from '../../base/same/title.js';
import {
  haveNoOtherDates,
  type IncomingMarks,
  type MarkedEntry,
  oneToOne,
  type Pair,
  type Sides,
  type StoredMarks,
  sharing,
} from './marked-pairs.js';
import { guidMark, idsOf, isOwnAddress, itemAddress, namingTitle } from './marks.js';
import { haveSameText, isMove, movedPairs } from './moved-list.js';
import { comparableTitle, onlySimilarTitles, similarTitles } from './title-similarity.js';

export interface Recognition<Stored, Incoming> {
  /** All stored items of the feed. */
  stored: readonly Stored[];
  /** All entries of the new document. */
  incoming: readonly Incoming[];
  /** True if the key belongs to a dropped item: it is known, but not stored. */
  isDropped: (key: string) => boolean;
  now: number;
  /** True if the whole list has new addresses: an equal guid, path or title is then enough. */
  moved?: boolean | undefined;
  /**
   * True for a page: front pages list entries again that they had removed, also under another
   * address.
   */
  isPage?: boolean | undefined;
}

interface Recognised<Stored, Incoming> {
  /** Maps each known entry to its stored item. */
  items: Map<Incoming, Stored>;
  /** Further addresses of items that the document already lists. */
  repeats: Set<Incoming>;
}

/**
 * Assigns the entries of a document to the stored items, one to one, with the strongest evidence
 * first; the remaining entries are new. The rules and their reasons are in docs/items.md and in
 * docs/decisions. A wrong pair hides an item permanently, a missed one shows it twice: in doubt, no
 * pair is made.
 */
export function recognise<Stored extends StoredMarks, Incoming extends IncomingMarks>(
  recognition: Recognition<Stored, Incoming>,
): Recognised<Stored, Incoming> {
  const { stored, incoming, isDropped, now, moved = false, isPage = false } = recognition;
  const items = new Map<Incoming, Stored>();
  const taken = new Set<Stored>();
  const open = new Set<Incoming>();
  const byKey = new Map(stored.map((item) => [item.key, item]));
  const byPlace = countedPlaces({ stored, incoming }, byKey);
  for (const [item, entry] of byPlace?.pairs ?? []) take(item, entry);
  const isNamed = namesStill(stored, byPlace?.nameNothing ?? false);
  for (const entry of incoming) {
    if (items.has(entry)) continue;
    const same = byKey.get(entry.key);
    if (same !== undefined && !taken.has(same) && isNamed(same, entry)) take(same, entry);
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
  // Marks that name an item on their own: the previous document need not have listed the item.
  const listed = isPage ? stored : stored.filter(({ position }) => position !== null);
  const addressMarks = sharing(all, isPage ? markOnPage : entryAddresses);
  accept(addressMarks.filter(among(listed)).filter(mayShareAddress));
  accept(sharedLinkPairs(all).filter(haveNoOtherDates));
  const vanished = vanishedFromInside(stored, taken, incoming);
  const gone = isPage ? stored : vanished;
  accept(sharing(all, strongIds).filter(among(gone)).filter(haveNoOtherDates));

  const before = moved ? stored : stored.filter(({ position }) => position !== null);
  const together = movedPairs({ stored: candidates(before), incoming: [...open] }, moved);
  if (moved || isMove(together.length, all.incoming.length)) accept(together);
  // Marks that need a second one: the position in the list and the time.
  const inside = (pairs: readonly Pair<Stored, Incoming>[]) =>
    pairs.filter(among(vanished)).filter(([item, entry]) => closeInTime(item, entry, now));
  accept(sharing(all, undatedAddress).filter(among(vanished)).filter(haveSameText));
  accept(inside(sharing(all, idsOf)));
  const left = { stored: new Set(candidates(vanished)), incoming: open };
  if (left.stored.size > 0) accept(inside(onlySimilarTitles({ ...all, among: left })));
  return { items, repeats };

  function take(item: Stored, entry: Incoming): void {
    items.set(entry, item);
    taken.add(item);
    open.delete(entry);
  }
}

/**
 * Minimum number of known entries that have each other's names before names are treated as
 * positions.
 */
const MIN_EXCHANGED = 3;

/**
 * Pairs entries that have the addresses of other known entries: ids such as `sec-3` or `_1` are
 * positions in a list, and move with each new entry. The titles then identify the entries.
 * @returns null for a list whose addresses are names
 */
function countedPlaces<Stored extends StoredMarks, Incoming extends MarkedEntry>(
  { stored, incoming }: Sides<Stored, Incoming>,
  byKey: ReadonlyMap<string, Stored>,
): { pairs: Pair<Stored, Incoming>[]; nameNothing: boolean } | null {
  const isOther = (entry: Incoming) => {
    const same = byKey.get(entry.key);
    return same !== undefined && same.title !== entry.title && guidMark(entry) === null;
  };
  if (!incoming.some(isOther)) return null;
  const listed = stored.filter(({ position }) => position !== null);
  const title = (entry: MarkedEntry) => [titleMark(entry.title)].filter((mark) => mark !== '');
  const pairs = sharing({ stored: listed, incoming }, title);
  const keys = new Set(incoming.map(({ key }) => key));
  const unnamed = pairs.filter(([, entry]) => guidMark(entry) === null);
  const kept = unnamed.filter(([item, entry]) => byKey.get(entry.key) === item).length;
  const exchanged = unnamed.filter(
    ([item, entry]) => item.key !== entry.key && (byKey.has(entry.key) || keys.has(item.key)),
  ).length;
  if (exchanged < Math.min(MIN_EXCHANGED, kept + 2)) return null;
  return { pairs: oneToOne(pairs), nameNothing: exchanged > kept };
}

/** True if an entry with the key of an item is that item. */
function namesStill(stored: readonly StoredMarks[], addressesNameNothing: boolean) {
  const shared = addressesOfSeveral(stored);
  return (item: StoredMarks, entry: MarkedEntry): boolean => {
    if (isNextEdition(item, entry)) return false;
    if (guidMark(entry) !== null || item.title === entry.title) return true;
    return !addressesNameNothing && !shared.has(itemAddress(entry).mark);
  };
}

/**
 * Addresses that several entries have or had: they name none of them, even if only one entry has
 * the address now.
 */
function addressesOfSeveral(entries: readonly MarkedEntry[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const entry of entries) {
    if (guidMark(entry) !== null || entry.url === '') continue;
    const { mark } = itemAddress(entry);
    if (seen.has(mark)) shared.add(mark);
    seen.add(mark);
  }
  return shared;
}

/** Pairs by title the entries that have no guid and whose links other entries have too. */
function sharedLinkPairs<Stored extends StoredMarks, Incoming extends MarkedEntry>(
  sides: Sides<Stored, Incoming>,
): Pair<Stored, Incoming>[] {
  const shared = [sides.stored, sides.incoming].map(addressesOfSeveral);
  const isShared = (entry: MarkedEntry) =>
    guidMark(entry) === null && shared.some((marks) => marks.has(itemAddress(entry).mark));
  if (!sides.incoming.some(isShared)) return [];
  return sharing(sides, (entry: MarkedEntry) =>
    isShared(entry) ? [namingTitle(entry.title) ?? []].flat() : [],
  );
}

/** The title, and the address without the days in it: the date of a post may change. */
function undatedAddress(entry: MarkedEntry): string[] {
  const title = namingTitle(entry.title);
  const { mark } = itemAddress(entry);
  const undated = mark.replace(DAY_IN_ADDRESS, '/');
  return title === null || undated === mark ? [] : [`${undated}\n${title}`];
}

const DAY_IN_ADDRESS = /\/(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?[-/]/;

function among<Stored, Incoming>(items: readonly Stored[]) {
  const chosen = new Set(items);
  return ([item]: Pair<Stored, Incoming>) => chosen.has(item);
}

/**
 * True for a yearly event or a daily build at its old address: the numbers in its title and its
 * date increased, or only the date did after the list did not contain it. A guid is better evidence
 * that both are one item.
 */
export function isNextEdition(item: ListedMarks, entry: MarkedEntry): boolean {
  if (guidMark(entry) !== null || item.date === null || entry.date === null) return false;
  const later = entry.date - item.date;
  if (later <= SAME.betweenDates) return false;
  const [before, after] = [comparableTitle(item.title), comparableTitle(entry.title)];
  if (before === null || after === null) return false;
  const isAfterPause = item.position === null && later >= SAME.betweenEditions;
  if (before.numbers === after.numbers && !isAfterPause) return false;
  return similarTitles(withoutNumbers(before.text), withoutNumbers(after.text));
}

type ListedMarks = MarkedEntry & Pick<StoredMarks, 'position'>;

function withoutNumbers(text: string) {
  return { text: text.replace(/\p{N}+/gu, '0'), numbers: '' };
}

/**
 * Unassigned entries that are the same article as another entry, under another address: with the
 * same id and title.
 */
function otherAddresses<Incoming extends MarkedEntry>(
  known: Iterable<Incoming>,
  open: Set<Incoming>,
): Set<Incoming> {
  const articles = new Set<string>();
  const articleOf = (entry: Incoming) => {
    const [id, title] = [strongIds(entry).at(-1), namingTitle(entry.title)];
    return id === undefined || title === null ? null : `${id}\n${title}`;
  };
  if (open.size > 0) for (const entry of known) articles.add(articleOf(entry) ?? '');
  articles.delete('');
  const repeats = new Set<Incoming>();
  for (const entry of open) {
    const article = articleOf(entry);
    if (article === null || guidMark(entry) !== null) continue;
    if (articles.has(article)) repeats.add(entry);
    articles.add(article);
  }
  for (const entry of repeats) open.delete(entry);
  return repeats;
}

function entryAddresses(entry: MarkedEntry): string[] {
  const mark = itemAddress(entry).mark;
  return isOwnAddress(mark) ? [mark] : [];
}

function markOnPage(entry: MarkedEntry): string[] {
  return entry.url === '' ? [] : [itemAddress(entry).mark];
}

/**
 * True if both may share an address: entries with their own guids may only if their dates agree to
 * the millisecond.
 */
function mayShareAddress([item, entry]: Pair<ListedMarks, MarkedEntry>): boolean {
  if (isNextEdition(item, entry)) return false;
  const [before, after] = [guidMark(item), guidMark(entry)];
  if (before === null || after === null || before === after) return true;
  return item.date !== null && item.date === entry.date;
}

function strongIds(entry: MarkedEntry): string[] {
  return [...idsOf(entry)].filter((id) => id.length >= SAME.id);
}

function closeInTime(item: StoredMarks, entry: MarkedEntry, now: number): boolean {
  return Math.abs((item.date ?? item.firstSeenAt) - (entry.date ?? now)) <= SAME.betweenDates;
}

/** An entry with its position in the document that last listed it. */
interface PlacedEntry {
  date: number | null;
  position: number | null;
}

/**
 * Entries of the last document that are missing from within the new one. Entries that left the
 * document at its old end are not included. The window ends at the oldest entry that both documents
 * list. If they share none, because a publisher changed every guid at once, it ends at the oldest
 * date of the new document.
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

/**
 * True if the document lists the oldest entry first. Most list the newest first; some append.
 * Documents without dates count as newest first.
 */
function isOldestFirst(inOrder: readonly PlacedEntry[]): boolean {
  const dates = inOrder.map((entry) => entry.date).filter((date) => date !== null);
  let rising = 0;
  dates.forEach((date, index) => {
    rising += Math.sign(date - (dates[index - 1] ?? date));
  });
  return rising > 0;
}
