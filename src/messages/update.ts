import { changeInText, changeOf } from '../base/change-text.js';
import type { WebhookEvent } from '../contract/events.js';
import type { Item } from '../contract/item.js';
import { cleaned, cutText, httpUrl } from './text.js';

/** New and changed items of a feed as messages show them: plain text of bounded length. */
export interface Update {
  /** Id of the event; "" if there is none. */
  id: string;
  feed: UpdatedFeed;
  /** Items: new ones first, in the order of the event. */
  items: UpdateItem[];
  newItems: number;
  changedItems: number;
  /** An event of the feed itself, if the update is about that. */
  notice?: string;
}

interface UpdatedFeed {
  id: string;
  title: string;
  /** Page or document from which the feed was made; "" if it has no web address. */
  url: string;
  /** Address of the published feed. */
  rssUrl: string;
}

export interface UpdateItem {
  change: 'new' | 'changed';
  /** Title, never empty: the start of the text, or the address, if the item has none. */
  title: string;
  /** http(s) address; "" if the item has none. */
  url: string;
  text: string;
  /** Names of the authors, separated by commas. */
  author: string;
  /** ISO 8601; "" if the item has no date. */
  date: string;
  /** Address of an image; "" if there is none. */
  image: string;
}

/** Maximum lengths in characters: chats show the beginning of an item and link to the rest. */
const MAX_TITLE = 250;
const MAX_TEXT = 1000;
const MAX_AUTHOR = 100;
const MAX_TITLE_FROM_TEXT = 120;

/** The fields of a feed that messages name. */
export interface FeedFacts {
  id: string;
  title: string;
  source_url: string;
  rss_feed_url: string;
}

/** The update that an event announces. */
export function updateOf({ id, feed, data }: WebhookEvent): Update {
  if ('items_new' in data) {
    return makeUpdate(id, feed, { added: data.items_new, changed: data.items_changed });
  }
  const notice =
    'expected' in data
      ? `the page changed, and its list is lost (${data.found} of ${data.expected} items found)`
      : `the list of the page is found again (${data.found} items)`;
  return { ...makeUpdate(id, feed, { added: [], changed: [] }), notice };
}

/** An update from items, such as those that `watch` found. */
export function makeUpdate(
  id: string,
  feed: FeedFacts,
  { added, changed }: { added: readonly Item[]; changed: readonly Item[] },
): Update {
  return {
    id,
    feed: {
      id: feed.id,
      title: cleaned(feed.title, MAX_TITLE) || feed.id,
      url: httpUrl(feed.source_url),
      rssUrl: httpUrl(feed.rss_feed_url),
    },
    items: [
      ...added.map((item) => updateItem(item, 'new')),
      ...changed.map((item) => updateItem(item, 'changed')),
    ],
    newItems: added.length,
    changedItems: changed.length,
  };
}

function updateItem(item: Item, change: 'new' | 'changed'): UpdateItem {
  const url = httpUrl(item.url);
  const text = plainMessageText(item);
  const title =
    cleaned(item.title, MAX_TITLE) || cleaned(text, MAX_TITLE_FROM_TEXT) || url || 'Untitled';
  const names = item.authors.slice(0, 5).map(({ name }) => name);
  return {
    change,
    title,
    url,
    // The text is left out if it repeats the title.
    text: text.startsWith(title.replace(/…$/, '')) && item.title === '' ? '' : text,
    author: cleaned(names.join(', '), MAX_AUTHOR),
    date: item.date_published ?? '',
    image: httpUrl(item.thumbnail ?? ''),
  };
}

/** The words that differ in a change of a page, one line each; else the text on one line. */
function plainMessageText(item: Item): string {
  const change = changeOf(item);
  if (change === null) return cleaned(item.description_text, MAX_TEXT);
  const lines = changeInText(change).split('\n');
  return cutText(lines.map((line) => cleaned(line, MAX_TEXT)).join('\n'), MAX_TEXT);
}

/** The first line of a message, such as "Example News: 3 new, 1 changed". */
export function headline({ feed, newItems, changedItems, notice = '' }: Update): string {
  const counts = [
    notice,
    newItems > 0 ? `${newItems} new` : '',
    changedItems > 0 ? `${changedItems} changed` : '',
  ].filter((part) => part !== '');
  return counts.length === 0 ? feed.title : `${feed.title}: ${counts.join(', ')}`;
}
