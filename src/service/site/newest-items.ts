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

/** Items of all feeds together, and of each: one that publishes all day does not fill the search. */
const MAX_ITEMS = 3000;
const MAX_OF_FEED = 100;

/** Characters of a text. */
const EXCERPT = 160;
const MAX_TITLE = 200;

/** The newest items of a site, read from its JSON Feeds: the same ones, whichever build wrote these. */
export class NewestItems {
  #items: NewestItem[] = [];
  /** The time of the oldest item that is kept, when there is no room for more. */
  #since = Number.NEGATIVE_INFINITY;

  readonly #slugs = new Set<string>();
  readonly #now: number;

  /** @param now items that are dated ahead wait for their time, in milliseconds */
  constructor(now: number) {
    this.#now = now;
  }

  /** Whether the items of a feed are among them. */
  has(slug: string): boolean {
    return this.#slugs.has(slug);
  }

  /** @param newest time of the newest item of a feed; null without items */
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

  /** The newest first. */
  all(): readonly NewestItem[] {
    this.#cut();
    return this.#items;
  }

  #cut(): void {
    this.#items = this.#items.sort(byTime).slice(0, MAX_ITEMS);
    if (this.#items.length === MAX_ITEMS) this.#since = this.#items.at(-1)?.at ?? this.#since;
  }
}

/** Ties in the order of the names of feeds, so that every build writes the same. */
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
