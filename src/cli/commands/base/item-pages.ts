import { AcrossFeeds } from '../../../base/same/across-feeds.js';
import type { FeedClient, Item, ListItemsQuery } from '../../../client/index.js';
import { followCursor } from '../../../client/paging.js';
import { isBundleId } from '../../../contract/ids.js';
import { ITEM_PAGE } from '../../../contract/sizes.js';
import type { Context } from '../../verbs/context.js';

/** Id of a feed or a bundle; null for all feeds of the account. */
export type ItemScope = string | null;

/** A page of items. */
export interface ItemPage {
  items: Item[];
  /** Cursor of the next page; null at the end. */
  cursor: string | null;
  /** Number of items that filters hide, unless they were requested. */
  hidden?: number | undefined;
  /** Number of items without a date that `since` left out; on the first page only. */
  undated?: number | undefined;
  /** Title of the feed or bundle, if the answer has it. */
  title?: string | undefined;
}

export interface ItemPageOptions extends Pick<ListItemsQuery, 'sort' | 'dropped' | 'search'> {
  /** Only items published at this time or later. */
  since?: Date | undefined;
  /** Maximum number of items; another service may send more. */
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * Reads a page of items. A feed is a single page, because the service keeps a limited number of its
 * items. Other services send a bundle as a single page, too, and all feeds one after the other.
 */
export async function readItemPage(
  client: FeedClient,
  scope: ItemScope,
  options: ItemPageOptions = {},
): Promise<ItemPage> {
  const { sort, dropped, search, since, limit = ITEM_PAGE.max, cursor } = options;
  if (search === undefined && scope !== null && !isBundleId(scope)) {
    const { title, items } = await client.getFeed(scope, { sort, dropped });
    return { ...wholePage(items, since), title };
  }
  if (search !== undefined || (await client.detectService()).version !== null) {
    const query = { sort, dropped, search, since: since?.toISOString(), limit, cursor };
    return client.listItems({ ...query, ...(scope !== null && { scope }) });
  }
  if (scope !== null) {
    const { name, items } = await client.getBundle(scope, { sort });
    return { ...wholePage(items, since), title: name };
  }
  const offset = Number(cursor ?? 0);
  const [feed] = await client.listFeeds({ limit: 1, offset });
  if (feed === undefined) return { items: [], cursor: null };
  const { id, title, items } = await client.getFeed(feed.id, { sort });
  const named = items.map((item) => ({ ...item, feed: { id, title } }));
  return { ...wholePage(named, since), cursor: String(offset + 1) };
}

/** All pages, each read on demand. */
export function itemPages(
  client: FeedClient,
  scope: ItemScope,
  options: ItemPageOptions = {},
): AsyncGenerator<ItemPage> {
  return followCursor((cursor) => readItemPage(client, scope, { ...options, cursor }));
}

/** All pages, with a note on a terminal while each is read. */
export async function* readPages(
  context: Context,
  scope: ItemScope,
  options: ItemPageOptions,
): AsyncGenerator<ItemPage> {
  const pages = itemPages(await context.client(), scope, options);
  const doing = options.search === undefined ? 'Reading the items' : 'Searching';
  for (;;) {
    const { value: page, done } = await context.during(doing, () => pages.next());
    if (done) return;
    yield page;
  }
}

/**
 * Removes items that another feed had on an earlier page, from pages of several feeds and bundles.
 */
export class MergedPages {
  readonly #across = new AcrossFeeds();

  /** Items that filters hide are not compared. */
  add(scope: ItemScope, items: readonly Item[]): Item[] {
    const shown = items.filter(({ dropped_by: rule }) => rule === undefined);
    const fresh = this.#across.addPage(shown, ({ feed, url, title, ...item }) => ({
      ...{ feed: feed?.id ?? scope ?? '', url, title, text: item.description_text },
      time: item.date_published === null ? null : Date.parse(item.date_published),
    }));
    const kept = new Set(fresh);
    return items.filter((item) => item.dropped_by !== undefined || kept.has(item));
  }
}

/** The items by date, newest first, those without a date last; the sort is stable. */
export function byDate(items: readonly Item[]): Item[] {
  const time = (item: Item) => publicationTime(item) || 0;
  return items.toSorted((a, b) => time(b) - time(a));
}

function wholePage(items: Item[], since: Date | undefined): ItemPage {
  if (since === undefined) return { items, cursor: null };
  return {
    items: items.filter((item) => publicationTime(item) >= since.getTime()),
    cursor: null,
    undated: items.filter((item) => Number.isNaN(publicationTime(item))).length,
  };
}

const DAY_MS = 86_400_000;

/** Time of publication; NaN for an item without a date, and for an announced event. */
export function publicationTime({ date_published: date }: Item): number {
  const time = Date.parse(date ?? '');
  return time > Date.now() + DAY_MS ? Number.NaN : time;
}
