import { setTimeout as sleep } from 'node:timers/promises';
import type { Item, ItemList } from '../../../client/index.js';
import type { ExitCode } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { ITEMS_OF_FEEDS_VIEW } from '../base/index.js';
import type { ItemScope } from '../base/item-pages.js';

/** Results without --limit. */
const DEFAULT_LIMIT = 50;

const MAX_PAGE = 100;

/** How long the search index may make no progress, in milliseconds. */
const STALLED_MS = 30_000;
const PAUSE_MS = 250;

interface Search {
  search: string;
  scopes: readonly ItemScope[];
  since: Date | undefined;
  limit: number | undefined;
}

/**
 * `items --search`: prints the last added matching items, newest first.
 * @returns 8 when some items cannot be searched yet
 */
export async function printSearch(
  context: Context,
  { search, scopes, since, limit = DEFAULT_LIMIT }: Search,
): Promise<ExitCode | undefined> {
  const client = await context.client();
  const found: Item[] = [];
  let unindexed = 0;
  let more = false;
  for (const scope of scopes) {
    const query = { search, scope: scope ?? undefined, since: since?.toISOString() };
    let cursor: string | undefined;
    do {
      const page = { ...query, limit: Math.min(limit - found.length, MAX_PAGE), cursor };
      const read = () => client.listItems(page);
      const results = await (cursor === undefined
        ? whenIndexed(context, read)
        : context.during('Searching', read));
      unindexed = results.unindexed;
      found.push(...results.items);
      cursor = results.cursor ?? undefined;
    } while (cursor !== undefined && found.length < limit);
    more ||= cursor !== undefined;
    if (found.length >= limit) {
      more ||= scope !== scopes.at(-1);
      break;
    }
  }
  // The order of addition, in which they are found, shows in no column. The sort is stable.
  found.sort((a, b) => (b.date_published ?? '').localeCompare(a.date_published ?? ''));
  await context.output.rows(found, ITEMS_OF_FEEDS_VIEW);
  if (found.length === 0) await context.notes.hint('No item matches.');
  if (more) {
    await context.notes.note(
      `Showing the last ${found.length} matches added; for more: --limit N.`,
    );
  }
  if (unindexed === 0) return undefined;
  await context.notes.warn(stillIndexing(unindexed));
  return 8;
}

/** Repeats the first page until every item is in the index: each request builds some of it. */
async function whenIndexed(context: Context, read: () => Promise<ItemList>): Promise<ItemList> {
  let page = await context.during('Searching', read);
  if (page.unindexed === 0) return page;
  return context.during('Building the search index', async () => {
    let fewest = page.unindexed;
    let endsAt = performance.now() + STALLED_MS;
    while (page.unindexed > 0 && performance.now() < endsAt) {
      page = await read();
      if (page.unindexed < fewest) {
        fewest = page.unindexed;
        endsAt = performance.now() + STALLED_MS;
      } else if (page.unindexed > 0) {
        await sleep(PAUSE_MS, undefined, { signal: context.signal });
      }
    }
    return page;
  });
}

function stillIndexing(unindexed: number): string {
  const items = unindexed === 1 ? '1 item is' : `${unindexed} items are`;
  return `The search index is being built elsewhere: ${items} not searchable yet, so matches may be missing. Repeat the command.`;
}
