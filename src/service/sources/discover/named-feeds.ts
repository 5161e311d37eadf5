import { siteOf } from '../../../base/same/site.js';
import { resolveUrl } from '../document/references.js';
import type { PageSurvey } from './inspect-page.js';

/**
 * Addresses with the name of a feed: `/feeds/all.rss`, `/blog/rss/`, `/rss/news.xml`,
 * `/?feed=rss2`.
 */
const FEED_NAME =
  /(?:^|[/.])(?:feeds?|rss2?|atom)(?:\.(?:xml|php|aspx?|json))?\/?(?:$|[?#])|\.(?:rss|atom|rdf)(?:$|[?#])|\/(?:feeds?|rss2?|atom)\/[\w.-]+\.xml(?:$|[?#])|[?&]feed=(?:rss2?|atom)\b/i;
/** Services that publish the feeds of other sites. */
const FEED_HOST =
  /^https?:\/\/(?:feeds?\d?\.(?:feedburner|feedblitz)\.com|feedpress\.me)\/[^/?#]+\/?$/i;
/** Names of feeds for parts of a site. */
const OF_A_PART =
  /\/(?:tags?|categor(?:y|ies)|topics?|authors?|users?|search|shows?|podcasts?)\/|comment/i;

/** A page that links more feeds is a list of feeds, none of them its own. */
const MAX_NAMED = 3;

/** Feeds that a page links on its own site, such as "RSS" in the footer, if it declares none. */
export function namedFeeds({ anchors, base }: PageSurvey, pageUrl: string): string[] {
  const site = siteOf(pageUrl);
  const named = new Set<string>();
  for (const href of anchors) {
    const isElsewhere = FEED_HOST.test(href);
    if ((!isElsewhere && !FEED_NAME.test(href)) || OF_A_PART.test(href)) continue;
    const url = resolveUrl(href, base);
    if (url !== null && (isElsewhere || siteOf(url) === site)) named.add(url.replace(/#.*$/, ''));
    if (named.size > MAX_NAMED) return [];
  }
  return [...named];
}
