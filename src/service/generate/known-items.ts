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
  readonly #identities: ReadonlySet<string>;
  readonly #titles: ReadonlySet<string>;
  readonly size: number;

  constructor(items: readonly KnownItem[]) {
    this.size = items.length;
    this.#identities = new Set(items.map(({ url }) => identityOf(url)));
    this.#titles = new Set(
      items.map(({ title }) => comparable(title)).filter((title) => isDistinct(title)),
    );
  }

  has({ url, title }: KnownItem): boolean {
    return this.#identities.has(identityOf(url)) || this.#titles.has(comparable(title));
  }

  hasAddress(url: string): boolean {
    return this.#identities.has(identityOf(url));
  }

  /** How many of some items the feed has. */
  count(items: readonly KnownItem[]): number {
    return items.filter((item) => this.has(item)).length;
  }
}

function comparable(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function isDistinct(title: string): boolean {
  return countWords(title) >= MIN_TITLE_WORDS && title.length >= MIN_TITLE_LENGTH;
}
