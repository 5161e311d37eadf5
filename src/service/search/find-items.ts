import { setImmediate as nextIteration } from 'node:timers/promises';
import { rowsOf } from '../bundles/bundle-items.js';
import { isShownByFeed } from '../items/shown.js';
import { isPostgres } from '../store/dialect.js';
import type { Db } from '../store/store.js';
import type { ScopedRow } from './item-scope.js';
import type { SearchQuery } from './parse-query.js';
import { PostgresSlices } from './postgres-slices.js';
import { namedFeeds, type SearchScope } from './search-scope.js';
import { SqliteSlices } from './sqlite-slices.js';

/** Some of the matching items. */
export interface FoundChunk {
  rows: FoundRow[];
  /** The items below this number were not searched yet; 0 at the end. */
  rest: number;
}

/**
 * Matching items, newest first, in chunks; an empty chunk is not the end.
 * @param chunk its size, the number that only items listed before have (null for all), and the time
 */
export async function* findItems(
  db: Db,
  query: SearchQuery,
  scope: SearchScope,
  { before, size, now }: { before: number | null; size: number; now: number },
): AsyncGenerator<FoundChunk> {
  if (scope.bundle?.feedIds.length === 0) return;
  const slices = isPostgres(db)
    ? new PostgresSlices(db, query, scope)
    : new SqliteSlices(db, query, scope);
  let upTo = before ?? (await newestId(db)) + 1;
  while (upTo > 0) {
    const { ids, from } = await slices.next(upTo, size);
    upTo = ids.length === size ? (ids.at(-1) ?? 0) : from;
    yield { rows: await selectRows(db, ids, scope, now), rest: upTo };
    await nextIteration();
  }
}

async function newestId(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('item_search')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

/** A matching item with the fields of its feed. */
export interface FoundRow extends ScopedRow {
  /** Its number in the list of all items. */
  search_id: number;
}

/** The scope again: the index of SQLite does not tell upper from lower case in ids. */
async function selectRows(
  db: Db,
  ids: readonly number[],
  scope: SearchScope,
  now: number,
): Promise<FoundRow[]> {
  if (ids.length === 0) return [];
  const feeds = namedFeeds(scope);
  return rowsOf(db)
    .innerJoin('item_search', (join) =>
      join
        .onRef('item_search.feed_id', '=', 'items.feed_id')
        .onRef('item_search.identity', '=', 'items.identity'),
    )
    .select(['item_search.id as search_id', 'feeds.filters as feed_filters'])
    .where('item_search.id', 'in', ids)
    .where('feeds.account_id', '=', scope.accountId)
    .where(isShownByFeed(now))
    .$if(feeds !== null, (rows) => rows.where('items.feed_id', 'in', feeds ?? []))
    .orderBy('item_search.id', 'desc')
    .execute();
}
