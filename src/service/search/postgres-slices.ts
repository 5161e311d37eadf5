import { type RawBuilder, sql } from 'kysely';
import { chunks, type Db } from '../store/store.js';
import { type Scopes, scopeWords, tsQuery } from './documents.js';
import type { SearchQuery } from './parse-query.js';
import {
  type FoundIds,
  isMember,
  isPublishedSince,
  namedFeeds,
  type SearchScope,
  type Slices,
} from './search-scope.js';

/**
 * The index knows items by groups of 1024, 16,384 and 262,144 consecutive numbers, too: the bits of the
 * number that each group leaves out. See migration 35.
 */
const GROUPS = [10, 14, 18] as const;

/** All items that are left. */
const REST = Number.POSITIVE_INFINITY;

/**
 * Feeds of a bundle that are searched together: each item costs a step for each of them. Measured with
 * 100 feeds of 100 items among a million, milliseconds for a word in 5 % of the items: each on its own
 * 35, 16 together 12, all together 48.
 */
const FEEDS_PER_PART = 16;

/** Where items are compared, a slower statement is followed by a smaller one; milliseconds. */
const SLOW_MS = 100;

/** The indexed expression; an index is only used for exactly this text. See migration 35. */
const INDEXED_WORDS = sql.raw(
  `(words || array_to_tsvector(array[${GROUPS.map((bits) => `'%${bits}:' || (id >> ${bits})::text`).join(', ')}]))`,
);

/**
 * Searches the index of PostgreSQL (GIN). It has no order: a statement reads all items that match, to
 * find the newest. So the first statement covers one or two thousand items, and each further one 16
 * times as many, up to all: where a thousand items had few matches, the next 16 thousand have not many.
 * For a word in 30 % of a million items, one statement for all takes a hundred times longer (measured).
 */
export class PostgresSlices implements Slices {
  readonly #db: Db;
  readonly #query: SearchQuery;
  readonly #scope: SearchScope;
  readonly #steps: readonly number[];
  #step = 0;

  constructor(db: Db, query: SearchQuery, scope: SearchScope) {
    this.#db = db;
    this.#query = query;
    this.#scope = scope;
    this.#steps = stepsFor(query, scope);
  }

  async next(upTo: number, size: number): Promise<FoundIds> {
    const bits = this.#steps[this.#step] ?? REST;
    const started = performance.now();
    const { rows } = await this.#select(bits, upTo, size).execute(this.#db);
    const isSlow = performance.now() - started > SLOW_MS;
    if (rows.length < size) this.#continue(isSlow);
    return { ids: rows.map(({ id }) => id), from: sliceBelow(upTo, bits).from };
  }

  #continue(isSlow: boolean): void {
    const last = this.#steps.length - 1;
    const isExact = this.#steps[last] === REST;
    this.#step = isSlow && !isExact ? Math.max(1, this.#step - 1) : Math.min(this.#step + 1, last);
  }

  /**
   * The planner must use the index of words in every case, but takes rare words for frequent ones, and
   * a comparison of words for cheap. `unnest` hides the words from it, and `id + 0` the order of the
   * items.
   */
  #select(bits: number, upTo: number, size: number): RawBuilder<{ id: number }> {
    const { bundle, since } = this.#scope;
    const { words } = sliceBelow(upTo, bits);
    const queries = this.#owners(bits).map((owners) => tsQuery(this.#query, [owners, ...words]));
    const isCompared = bundle !== undefined && bits !== REST;
    return sql`
      select found.id from unnest(${queries}::text[]) as part (query)
      cross join lateral (
        select id from item_search
        where ${INDEXED_WORDS} @@ part.query::tsquery and id + 0 < ${upTo}
          and ${isCompared ? isMember(bundle.id) : sql`true`} and ${isPublishedSince(since)}
        order by id + 0 desc limit ${size}
      ) as found
      order by found.id desc limit ${size}`;
  }

  /** Words of which an item has one, for each part of the search. */
  #owners(bits: number): string[][] {
    const feeds = namedFeeds(this.#scope) ?? [];
    if (bits !== REST || feeds.length === 0) return [[scopeWords.account(this.#scope.accountId)]];
    return chunks(feeds.map(scopeWords.feed), FEEDS_PER_PART);
  }
}

/**
 * The sizes of the slices; the last one repeats. All that is left is covered at once where the index
 * alone decides, and where only items of a few feeds are compared.
 */
function stepsFor({ all, none }: SearchQuery, scope: SearchScope): readonly number[] {
  if (scope.feedId !== undefined) return [REST];
  const isBundle = scope.bundle !== undefined;
  const hasPhrase = [...all, ...none].some(({ words }) => words.length > 1);
  const isCompared = isBundle || hasPhrase || scope.since !== undefined;
  const isSmall = isBundle && namedFeeds(scope) !== null;
  const [small, medium] = GROUPS;
  return isCompared && !isSmall ? GROUPS : [small, medium, REST];
}

/** The last two groups of a size that begin below a number. */
function sliceBelow(upTo: number, bits: number): { from: number; words: Scopes } {
  if (bits === REST) return { from: 0, words: [] };
  // Numbers have more than the 32 bits of `>>`.
  const last = Math.floor((upTo - 1) / 2 ** bits);
  const groups = last === 0 ? [last] : [last, last - 1];
  const from = Math.max(0, last - 1) * 2 ** bits;
  return { from, words: [groups.map((group) => scopeWords.group(bits, group))] };
}
