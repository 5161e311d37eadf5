import { addressMark } from '../base/same/address.js';
import { SAME } from '../base/same/thresholds.js';
import { titleMark } from '../base/same/title.js';
import { countWords } from './page/words.js';

/**
 * An item that the feed already has: it distinguishes its list from the others of a changed page.
 */
export interface KnownItem {
  url: string;
  title: string;
}

/** Finds items that a feed has, by their address or by their title. */
export class KnownItems {
  readonly #items: readonly KnownItem[];
  readonly #byAddress: ReadonlyMap<string, KnownItem>;
  readonly #byTitle: ReadonlyMap<string | null, KnownItem>;
  readonly size: number;

  constructor(items: readonly KnownItem[]) {
    this.size = items.length;
    this.#items = items;
    this.#byAddress = new Map(items.map((item) => [addressKey(item), item]));
    this.#byTitle = new Map(items.map((item) => [titleKey(item), item]));
  }

  has(item: KnownItem): boolean {
    return this.#find(item) !== undefined;
  }

  hasAddress(url: string): boolean {
    return this.#byAddress.has(addressMark(url));
  }

  /** Number of items of a list that the feed has; short titles count if many of them agree. */
  count(items: readonly KnownItem[]): number {
    return this.countDistinct(items) + pairShortTitles(this.#items, items).size;
  }

  /**
   * Number of items of the feed among the given items, by properties that no menu shares with a
   * list.
   */
  countDistinct(items: readonly KnownItem[]): number {
    return new Set(items.map((item) => this.#find(item)).filter((item) => item !== undefined)).size;
  }

  /** Number of items of a list with the address of one known item and the title of another. */
  countMixedUp(items: readonly KnownItem[]): number {
    return items.filter((item) => {
      const title = titleKey(item);
      const own = this.#byAddress.get(addressKey(item));
      const other = title === null ? undefined : this.#byTitle.get(title);
      if (own === undefined || other === undefined) return false;
      return titleKey(own) !== title && addressKey(own) !== addressKey(other);
    }).length;
  }

  #find(item: KnownItem): KnownItem | undefined {
    const title = titleKey(item);
    const byTitle = title === null ? undefined : this.#byTitle.get(title);
    return this.#byAddress.get(addressKey(item)) ?? byTitle;
  }
}

/**
 * A key that is equal for items with the same address; the fragment counts, because headings of one
 * page differ only in it.
 */
export function addressKey({ url }: KnownItem): string {
  return addressMark(url);
}

/** A key that is equal for items with the same title; null for titles that many items may have. */
export function titleKey({ title }: KnownItem): string | null {
  const text = titleMark(title);
  return isDistinct(text) ? text : null;
}

/**
 * Conditions under which short titles identify a list together: minimum number, minimum share of
 * the list, and their order.
 */
const MIN_SHORT = 5;
const MIN_SHORT_SHARE = 0.5;
const MIN_IN_ORDER = 0.8;

/**
 * The known item of each item of a list that has the same short title under another address. Each
 * may be chance, so it is all of them or none: half of the list, in the order that the feed knows.
 */
export function pairShortTitles<Old extends KnownItem, New extends KnownItem>(
  known: readonly Old[],
  items: readonly New[],
): Map<New, Old> {
  const addresses = new Set(items.map(addressKey));
  const places = onlyPlaces(
    known.map((item) => (addresses.has(addressKey(item)) ? '' : shortTitle(item))),
  );
  const listed = onlyPlaces(items.map(shortTitle));
  const pairs = new Map<New, Old>();
  const order: number[] = [];
  for (const [title, at] of listed) {
    const place = places.get(title);
    const [old, item] = [place === undefined ? undefined : known[place], items[at]];
    if (place === undefined || old === undefined || item === undefined) continue;
    pairs.set(item, old);
    order.push(place);
  }
  const isMany = pairs.size >= MIN_SHORT && pairs.size >= items.length * MIN_SHORT_SHARE;
  return isMany && longestInOrder(order) >= MIN_IN_ORDER ? pairs : new Map<New, Old>();
}

function shortTitle({ title }: KnownItem): string {
  const text = titleMark(title);
  return isDistinct(text) ? '' : text;
}

/** The positions of the texts that occur once. */
function onlyPlaces(texts: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set(['']);
  for (const [at, text] of texts.entries()) {
    if (places.has(text)) repeated.add(text);
    else places.set(text, at);
  }
  for (const text of repeated) places.delete(text);
  return places;
}

/** Share of the places that come after the one before them. */
function longestInOrder(places: readonly number[]): number {
  const rising = places.filter((place, at) => at > 0 && place > (places[at - 1] ?? 0)).length;
  return rising / Math.max(places.length - 1, 1);
}

function isDistinct(title: string): boolean {
  return countWords(title) >= SAME.titleWords && title.length >= SAME.title;
}
