import type { Item } from '../../../client/index.js';
import type { Context } from '../../verbs/context.js';
import { ITEMS_VIEW } from '../base/index.js';

/** Results without --limit. */
const DEFAULT_LIMIT = 50;

const MAX_PAGE = 100;

/** How long the command waits for the search index to be built, in milliseconds. */
const INDEXING_MS = 10_000;

interface Search {
  search: string;
  /** Id of a feed or a bundle. */
  scope: string | undefined;
  since: Date | undefined;
  limit: number | undefined;
}

/** `items --search`: prints the matching items, page by page. */
export async function printSearch(
  context: Context,
  { search, scope, since, limit = DEFAULT_LIMIT }: Search,
): Promise<void> {
  const client = await context.client();
  const query = { search, scope, since: since?.toISOString() };
  let unindexed = 0;
  let more = false;
  async function* results(): AsyncGenerator<Item> {
    let left = limit;
    let cursor: string | undefined;
    do {
      const page = { ...query, limit: Math.min(left, MAX_PAGE), cursor };
      const found = await context.during('Searching', () =>
        cursor === undefined ? firstPage(() => client.searchItems(page)) : client.searchItems(page),
      );
      unindexed = found.unindexed;
      yield* found.items;
      left -= found.items.length;
      cursor = found.cursor ?? undefined;
    } while (cursor !== undefined && left > 0);
    more = cursor !== undefined;
  }
  let shown = 0;
  async function* counted(): AsyncGenerator<Item> {
    for await (const item of results()) {
      shown += 1;
      yield item;
    }
  }
  await context.output.rows(counted(), ITEMS_VIEW);
  if (shown === 0) await context.notes.note('No item matches.');
  if (more) await context.notes.note(`Showing the newest ${shown} matches; for more: --limit N.`);
  if (unindexed > 0) await context.notes.note(stillIndexing(unindexed));
}

/** Repeats the first page while the index is built, for a while. */
async function firstPage<Page extends { unindexed: number }>(
  read: () => Promise<Page>,
): Promise<Page> {
  const endsAt = performance.now() + INDEXING_MS;
  for (;;) {
    const page = await read();
    if (page.unindexed === 0 || performance.now() >= endsAt) return page;
  }
}

function stillIndexing(unindexed: number): string {
  const items = unindexed === 1 ? '1 item is' : `${unindexed} items are`;
  return `The search index is being built: ${items} not searchable yet. Repeat the command to continue.`;
}
