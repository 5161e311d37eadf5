import { identityOf } from './page/address.js';
import { countWords } from './page/words.js';

/** An item that the feed already has: what tells its list from the others of a changed page. */
export interface KnownItem {
  url: string;
  title: string;
}

/** Titles of fewer words also stand in menus. */
const MIN_TITLE_WORDS = 3;
const MIN_TITLE_LENGTH = 12;

/** Finds items that a feed has, by their address or by their title. */
export class KnownItems {
  readonly #addresses: ReadonlySet<string>;
  readonly #titles: ReadonlySet<string | null>;
  readonly size: number;

  constructor(items: readonly KnownItem[]) {
    this.size = items.length;
    this.#addresses = new Set(items.map(addressKey));
    this.#titles = new Set(items.map(titleKey).filter((title) => title !== null));
  }

  has(item: KnownItem): boolean {
    return this.#addresses.has(addressKey(item)) || this.#titles.has(titleKey(item));
  }

  hasAddress(url: string): boolean {
    return this.#addresses.has(identityOf(url));
  }

  /** How many of some items the feed has. */
  count(items: readonly KnownItem[]): number {
    return items.filter((item) => this.has(item)).length;
  }
}

/** Equal for items with the same address. */
export function addressKey({ url }: KnownItem): string {
  return identityOf(url);
}

/** Equal for items with the same title; null for titles that many items may have. */
export function titleKey({ title }: KnownItem): string | null {
  const text = title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return isDistinct(text) ? text : null;
}

function isDistinct(title: string): boolean {
  return countWords(title) >= MIN_TITLE_WORDS && title.length >= MIN_TITLE_LENGTH;
}
