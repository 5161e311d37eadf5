import { unwrapRedirect } from '../../../base/redirector.js';
import { addressMark } from '../../../base/same/address.js';
import { SAME } from '../../../base/same/thresholds.js';
import { titleMark } from '../../../base/same/title.js';
import type { SourceDocument } from '../../core/source-document.js';
import type { FetchedDocument } from '../../fetch/index.js';
import { isAtPathOf, isPart } from './page-address.js';

/** How a feed was found: by a table of platforms, on the page, or by a guess. */
export type Way = 'platform' | 'declared' | 'guessed';

/** A feed that was found, fetched and parsed. */
export interface FoundFeed {
  way: Way;
  /** The requested address; `answer.url` is the final one. */
  address: string;
  answer: FetchedDocument;
  document: SourceDocument;
}

/** The compared fields of an item, of the list of a page or of a feed. */
export interface ComparedItem {
  url: string;
  title: string;
}

/** The page that was requested. */
interface ComparedPage {
  /** Its addresses: as requested, and after redirects. */
  addresses: readonly string[];
  /** Its list; null if it has none. */
  list: readonly ComparedItem[] | null;
  /** All links of the page, which replace a missing list. */
  links: readonly string[];
}

/** The feed to read for a page; null: the page itself. */
export interface FeedChoice {
  feed: FoundFeed | null;
  /** The reason, for the person who asked; null if the choice is obvious. */
  note: string | null;
}

/** A feed that certainly belongs to the page: of its platform, or at its own path. */
export function ownFeed(
  addresses: readonly string[],
  feeds: readonly FoundFeed[],
): FoundFeed | undefined {
  const isOwn = ({ way, address, answer }: FoundFeed) => {
    if (way === 'platform') return true;
    // For a guess the final address counts: sites redirect unknown addresses to their main feed.
    const at = way === 'guessed' ? [answer.url] : [address, answer.url];
    return addresses.some((page) => at.some((feed) => isAtPathOf(page, feed)));
  };
  return feeds.find((feed) => !isEmpty(feed) && isOwn(feed));
}

/**
 * Chooses the feed of a page. Many sites name the feed of their blog on every page, and `/feed`
 * exists on most: neither is the feed of a page of vacancies. @param feeds nearest first
 */
export function chooseFeed(page: ComparedPage, feeds: readonly FoundFeed[]): FeedChoice {
  const { addresses, list } = page;
  // Empty feeds are ignored: a guessed feed is empty where WordPress has no comments.
  const full = feeds.filter((feed) => !isEmpty(feed));
  const usable =
    full.length > 0 || list !== null ? full : feeds.filter(({ way }) => way !== 'guessed');
  const own = ownFeed(addresses, usable);
  if (own !== undefined) return { feed: own, note: null };
  const feed =
    sharingMost(page, usable) ??
    (list === null ? usable.find(({ way }) => way !== 'guessed') : undefined) ??
    null;
  return { feed, note: noteOn(feed, page, usable) };
}

/** Part of both sides that the feed of a page must share with it. */
const SHARED_PART = 1 / 3;
/** The same for a page of a tag, because the feed of the whole site has other items, too. */
const SHARED_BY_PART = 2 / 3;

/** The feed with most of the items of a page, if it shares enough of them. */
function sharingMost(page: ComparedPage, feeds: readonly FoundFeed[]): FoundFeed | undefined {
  const items = page.list ?? page.links.map((url) => ({ url, title: '' }));
  const isOfPart = page.addresses.some(isPart);
  return feeds
    .map((feed) => ({ feed, ...sharedParts(items, feed.document.entries) }))
    .filter(({ ofPage, ofFeed }) =>
      isOfPart ? ofFeed >= SHARED_BY_PART : Math.max(ofPage, ofFeed) >= SHARED_PART,
    )
    .sort((a, b) => b.ofPage - a.ofPage || b.ofFeed - a.ofFeed)[0]?.feed;
}

/** The part of each side that the other side has as well, by address or by equal title. */
function sharedParts(page: readonly ComparedItem[], feed: readonly ComparedItem[]) {
  return { ofPage: partIn(page, feed), ofFeed: partIn(feed, page) };
}

function partIn(items: readonly ComparedItem[], others: readonly ComparedItem[]): number {
  const known = new Set(others.flatMap(itemKeysOf));
  const shared = items.filter((item) => itemKeysOf(item).some((key) => known.has(key)));
  return items.length === 0 ? 0 : shared.length / items.length;
}

/** Keys by which an item is compared: click counters change links, but not titles. */
function itemKeysOf({ url, title }: ComparedItem): string[] {
  const mark = titleMark(title);
  return [
    ...(url === '' ? [] : [addressMark(unwrapRedirect(url), { fragment: false })]),
    // Short titles are no keys: "News" and "Read more" may belong to anything.
    ...(mark.length < SAME.title ? [] : [`title ${mark}`]),
  ];
}

function noteOn(
  feed: FoundFeed | null,
  { addresses: [page = ''], list }: ComparedPage,
  usable: readonly FoundFeed[],
): string | null {
  const others = usable.filter((other) => feed === null || isOther(other, feed));
  const named = addressList(others.map(({ answer }) => answer.requestedUrl));
  if (feed === null) {
    if (others.length === 0) return null;
    return `The site has another feed, which is not of this page: ${named}. To follow it, use its address.`;
  }
  const also = others.length === 0 ? '' : ` Other feeds of the site: ${named}.`;
  const { requestedUrl } = feed.answer;
  if (list === null) {
    return `No list was found at ${page}, so the feed that it leads to is read: ${requestedUrl}.${also}`;
  }
  return also === ''
    ? null
    : `The feed that shares most with the page is read: ${requestedUrl}.${also}`;
}

/** True if a feed has an item that another one lacks: blogs have their feed in several formats. */
function isOther(feed: FoundFeed, than: FoundFeed): boolean {
  return feed !== than && partIn(feed.document.entries, than.document.entries) < 1;
}

const MAX_LISTED = 3;

function addressList(addresses: readonly string[]): string {
  const more = addresses.length - MAX_LISTED;
  const shown = addresses.slice(0, MAX_LISTED).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** True for the comments on an article; WordPress serves them at `/any/page/feed`. */
export function isCommentFeed({ title, entries }: SourceDocument): boolean {
  if (/^(?:comments (?:on|for)|kommentare zu|commentaires sur|comentarios en)\b/i.test(title))
    return true;
  return entries.length > 0 && entries.every(({ url }) => /#comment-?\d/i.test(url));
}

function isEmpty({ document }: FoundFeed): boolean {
  return document.entries.length === 0;
}
