import { urlWithoutTracking } from '../../../base/same/address.js';

const INDEX_NAME =
  /^(?:index|default|home|start|startpage|homepage)(?:\.(?:html?|php|aspx?|jsp))?$/i;
/**
 * A language or country in a path is no section: `en`, `pt-br`, `zh-hans`, `us`. `ai` and `tv` are
 * sections.
 */
const LANGUAGE =
  /^(?:(?:ar|bg|ca|cs|da|de|el|en|es|et|fa|fi|fr|he|hi|hr|hu|id|it|ja|ko|lt|lv|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|vi|zh|au|at|be|br|ch|eu|gb|ie|in|intl?|jp|mx|nz|us)|[a-z]{2}[-_](?:[a-z]{4}[-_])?(?:[a-z]{2}|\d{3})|[a-z]{2}[-_][a-z]{4})$/i;
/** Parameters for the origin of a visitor or the language of the page. */
const NO_PLACE = /^(?:ref|lang|language|locale|hl)$/i;
/** The number of a page of a list: `?page=2`. */
const PAGE_NUMBER = /^(?:page|paged|pg|seite|pagina)=\d{1,5}$/i;
const PAGE_PATH = /\/(?:page|seite|pagina)(?:\/|-|_)?\d{1,5}\/?$/i;

/** Generic names of feed documents and of their folders. */
const FEED_NAME =
  /^(?:feeds?|rss2?|atom|rdf|index|xml|json|default|all|latest|main|everything)(?:\.(?:xml|rss|atom|rdf|json|php|aspx?))?$/i;
/** Endings of feeds: `.atom` in `/blogs/news.atom`, `-feed.xml` in `/blog-feed.xml`. */
const FEED_ENDING = /(?:[-_.](?:feed|rss2?|atom))?(?:\.(?:xml|rss2?|atom|rdf|json|php|aspx?))?$/i;
const PAGE_ENDING = /\.(?:html?|php|aspx?|jsp)$/i;

/** Names of pages that show part of a site: a tag, an author or a search. */
const PART =
  /\/(?:tags?|tagged|categor(?:y|ies)|labels?|topics?|authors?)\/[^/]|\/(?:search|suche|recherche)(?:\/|$)/i;
const PART_PARAMETER = /^(?:s|q|query|search|tag|category|label|author)$/i;

/** True for the front page of a site, or of its part in one language. */
function isFrontPage(url: URL): boolean {
  return (
    parametersOf(url).length === 0 && pageAddressParts(url).every((part) => LANGUAGE.test(part))
  );
}

/**
 * True if a page shows only part of the items of its site, so that the feed of the site has others,
 * too.
 */
export function isPart(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return PART.test(pathname) || [...searchParams.keys()].some((name) => PART_PARAMETER.test(name));
}

/** The address of the list that a page of older items continues; null for any other page. */
export function firstPage(address: string): string | null {
  const url = new URL(address);
  url.pathname = url.pathname.replace(PAGE_PATH, '/');
  for (const [name, value] of [...url.searchParams]) {
    if (PAGE_NUMBER.test(`${name}=${value}`)) url.searchParams.delete(name);
  }
  return url.href === new URL(address).href ? null : url.href;
}

/**
 * True if a feed is at the path of a page, under any name of a feed: `/blog/rss.xml` for `/blog`.
 */
export function isAtPathOf(page: string, feed: string): boolean {
  const [of, at] = [new URL(page), new URL(feed)];
  if (hostOf(of) !== hostOf(at)) return false;
  // WordPress without permalinks has the page in parameters: `?cat=3` and `?feed=rss2&cat=3`.
  if (parametersOf(of).some(([name, value]) => at.searchParams.get(name) !== value)) return false;
  const place = pageAddressParts(of).map((part) => part.replace(PAGE_ENDING, ''));
  const parts = at.pathname.split('/').filter((part) => part !== '');
  const named = parts
    .filter((part) => !FEED_NAME.test(part))
    .map((part) => part.replace(FEED_ENDING, ''));
  const whole = parts.map((part) => part.replace(FEED_ENDING, ''));
  // `/feed` also belongs to `/de/`.
  const isOfSite = named.length === 0 && isFrontPage(of);
  return isOfSite || isSamePath(place, named) || isSamePath(place, whole);
}

/**
 * True if the path of a feed contains that of a page: `/rss/project/foo/releases.xml` for
 * `/project/foo/`.
 */
export function holdsPathOf(page: string, feed: string): boolean {
  const place = pageAddressParts(new URL(page)).map((part) =>
    part.replace(PAGE_ENDING, '').toLowerCase(),
  );
  const parts = new URL(feed).pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(FEED_ENDING, '').toLowerCase());
  if (place.every((part) => LANGUAGE.test(part))) return false;
  return parts.some((_, from) => isSamePath(place, parts.slice(from, from + place.length)));
}

/**
 * Number of leading path parts in common, and of further parts of the feed's path besides its name.
 */
export function nearness(page: string, feed: string): { shared: number; extra: number } {
  const [of, at] = [page, feed].map((address) =>
    new URL(address).pathname.split('/').filter((part) => part !== ''),
  ) as [string[], string[]];
  let shared = 0;
  while (shared < at.length && of[shared] === at[shared]) shared += 1;
  return { shared, extra: Math.max(0, at.length - shared - 1) };
}

function hostOf({ host }: URL): string {
  return host.replace(/^(?:www|m)\./, '');
}

/** The parameters that distinguish pages. */
function parametersOf(url: URL): [string, string][] {
  return [...urlWithoutTracking(url).searchParams].filter(
    ([name, value]) => !NO_PLACE.test(name) && !PAGE_NUMBER.test(`${name}=${value}`),
  );
}

/** Parts of a path without the number of a page and the name of an index document. */
function pageAddressParts({ pathname }: URL): string[] {
  return pathname
    .replace(PAGE_PATH, '/')
    .split('/')
    .filter((part) => part !== '' && !INDEX_NAME.test(part));
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.join('/').toLowerCase() === b.join('/').toLowerCase();
}
