import type { SourceDocument } from '../../core/source-document.js';
import { identityOf } from '../../generate/page/address.js';
import { resolveUrl } from '../document/resolve-url.js';
import type { PageSurvey } from './survey-page.js';

/** How closely a feed belongs to a page: its own, one of the section around it, or of the site. */
export type Belonging = 'page' | 'section' | 'site';

/** Part of a site-wide feed that must be links of the page for the feed to be the page's. */
const SHARED_PART = 1 / 3;

const INDEX_NAME = /^(?:index|default|home)(?:\.(?:html?|php|aspx?))?$/i;
/** `en`, `pt-br`, `us`: a language or country in a path names no section; `ai` and `tv` do. */
const LANGUAGE =
  /^(?:(?:ar|bg|ca|cs|da|de|el|en|es|et|fa|fi|fr|he|hi|hr|hu|id|it|ja|ko|lt|lv|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|vi|zh|au|at|be|br|ch|eu|gb|ie|in|intl?|jp|mx|nz|us)|[a-z]{2}[-_][a-z]{2})$/i;
/** Generic names of feed documents. */
const FEED_NAME =
  /^(?:feeds?|rss2?|atom|index|xml|default|all|latest)(?:\.(?:xml|rss|atom|rdf|json|php|aspx?))?$/i;
const EXTENSION = /\.(?:html?|php|aspx?|xml|rss|atom|rdf|json)$/i;

/**
 * Whether a feed that was found from a page is the page's. Many sites link the feed of their blog on
 * every page, and `/feed` answers on most: neither is the feed of a page of vacancies.
 */
export function belongingOf(
  page: { url: string; requestedUrl: string; survey: PageSurvey },
  feed: { url: string; document: SourceDocument },
): Belonging {
  if ([page.url, page.requestedUrl].some(isFrontPage)) return 'page';
  const named = nameOf(page.url, feed.url);
  if (named === 'page') return 'page';
  const { entries } = feed.document;
  const needed = named === 'section' ? 1 : Math.max(1, Math.ceil(entries.length * SHARED_PART));
  return sharesItems(page, entries, needed) ? 'page' : named;
}

/** The comments below an article; WordPress serves them at `/any/page/feed`. */
export function isCommentFeed({ title, entries }: SourceDocument): boolean {
  if (/^(?:comments (?:on|for)|kommentare zu|commentaires sur|comentarios en)\b/i.test(title))
    return true;
  return entries.length > 0 && entries.every(({ url }) => /#comment-?\d/i.test(url));
}

function isFrontPage(address: string): boolean {
  const { search } = new URL(address);
  return sectionsOf(address).length === 0 && search === '';
}

/** The parts of the address of a feed that identify its page. */
function nameOf(pageUrl: string, feedUrl: string): Belonging {
  const [page, feed] = [new URL(pageUrl), new URL(feedUrl)];
  if (page.search !== '' && sectionsOf(pageUrl).length === 0) {
    // WordPress without permalinks: `?cat=3` and `?feed=rss2&cat=3`.
    const parameters = [...page.searchParams];
    const isNamed = parameters.every(([name, value]) => feed.searchParams.get(name) === value);
    return isNamed ? 'page' : 'site';
  }
  const sections = sectionsOf(pageUrl).map((section) => section.replace(EXTENSION, ''));
  const parts = sectionsOf(feedUrl)
    .filter((part) => !FEED_NAME.test(part))
    .map((part) => part.replace(EXTENSION, ''));
  if (parts.length === 0 || sections.length === 0) return 'site';
  const last = sections.at(-1)?.toLowerCase();
  // `/rss/sport.xml` of `/sport`, and `/category/x/feed` of `/category/x`.
  if (parts.some((part) => part.toLowerCase() === last)) return 'page';
  const isAround = parts.every((part, at) => part.toLowerCase() === sections[at]?.toLowerCase());
  return isAround ? 'section' : 'site';
}

/** Segments of a path without the name of an index document and without languages. */
function sectionsOf(address: string): string[] {
  return new URL(address).pathname
    .split('/')
    .filter((part) => part !== '' && !INDEX_NAME.test(part) && !LANGUAGE.test(part));
}

function sharesItems(
  { survey }: { survey: PageSurvey },
  entries: SourceDocument['entries'],
  needed: number,
): boolean {
  const missing = new Set(entries.map(({ url }) => identityOf(url)).filter((id) => id !== ''));
  let found = 0;
  for (const href of survey.anchors) {
    const url = resolveUrl(href, survey.base);
    if (url === null || !missing.delete(identityOf(url))) continue;
    found += 1;
    if (found >= needed) return true;
  }
  return false;
}
