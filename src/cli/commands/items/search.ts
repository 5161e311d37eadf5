import type { Item } from '../../../client/index.js';
import type { Context } from '../../verbs/context.js';
import { ITEMS_OF_FEEDS_VIEW } from '../base/index.js';
import type { ItemScope } from '../base/item-pages.js';

/** Results without --limit. */
const DEFAULT_LIMIT = 50;

const MAX_PAGE = 100;

interface Search {
  search: string;
  scopes: readonly ItemScope[];
  since: Date | undefined;
  limit: number | undefined;
}

/** `items --search`: prints the last added matching items, newest first. */
export async function printSearch(
  context: Context,
  { search, scopes, since, limit = DEFAULT_LIMIT }: Search,
): Promise<void> {
  const client = await context.client();
  const found: Item[] = [];
  let more = false;
  for (const scope of scopes) {
    const query = { search, scope: scope ?? undefined, since: since?.toISOString() };
    let cursor: string | undefined;
    do {
      const page = { ...query, limit: Math.min(limit - found.length, MAX_PAGE), cursor };
      const results = await context.during('Searching', () => client.listItems(page));
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
}
