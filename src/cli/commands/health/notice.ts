import { siteOf } from '../../../base/same/site.js';
import type { Feed, Item } from '../../../client/index.js';

/**
 * Words of payment notices, which services put into a feed with HTTP 200. They address the reader
 * ("your trial"), unlike news about trials.
 */
const NOTICE =
  /\byour (?:free |feed )?(?:trial|subscription|plan|account)(?: period)?(?: has| is| was)? (?:been )?(?:expired|ended|over|suspended|cancell?ed)\b|\b(?:trial|subscription|plan)(?: period)? (?:has )?(?:expired|ended)\b.{0,120}\b(?:upgrade|renew|subscribe)\b|\b(?:upgrade|renew) your (?:plan|account|subscription)\b/is;

/** A feed that consists only of the notice has at most this many items. */
const FEW = 3;

/** The title of an item that is a payment notice of the service; undefined if there is none. */
export function findNotice(feed: Feed): string | undefined {
  const suspects =
    feed.items.length <= FEW ? feed.items : feed.items.filter((item) => isOfService(item, feed));
  const found = suspects.find(({ title, description_text }) => isNotice(title, description_text));
  return found && (found.title || found.description_text.slice(0, 120));
}

/** True if a published document with hardly any items has such a notice. */
export function hasNotice(document: string): boolean {
  const items = document.match(/<(?:item|entry)[\s>]/g)?.length ?? 0;
  return items <= FEW && isNotice(document.replace(/<!\[CDATA\[|\]\]>|<[^<>]*>/g, ' '));
}

function isNotice(...texts: string[]): boolean {
  return texts.some((text) => NOTICE.test(text.slice(0, 4000)));
}

/** True if the item links to the service instead of the source. */
function isOfService({ url }: Item, { rss_feed_url, source_url }: Feed): boolean {
  const service = siteOf(rss_feed_url);
  return service !== '' && siteOf(url) === service && siteOf(source_url) !== service;
}
