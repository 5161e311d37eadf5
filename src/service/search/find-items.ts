import { setImmediate as nextIteration } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type BundleItemRow, rowsOf } from '../bundles/bundle-items.js';
import { isPostgres } from '../store/dialect.js';
import type { Db } from '../store/store.js';
import { ftsQuery, type Scopes, scopeWords, tsQuery } from './documents.js';
import type { SearchQuery } from './parse-query.js';

/** Which items are searched. */
export interface SearchScope {
  accountId: string;
  /** Only items of this feed. */
  feedId?: string | undefined;
  /** Only items of members of this bundle. */
  bundle?: { id: string; feedIds: readonly string[] } | undefined;
  /** Only items published at this time or later; milliseconds. */
  since?: number | undefined;
}

/** Members of a bundle that are named in the query of the index; those of larger ones are compared. */
const MAX_NAMED_FEEDS = 64;

/** Items that one statement of SQLite covers: the event loop waits for it. */
const SLICE = 100_000;

/** A slower statement is followed by smaller ones: a phrase of frequent words takes 0.4 s for a whole slice. */
const SLOW_MS = 50;
const MIN_SLICE = 10_000;

/**
 * Items that the first statement of PostgreSQL covers: walking through them finds frequent words. A
 * word that is not found often enough there is rare, and the index of words finds the rest.
 */
const NEWEST = 4000;

/** Some of the matching items. */
export interface FoundChunk {
  rows: FoundRow[];
  /** The items below this number were not searched yet; 0 at the end. */
  rest: number;
}

/**
 * Matching items, newest first, in chunks; an empty chunk is not the end.
 * @param chunk its size, and the number that only items listed before have; null for all
 */
export async function* findItems(
  db: Db,
  query: SearchQuery,
  scope: SearchScope,
  { before, size }: { before: number | null; size: number },
): AsyncGenerator<FoundChunk> {
  if (scope.bundle?.feedIds.length === 0) return;
  let slice = isPostgres(db) ? newestSlice(scope) : sliceOf(query, scope);
  let upTo = before ?? (await newestId(db)) + 1;
  while (upTo > 0) {
    const from = Math.max(0, upTo - slice);
    const started = performance.now();
    const ids = await selectIds(db, query, scope, { from, upTo, size });
    if (isPostgres(db) && ids.length < size) slice = Number.POSITIVE_INFINITY;
    if (performance.now() - started > SLOW_MS && slice > MIN_SLICE) slice = slice / 2;
    upTo = ids.length === size ? (ids.at(-1) ?? 0) : from;
    yield { rows: await selectRows(db, ids, scope), rest: upTo };
    await nextIteration();
  }
}

/**
 * Finding the words with a prefix takes most of the time, and would be repeated for each slice; the
 * items of named feeds are few.
 */
function sliceOf({ all, none }: SearchQuery, scope: SearchScope): number {
  const hasPrefix = [...all, ...none].some(({ isPrefix }) => isPrefix);
  return hasPrefix || namedFeeds(scope) !== null ? Number.POSITIVE_INFINITY : SLICE;
}

/** The items of named feeds are few, and seldom the newest. */
function newestSlice(scope: SearchScope): number {
  return namedFeeds(scope) === null ? NEWEST : Number.POSITIVE_INFINITY;
}

/** The feeds that the query of the index names; null when it names the account. */
function namedFeeds({ feedId, bundle }: SearchScope): readonly string[] | null {
  if (feedId !== undefined) return [feedId];
  return bundle === undefined || bundle.feedIds.length > MAX_NAMED_FEEDS ? null : bundle.feedIds;
}

async function newestId(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('item_search')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

/** The numbers of the matching items alone, from the index as far as possible. */
async function selectIds(
  db: Db,
  query: SearchQuery,
  scope: SearchScope,
  { from, upTo, size }: { from: number; upTo: number; size: number },
): Promise<number[]> {
  const scopes = wordsOfScope(scope);
  // PostgreSQL takes rare words for frequent ones, and walks through 300,000 items (2 s) when their
  // order is that of an index.
  const order = from > 0 ? sql`item_search.id` : sql`item_search.id + 0`;
  // `cross join`: SQLite must walk the index of words, which is in the order of the result.
  const { rows } = isPostgres(db)
    ? await sql<{ id: number }>`
        select item_search.id from item_search ${restriction(scope)}
          and item_search.words @@ ${tsQuery(query, scopes)}::tsquery
          and item_search.id >= ${from} and item_search.id < ${upTo}
        order by ${order} desc limit ${size}
      `.execute(db)
    : await sql<{ id: number }>`
        select item_words.rowid as id from item_words
        cross join item_search on item_search.id = item_words.rowid ${restriction(scope)}
          and item_words match ${ftsQuery(query, scopes)}
          and item_words.rowid >= ${from} and item_words.rowid < ${upTo}
        order by item_words.rowid desc limit ${size}
      `.execute(db);
  return rows.map(({ id }) => id);
}

/** Joins and conditions for what the words of the index do not say. */
function restriction({ accountId, bundle, since }: SearchScope): RawBuilder<unknown> {
  const members =
    bundle === undefined || namedFeeds({ accountId, bundle }) !== null
      ? sql``
      : sql`and item_search.feed_id in
          (select feed_id from bundle_feeds where bundle_id = ${bundle.id})`;
  if (since === undefined) return sql`where true ${members}`;
  return sql`
    cross join items where items.feed_id = item_search.feed_id
      and items.identity = item_search.identity and items.date_published >= ${since} ${members}
  `;
}

function wordsOfScope(scope: SearchScope): Scopes {
  const feeds = namedFeeds(scope);
  return [feeds === null ? [scopeWords.account(scope.accountId)] : feeds.map(scopeWords.feed)];
}

/** A matching item with the fields of its feed. */
export interface FoundRow extends BundleItemRow {
  /** Its number in the list of all items. */
  search_id: number;
  feed_filters: string | null;
}

/** The scope again: the index of SQLite does not tell upper from lower case in ids. */
async function selectRows(db: Db, ids: readonly number[], scope: SearchScope): Promise<FoundRow[]> {
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
    .$if(feeds !== null, (rows) => rows.where('items.feed_id', 'in', feeds ?? []))
    .orderBy('item_search.id', 'desc')
    .execute();
}
