import type { FeedClient, Item } from '../../../client/index.js';
import { isBundleId } from '../../../contract/ids.js';
import { ITEM_PAGE } from '../../../contract/sizes.js';
import type { FeedFacts } from '../../../messages/update.js';
import { type ItemPageOptions, type ItemScope, readItemPage } from '../base/item-pages.js';

/** Stands for all feeds in place of ids; no id is as short. */
export const ALL_FEEDS = 'all';

/** A watched feed, bundle or account with its newest items. */
export interface Watched {
  facts: FeedFacts;
  /** Items, the last added first. */
  items: Item[];
  /** True if there may be older items. */
  isCut: boolean;
}

export function scopeOf(id: string): ItemScope {
  return id === ALL_FEEDS ? null : id;
}

/** Reads a feed, a bundle or all feeds; if there are many items, the newest. */
export async function readWatched(
  client: FeedClient,
  id: string,
  query: ItemPageOptions,
): Promise<Watched> {
  if (id === ALL_FEEDS) {
    const { items, cursor } = await readItemPage(client, null, query);
    const facts = { id, title: 'All feeds', source_url: '', rss_feed_url: '' };
    return { facts, items, isCut: cursor !== null };
  }
  if (!isBundleId(id)) {
    const { title, source_url, rss_feed_url, items } = await client.getFeed(id, query);
    return { facts: { id, title, source_url, rss_feed_url }, items, isCut: false };
  }
  const { name, rss_feed_url, items } = await client.getBundle(id, query);
  const isCut = items.length >= ITEM_PAGE.max && (await client.detectService()).version !== null;
  return { facts: { id, title: name, source_url: '', rss_feed_url }, items, isCut };
}
