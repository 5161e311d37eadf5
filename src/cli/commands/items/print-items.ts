import type { FeedClient, Item } from '../../../client/index.js';
import { isBundleId } from '../../../contract/ids.js';
import type { Context } from '../../verbs/context.js';
import { DROPPED_VIEW, ITEMS_OF_FEEDS_VIEW, ITEMS_VIEW, withFeed } from '../base/index.js';
import { type ItemPageOptions, type ItemScope, itemPages } from '../base/item-pages.js';

interface Listing {
  sort: ItemPageOptions['sort'];
  dropped: boolean;
  since: Date | undefined;
  limit: number | undefined;
}

/** `items`: prints the items page by page. */
export async function printItems(
  context: Context,
  scopes: readonly ItemScope[],
  { sort, dropped: isDropped, since, limit }: Listing,
): Promise<void> {
  const client = await context.client();
  const query = { sort, since, ...(isDropped && { dropped: 'only' as const }) };
  const listed = { shown: 0, undated: 0 };
  const isOfFeeds =
    scopes.length > 1 || scopes.some((scope) => scope === null || isBundleId(scope));
  const items = listItems(context, client, { scopes, query, limit, listed });
  const view = isDropped ? DROPPED_VIEW : ITEMS_VIEW;
  const viewOfFeeds = isDropped ? withFeed(DROPPED_VIEW) : ITEMS_OF_FEEDS_VIEW;
  await context.output.rows(items, isOfFeeds ? viewOfFeeds : view);
  if (listed.undated > 0) {
    const left =
      listed.undated === 1
        ? '1 item without a date was'
        : `${listed.undated} items without a date were`;
    await context.notes.note(`${left} omitted by --since.`);
  }
  if (listed.shown > 0) return;
  await context.notes.hint(isDropped ? 'No items are hidden.' : 'No items.');
}

interface Wanted {
  scopes: readonly ItemScope[];
  query: ItemPageOptions;
  limit: number | undefined;
  /** Counted meanwhile. */
  listed: { shown: number; undated: number };
}

async function* listItems(
  context: Context,
  client: FeedClient,
  { scopes, query, limit = Number.POSITIVE_INFINITY, listed }: Wanted,
): AsyncGenerator<Item> {
  for (const scope of scopes) {
    const pages = itemPages(client, scope, query);
    for (;;) {
      const { value: page, done } = await context.during('Reading the items', () => pages.next());
      if (done) break;
      listed.undated += page.undated ?? 0;
      for (const item of page.items.slice(0, limit - listed.shown)) {
        listed.shown += 1;
        yield item;
      }
      if (listed.shown >= limit) return;
    }
  }
}
