import { sql } from 'kysely';
import type { Db } from '../store/store.js';
import { ftsQuery, type Scopes, scopeWords } from './documents.js';
import type { SearchQuery } from './parse-query.js';
import {
  type FoundIds,
  isMember,
  isPublishedSince,
  namedFeeds,
  type SearchScope,
  type Slices,
} from './search-scope.js';

/** Items that one statement covers: the event loop waits for it. */
const SLICE = 100_000;

/** A slower statement is followed by smaller ones: a phrase of frequent words takes 0.4 s for a whole slice. */
const SLOW_MS = 50;
const MIN_SLICE = 10_000;

/** Searches the index of SQLite (FTS5), which is in the order of the result. */
export class SqliteSlices implements Slices {
  readonly #db: Db;
  readonly #query: string;
  readonly #scope: SearchScope;
  #slice: number;

  constructor(db: Db, query: SearchQuery, scope: SearchScope) {
    this.#db = db;
    this.#query = ftsQuery(query, wordsOfScope(scope));
    this.#scope = scope;
    this.#slice = sliceOf(query, scope);
  }

  async next(upTo: number, size: number): Promise<FoundIds> {
    const from = Math.max(0, upTo - this.#slice);
    const { bundle, since } = this.#scope;
    const isCompared = bundle !== undefined && namedFeeds(this.#scope) === null;
    const started = performance.now();
    // `cross join`: SQLite must walk the index of words, which is in the order of the result.
    const { rows } = await sql<{ id: number }>`
      select item_words.rowid as id from item_words
      cross join item_search on item_search.id = item_words.rowid
      where item_words match ${this.#query}
        and item_words.rowid >= ${from} and item_words.rowid < ${upTo}
        and ${isCompared ? isMember(bundle.id) : sql`true`} and ${isPublishedSince(since)}
      order by item_words.rowid desc limit ${size}
    `.execute(this.#db);
    const isSlow = performance.now() - started > SLOW_MS;
    if (isSlow && this.#slice > MIN_SLICE) this.#slice = this.#slice / 2;
    return { ids: rows.map(({ id }) => id), from };
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

function wordsOfScope(scope: SearchScope): Scopes {
  const feeds = namedFeeds(scope);
  return [feeds === null ? [scopeWords.account(scope.accountId)] : feeds.map(scopeWords.feed)];
}
