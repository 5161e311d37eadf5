import { setImmediate as nextIteration } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { rowsOf } from '../bundles/bundle-items.js';
import { isShownByFeed } from '../items/shown.js';
import { isPostgres } from '../store/dialect.js';
import type { Db } from '../store/store.js';
import { scopeWords } from '../words/index-items.js';
import type { ScopedRow, SearchScope } from './item-scope.js';
import type { SearchQuery } from './parse-query.js';
import { ftsQuery, tsQuery } from './query-text.js';

/** A matching item with the fields of its feed. */
export interface FoundRow extends ScopedRow {
  number: number;
}

/** Some of the matching items. */
interface FoundChunk {
  rows: FoundRow[];
  /** The items below this number were not searched yet; 0 at the end. */
  rest: number;
}

/**
 * Items that the first statement covers. On SQLite the event loop waits for it. PostgreSQL, whose index
 * has no order, finds a page of a frequent word among the newest items without reading all of them; the
 * second statement covers the rest.
 */
const FIRST_SLICE = { sqlite: 100_000, postgres: 5_000 };

/** A slower statement is followed by smaller ones, a faster one by larger ones. */
const SLOW_MS = 50;
const MIN_SLICE = 10_000;

/**
 * Matching items, last added first, in chunks; an empty chunk is not the end.
 * @param chunk its size, and the number that only items added before have; null for all
 */
export async function* findItems(
  db: Db,
  query: SearchQuery,
  scope: SearchScope,
  { before, size, now }: { before: number | null; size: number; now: number },
): AsyncGenerator<FoundChunk> {
  if (scope.bundle?.feedIds.length === 0) return;
  // The items of named feeds are few.
  let slice =
    namedFeeds(scope) !== null
      ? Number.POSITIVE_INFINITY
      : FIRST_SLICE[isPostgres(db) ? 'postgres' : 'sqlite'];
  let upTo = before ?? (await newestNumber(db)) + 1;
  while (upTo > 0) {
    const from = Math.max(0, upTo - slice);
    const started = performance.now();
    const { rows: found } = await select(db, query, scope, { from, upTo, size }).execute(db);
    const isSlow = performance.now() - started > SLOW_MS;
    if (isPostgres(db)) slice = Number.POSITIVE_INFINITY;
    else slice = isSlow ? Math.max(MIN_SLICE, slice / 2) : slice * 2;
    const numbers = found.map(({ number }) => number);
    upTo = numbers.length === size ? (numbers.at(-1) ?? 0) : from;
    yield { rows: await selectRows(db, numbers, { ...scope, now }), rest: upTo };
    await nextIteration();
  }
}

async function newestNumber(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('items')
    .select(({ fn }) => fn.max('number').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

function select(
  db: Db,
  query: SearchQuery,
  scope: SearchScope,
  { from, upTo, size }: { from: number; upTo: number; size: number },
): RawBuilder<{ number: number }> {
  const named = namedFeeds(scope);
  const words = named?.map(scopeWords.feed) ?? [scopeWords.account(scope.accountId)];
  const { bundle, since } = scope;
  const isMember =
    named === null && bundle !== undefined
      ? sql`items.feed_id in (select feed_id from bundle_feeds where bundle_id = ${bundle.id})`
      : sql`true`;
  const isRecent = since === undefined ? sql`true` : sql`items.date_published >= ${since}`;
  if (isPostgres(db)) {
    // The planner does not know how rare words are. `is true` keeps it from the index of words where the
    // slice is small, `+ 0` from walking all items by their numbers where it is not, `materialized` from
    // beginning with those of the bundle, and `offset 0` from reading all items for the few that match.
    const matches = sql`words @@ ${tsQuery(query, words)}::tsquery`;
    const isFound =
      from === 0
        ? sql`${matches} and number + 0 < ${upTo}`
        : sql`(${matches}) is true and number >= ${from} and number < ${upTo}`;
    return sql`
      with found as materialized (select number from item_words where ${isFound})
      select found.number from found cross join lateral (
        select feed_id, date_published from items where items.number = found.number offset 0
      ) as items
      where ${isMember} and ${isRecent} order by found.number desc limit ${size}`;
  }
  // `cross join`: SQLite must walk the index of words, which is in the order of the result.
  return sql`
    select item_words.rowid as number from item_words
    cross join items on items.number = item_words.rowid
    where item_words match ${ftsQuery(query, words)}
      and item_words.rowid >= ${from} and item_words.rowid < ${upTo}
      and ${isMember} and ${isRecent}
    order by item_words.rowid desc limit ${size}`;
}

/** Members of a bundle that are looked up in the index; those of larger ones are compared. */
export const MAX_NAMED_FEEDS = 128;

/** The feeds that the query of the index names; null when it names the account. */
function namedFeeds({ feedId, bundle }: SearchScope): readonly string[] | null {
  if (feedId !== undefined) return [feedId];
  return bundle === undefined || bundle.feedIds.length > MAX_NAMED_FEEDS ? null : bundle.feedIds;
}

/** The scope again: the index of SQLite does not tell upper from lower case in ids. */
async function selectRows(
  db: Db,
  numbers: readonly number[],
  { now, ...scope }: SearchScope & { now: number },
): Promise<FoundRow[]> {
  if (numbers.length === 0) return [];
  const feeds = namedFeeds(scope);
  return rowsOf(db)
    .select(['items.number', 'feeds.filters as feed_filters'])
    .where('items.number', 'in', numbers)
    .where('feeds.account_id', '=', scope.accountId)
    .where(isShownByFeed(now))
    .$if(feeds !== null, (rows) => rows.where('items.feed_id', 'in', feeds ?? []))
    .orderBy('items.number', 'desc')
    .execute();
}
