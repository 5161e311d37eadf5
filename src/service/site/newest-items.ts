import { changeInText, changeOf, isFirstText } from '../../base/change-text.js';
import { parseJson } from '../../base/json.js';
import { escapedHtml, type ListedItem } from '../publish/page.js';
import { excerpt, linkedAddress } from '../publish/text.js';

/** An item with its feed. */
export interface NewestItem extends ListedItem {
  slug: string;
  /** Title of the feed. */
  feed: string;
}

/** Maximum number of items of all feeds, and of one: a busy feed must not fill the search. */
const MAX_ITEMS = 3000;
const MAX_OF_FEED = 100;

/** Maximum length of a text, in characters. */
const EXCERPT = 160;
const MAX_TITLE = 200;

/**
 * The newest items of a site, read from its JSON Feeds, so that they do not depend on which build
 * wrote these.
 */
export class NewestItems {
  #items: NewestItem[] = [];
  /** Time of the oldest item that is kept, if the list is full. */
  #since = Number.NEGATIVE_INFINITY;

  readonly #slugs = new Set<string>();
  readonly #now: number;

  /** @param now milliseconds; items with a later date are left out */
  constructor(now: number) {
    this.#now = now;
  }

  /** True if the items of a feed were added. */
  has(slug: string): boolean {
    return this.#slugs.has(slug);
  }

  /**
   * True if the items of a feed may be among the newest. @param newest time of its newest item;
   * null without items
   */
  isOfUse(newest: number | null): boolean {
    return newest !== null && newest > this.#since;
  }

  /** Adds the items of a feed. */
  add({ slug, summary }: { slug: string; summary: { title: string } }, json: string): void {
    const { items = [] } = (parseJson(json) ?? {}) as { items?: readonly JsonItem[] };
    const listed = items
      .filter(({ title = '', url = '' }) => !isFirstText({ title, url }))
      .map((item) => ({ slug, feed: summary.title, ...listedJson(item) }))
      .filter(({ at }) => at <= this.#now);
    this.#slugs.add(slug);
    this.#items.push(...listed.sort(byTime).slice(0, MAX_OF_FEED));
    if (this.#items.length > 2 * MAX_ITEMS) this.#cut();
  }

  /** All items, the newest first. */
  all(): readonly NewestItem[] {
    this.#cut();
    return this.#items;
  }

  #cut(): void {
    this.#items = this.#items.sort(byTime).slice(0, MAX_ITEMS);
    if (this.#items.length === MAX_ITEMS) this.#since = this.#items.at(-1)?.at ?? this.#since;
  }
}

/** Newest first; ties are in the order of the feeds' names, so that every build writes the same. */
function byTime(a: NewestItem, b: NewestItem): number {
  return b.at - a.at || (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0);
}

/** An item of a JSON Feed that a build wrote. */
interface JsonItem {
  url?: string;
  title?: string;
  content_text?: string;
  content_html?: string;
  image?: string;
  date_published?: string;
  authors?: readonly { name: string }[];
  language?: string;
  _feedctl?: { first_seen: string };
}

function listedJson(item: JsonItem): ListedItem {
  const { title = '', url = '', content_text: text = '', authors = [], language = null } = item;
  const change = changeOf({ url, description_html: item.content_html ?? '' });
  const names = authors.map(({ name }) => name).join(', ');
  return {
    title: excerpt(title || text, title ? MAX_TITLE : 80) || url || 'Untitled',
    url: linkedAddress(url),
    at: Date.parse(item.date_published ?? item._feedctl?.first_seen ?? '') || 0,
    about: escapedHtml(excerpt(names, 100)),
    text: title === '' ? '' : excerpt(change === null ? text : changeInText(change), EXCERPT),
    picture: item.image ?? null,
    language,
  };
}
