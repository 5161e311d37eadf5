import { setImmediate as nextIteration } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { itemsWithFeeds } from '../bundles/bundle-items.js';
import { BLOCKS, blockWord, scopeWords } from '../items/index-items.js';
import { isShownByFeed } from '../items/look.js';
import { isPostgres } from '../store/dialect.js';
import type { Db, Store } from '../store/store.js';
import type { ScopedRow, SearchScope } from './item-scope.js';
import type { SearchQuery } from './parse-query.js';
import { ftsQuery, tsQuery } from './query-text.js';

/** A matching item with the fields of its feed. */
export interface FoundRow extends ScopedRow {
  number: number;
}

/** A part of the matching items. */
interface FoundChunk {
  rows: FoundRow[];
  /** Items below this number were not searched yet; 0 at the end. */
  rest: number;
}

/** The parts of a store that a search uses. */
export type Searched = Pick<Store, 'db' | 'slowReads'>;

/**
 * Numbers of items that one statement covers: one step down after a slow statement, one step up
 * after a fast one.
 */
const SLICES: readonly number[] = [...BLOCKS, Number.POSITIVE_INFINITY];
const ALL = SLICES.length - 1;

/**
 * Step of the first statement. PostgreSQL, whose index has no order, finds a page of a frequent
 * word among the newest items without reading all of them; the second statement covers the rest.
 */
const FIRST = { sqlite: 3, postgres: 2 };

/** Timeout of a statement, unless it covers the fewest items, in milliseconds. */
const LIMIT_MS = { sqlite: 100, postgres: 2000 };

/** Factor by which a statement must be faster than the limit before a larger one follows. */
const FAST = 10;

/**
 * Matching items, last added first, in chunks; an empty chunk is not the end. Accounts take turns, and a
 * turn is one chunk.
 * @param chunk its size, and the number that only items added before have; null for all
 */
export async function* findItems(
  store: Searched,
  query: SearchQuery,
  scope: SearchScope,
  { before, size, now }: { before: number | null; size: number; now: number },
): AsyncGenerator<FoundChunk> {
  if (scope.bundle?.named?.length === 0) return;
  const { db } = store;
  const kind = isPostgres(db) ? 'postgres' : 'sqlite';
  // Named feeds have few items.
  let step = feedsOfScope(scope) === null ? FIRST[kind] : ALL;
  let upTo = before ?? (await newestNumber(db)) + 1;
  while (upTo > 0) {
    const { from, numbers } = await store.slowReads.inTurn(scope.accountId, async (read) => {
      for (; ; step -= 1) {
        const from = sliceStart(db, SLICES[step] ?? 0, upTo);
        const started = performance.now();
        const limitMs = step === 0 ? Number.POSITIVE_INFINITY : LIMIT_MS[kind];
        const block = { from, upTo, size, slice: SLICES[step] ?? 0 };
        const numbers = await read(select(db, query, scope, block), limitMs);
        if (numbers === null) continue;
        if (performance.now() - started < LIMIT_MS[kind] / FAST) step = Math.min(ALL, step + 1);
        return { from, numbers };
      }
    });
    upTo = numbers.length === size ? (numbers.at(-1) ?? 0) : from;
    yield { rows: await selectRows(db, numbers, { ...scope, now }), rest: upTo };
    await nextIteration();
  }
}

/** The first number of a slice; on SQLite, that of a block. */
function sliceStart(db: Db, slice: number, upTo: number): number {
  if (slice === Number.POSITIVE_INFINITY) return 0;
  return isPostgres(db) ? Math.max(0, upTo - slice) : Math.floor((upTo - 1) / slice) * slice;
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
  { from, upTo, size, slice }: { from: number; upTo: number; size: number; slice: number },
): RawBuilder<{ number: number }> {
  const named = feedsOfScope(scope);
  const words = named?.map(scopeWords.feed) ?? [scopeWords.account(scope.accountId)];
  const { bundle, since } = scope;
  const isMember =
    named === null && bundle !== undefined
      ? sql`items.feed_id in (select feed_id from bundle_feeds where bundle_id = ${bundle.id})`
      : sql`true`;
  const isRecent = since === undefined ? sql`true` : sql`items.date_published >= ${since}`;
  if (isPostgres(db)) {
    // Hints for the planner, which does not know how rare words are: `is true` prevents the index
    // of words if the slice is small, `+ 0` prevents walking all items by number if it is large,
    // `materialized` prevents starting with the items of the bundle, and `offset 0` prevents
    // reading all items for the few matches.
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
  const block = Number.isFinite(slice) ? blockWord(slice, from) : null;
  return sql`
    select item_words.rowid as number from item_words
    cross join items on items.number = item_words.rowid
    where item_words match ${ftsQuery(query, words, block)}
      and item_words.rowid >= ${from} and item_words.rowid < ${upTo}
      and ${isMember} and ${isRecent}
    order by item_words.rowid desc limit ${size}`;
}

/** The feeds that the query of the index names; null if it names the account. */
function feedsOfScope({ feedId, bundle }: SearchScope): readonly string[] | null {
  return feedId === undefined ? (bundle?.named ?? null) : [feedId];
}

/** Reads the rows, checking the scope again: the index of SQLite ignores the case of ids. */
async function selectRows(
  db: Db,
  numbers: readonly number[],
  { now, ...scope }: SearchScope & { now: number },
): Promise<FoundRow[]> {
  if (numbers.length === 0) return [];
  const feeds = feedsOfScope(scope);
  return itemsWithFeeds(db)
    .select(['items.number', 'feeds.filters as feed_filters'])
    .where('items.number', 'in', numbers)
    .where('feeds.account_id', '=', scope.accountId)
    .where(isShownByFeed(now))
    .$if(feeds !== null, (rows) => rows.where('items.feed_id', 'in', feeds ?? []))
    .orderBy('items.number', 'desc')
    .execute();
}
