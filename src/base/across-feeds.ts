import { addressMark } from './item-marks.js';
import { withSingleSpaces } from './text.js';

/** What tells whether items of different feeds are one. */
export interface ItemOfFeed {
  /** Items of one feed are never one. */
  feed: string;
  url: string;
  title: string;
  /** When it was published or found, in milliseconds; null when that is not known. */
  time: number | null;
}

/** Shorter titles ("Weekly links") are shared by unrelated items. */
const MIN_TITLE = 20;

/** "Version 1.2.0 is available now" does not say of what. */
const VERSION = /\d\.\d/;

/** One title names one item of two feeds within this time, in milliseconds. */
const SAME_TITLE_MS = 24 * 60 * 60_000;

/** Begins the fragment in the address of an item that is a change of a page. */
const CHANGE_FRAGMENT = '#feedctl-change-';

/**
 * Items that share a mark, and marks, that are remembered: an account may have a million items. What more
 * items of one feed share names none of them, so that the cost does not grow with their square.
 */
const MAX_SHARING = 50;
const MAX_MARKS = 20_000;

/** The address of a change of a page: each has one of its own, which leads to the page. */
export function changeAddress(page: string, guid: string): string {
  return `${page.replace(/#.*$/s, '')}${CHANGE_FRAGMENT}${guid}`;
}

export function isChangeAddress(url: string): boolean {
  return url.includes(CHANGE_FRAGMENT);
}

interface Kept {
  /** The feeds it stands for: of each of them one item. */
  feeds: Set<string>;
  time: number | null;
}

/**
 * Knows which items of several feeds are one: those with the same address, or with the same title of at
 * least 20 characters within 24 hours. What several items of one feed share names none of them; an
 * address does so together with the title.
 */
export class AcrossFeeds {
  readonly #kept = new Map<string, Kept[]>();
  /** The times of the items of a feed that have a mark. */
  readonly #seen = new Map<string, (number | null)[]>();

  /**
   * The items of a page that no other feed had on an earlier page. Items of one page are not compared:
   * the service did that.
   */
  addPage<Item>(page: readonly Item[], factsOf: (item: Item) => ItemOfFeed): Item[] {
    const items = this.#read(page, factsOf);
    const fresh = items.filter((each) => !this.#isRepeat(each));
    for (const each of fresh) this.#keep(each);
    for (const marks of [this.#kept, this.#seen]) forgetOldest(marks);
    return fresh.map(({ item }) => item);
  }

  /**
   * The items that no other feed has, in their order. Of those that are one, the last stays, so that a
   * repeat by another feed does not bring an item back to the top.
   */
  merge<Item>(list: readonly Item[], factsOf: (item: Item) => ItemOfFeed): Item[] {
    const kept = this.#read(list, factsOf)
      .reverse()
      .filter((each) => !this.#isRepeat(each) && this.#keep(each));
    return kept.reverse().map(({ item }) => item);
  }

  #read<Item>(items: readonly Item[], factsOf: (item: Item) => ItemOfFeed): Marked<Item>[] {
    const read = items.map((item) => {
      const { feed, time, ...facts } = factsOf(item);
      return { item, feed, time, marks: marksOf(facts) };
    });
    for (const { feed, time, marks } of read) {
      for (const mark of [marks.address, marks.title]) {
        if (mark === undefined) continue;
        const own = `${feed} ${mark}`;
        const times = this.#seen.get(own) ?? [];
        if (times.length <= MAX_SHARING) times.push(time);
        this.#seen.set(own, times);
      }
    }
    return read;
  }

  /** Whether an item of another feed is the same; it then stands for this feed, too. */
  #isRepeat(item: Marked<unknown>): boolean {
    const { feed, time, marks } = item;
    for (const mark of this.#names(item)) {
      const same = this.#kept
        .get(mark)
        ?.find(
          (kept) => !kept.feeds.has(feed) && (mark !== marks.title || areNear(kept.time, time)),
        );
      if (same === undefined) continue;
      same.feeds.add(feed);
      return true;
    }
    return false;
  }

  #keep(item: Marked<unknown>): true {
    const kept = { feeds: new Set([item.feed]), time: item.time };
    for (const mark of this.#names(item)) {
      const sharing = this.#kept.get(mark) ?? [];
      if (sharing.length < MAX_SHARING) this.#kept.set(mark, [...sharing, kept]);
    }
    return true;
  }

  /** The marks that name one item of the feed; a title does so for its day. */
  #names({ feed, time, marks: { address, both, title } }: Marked<unknown>): string[] {
    const times = (mark: string) => this.#seen.get(`${feed} ${mark}`) ?? [];
    const isTitleOfOne = (mark: string) =>
      times(mark).length <= MAX_SHARING &&
      times(mark).filter((each) => areNear(each, time)).length <= 1;
    return [
      ...(address !== undefined && times(address).length <= 1 ? [address] : []),
      ...(both === undefined ? [] : [both]),
      ...(title !== undefined && isTitleOfOne(title) ? [title] : []),
    ];
  }
}

/** An item and what it is recognised by. */
interface Marked<Item> {
  item: Item;
  feed: string;
  time: number | null;
  marks: Marks;
}

interface Marks {
  address?: string;
  /** Address and title. */
  both?: string;
  title?: string;
}

function marksOf({ url, title }: Pick<ItemOfFeed, 'url' | 'title'>): Marks {
  if (url.includes(CHANGE_FRAGMENT)) return {};
  const address = addressMark(url);
  const words = wordsOf(title);
  const isName = words.length >= MIN_TITLE && !VERSION.test(title);
  return {
    // Many items link to the first page of a site.
    ...(/[/?#]/.test(address) && { address, both: `${address} ${words}` }),
    ...(isName && { title: `title ${words}` }),
  };
}

/** The words and numbers of a title, in lower case. */
function wordsOf(title: string): string {
  const words = title.normalize('NFKC').toLowerCase();
  return withSingleSpaces(words.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')).trim();
}

function areNear(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && Math.abs(one - other) <= SAME_TITLE_MS;
}

function forgetOldest(marks: Map<string, unknown>): void {
  for (const mark of marks.keys()) {
    if (marks.size <= MAX_MARKS) return;
    marks.delete(mark);
  }
}
