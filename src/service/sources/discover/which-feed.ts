import { unwrapRedirect } from '../../../base/redirector.js';
import { addressMark } from '../../../base/same/address.js';
import { SAME } from '../../../base/same/thresholds.js';
import { titleMark } from '../../../base/same/title.js';
import type { SourceDocument } from '../../core/source-document.js';
import type { FetchedDocument } from '../../fetch/index.js';
import { isAtPathOf, isPart } from './page-address.js';

/** How the address of a feed was found: by a table of platforms, on the page, or by a guess. */
export type Way = 'platform' | 'declared' | 'guessed';

/** A feed that was found, fetched and parsed. */
export interface FoundFeed {
  way: Way;
  /** Where it was looked for; `answer.url` is where it was found. */
  address: string;
  answer: FetchedDocument;
  document: SourceDocument;
}

/** What is compared of an item: of the list of a page, or of a feed. */
export interface ComparedItem {
  url: string;
  title: string;
}

/** The page that was asked for. */
interface ComparedPage {
  /** As requested, and after redirects. */
  addresses: readonly string[];
  /** Its list; null for a page without one. */
  list: readonly ComparedItem[] | null;
  /** All links of the page, which stand for the list where there is none. */
  links: readonly string[];
}

/** The feed to read for a page, or null: the page itself. */
export interface FeedChoice {
  feed: FoundFeed | null;
  /** Why, for the person who asked; null where the choice is a matter of course. */
  note: string | null;
}

/** A feed that is the page's wherever it was found: of its platform, or at its own path. */
export function ownFeed(
  addresses: readonly string[],
  feeds: readonly FoundFeed[],
): FoundFeed | undefined {
  const isOwn = ({ way, address, answer }: FoundFeed) => {
    if (way === 'platform') return true;
    // Sites send addresses that they do not have to the feed of the site.
    const at = way === 'guessed' ? [answer.url] : [address, answer.url];
    return addresses.some((page) => at.some((feed) => isAtPathOf(page, feed)));
  };
  return feeds.find((feed) => !isEmpty(feed) && isOwn(feed));
}

/**
 * Which of the feeds that a page leads to is the page's. Many sites name the feed of their blog on every
 * page, and `/feed` answers on most: neither is the feed of a page of vacancies.
 * @param feeds nearest first
 */
export function chooseFeed(page: ComparedPage, feeds: readonly FoundFeed[]): FeedChoice {
  const { addresses, list } = page;
  // An empty feed replaces no list. Guessed ones are empty where WordPress has no comments.
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

/** Part of either side that must be shared for a feed to be the page's. */
const SHARED_PART = 1 / 3;
/** Of the feed of a page of a tag: that of the whole site has others too. */
const SHARED_BY_PART = 2 / 3;

/** The feed that has most of the items of a page, if it shares enough of them. */
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

/** The part of each side that the other has too, by address or by equal title. */
function sharedParts(page: readonly ComparedItem[], feed: readonly ComparedItem[]) {
  return { ofPage: partIn(page, feed), ofFeed: partIn(feed, page) };
}

function partIn(items: readonly ComparedItem[], others: readonly ComparedItem[]): number {
  const known = new Set(others.flatMap(itemKeysOf));
  const shared = items.filter((item) => itemKeysOf(item).some((key) => known.has(key)));
  return items.length === 0 ? 0 : shared.length / items.length;
}

/** What an item is known by. Links of services that count readers differ, the titles do not. */
function itemKeysOf({ url, title }: ComparedItem): string[] {
  const mark = titleMark(title);
  return [
    ...(url === '' ? [] : [addressMark(unwrapRedirect(url), { fragment: false })]),
    // "News" and "Read more" are titles of anything.
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

/** Whether a feed has anything that another one lacks: blogs have theirs in several formats. */
function isOther(feed: FoundFeed, than: FoundFeed): boolean {
  return feed !== than && partIn(feed.document.entries, than.document.entries) < 1;
}

const MAX_LISTED = 3;

function addressList(addresses: readonly string[]): string {
  const more = addresses.length - MAX_LISTED;
  const shown = addresses.slice(0, MAX_LISTED).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** The comments below an article; WordPress serves them at `/any/page/feed`. */
export function isCommentFeed({ title, entries }: SourceDocument): boolean {
  if (/^(?:comments (?:on|for)|kommentare zu|commentaires sur|comentarios en)\b/i.test(title))
    return true;
  return entries.length > 0 && entries.every(({ url }) => /#comment-?\d/i.test(url));
}

function isEmpty({ document }: FoundFeed): boolean {
  return document.entries.length === 0;
}
