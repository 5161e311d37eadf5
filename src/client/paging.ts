import type { Page } from './decode.js';
import { ConfigurationError, FeedctlError } from './errors.js';

/** Maximum page size of the interface (docs/api.md). */
export const MAX_PAGE_SIZE = 100;

/** The part of a list to read. */
export interface ListOptions {
  /** Maximum number of rows in total; default: all. */
  limit?: number | undefined;
  /** Rows to skip at the start; default 0. */
  offset?: number | undefined;
  /** Rows per request, 2-100; default 100. */
  pageSize?: number | undefined;
  /** Aborts the walk. */
  signal?: AbortSignal | undefined;
}

/** Rows of a list, read page by page: `for await (const feed of client.feeds()) …`. */
export interface Rows<T> extends AsyncIterable<T> {
  /**
   * True if rows were added or removed during the walk. Rows that were there throughout are
   * returned once each; the others may be missing.
   */
  readonly shifted: boolean;
  /** Number of rows of the whole list, if the service sends it; known after the first page. */
  readonly total: number | undefined;
  /**
   * True if `limit` cut the list short, known after the walk. Exact if the service sends a `total`,
   * otherwise true means "perhaps".
   */
  readonly more: boolean;
}

/** The start of a page. */
export type PageStart = { offset: number } | { cursor: string };

/** Reads one page. */
export type ReadPage<T> = (start: PageStart, limit: number) => Promise<Page<T>>;

// Limits steps back: a list in unstable order would be read back and forth endlessly.
const MAX_STEPS_BACK = 50;

/**
 * The same page this often in a row, at rising offsets, means that the service ignores `offset`. A
 * list that grows by a page between two requests looks the same, but hardly six times in a row.
 */
const MAX_REPEATS = 6;

/**
 * Walks a list. If a page has a cursor, the walk follows it, and changes of the list do not matter.
 * Otherwise the walk uses offsets: each page overlaps the previous one by one row. If that row is
 * elsewhere, rows were added (known ones are skipped) or removed (the walk steps back to a known
 * row, so that none is missed).
 */
export class ListRows<T extends { id: string }> implements Rows<T> {
  shifted = false;
  total: number | undefined;
  more = false;
  readonly #readPage: ReadPage<T>;
  readonly #start: number;
  readonly #wanted: number;
  readonly #pageSize: number;

  /** @throws {@link ConfigurationError} if an option is out of range */
  constructor(readPage: ReadPage<T>, options: ListOptions = {}) {
    this.#readPage = readPage;
    this.#start = checkedNumber('offset', options.offset ?? 0, 0, Number.MAX_SAFE_INTEGER);
    this.#wanted =
      options.limit === undefined
        ? Number.POSITIVE_INFINITY
        : checkedNumber('limit', options.limit, 1, Number.MAX_SAFE_INTEGER);
    this.#pageSize = checkedNumber('pageSize', options.pageSize ?? MAX_PAGE_SIZE, 2, MAX_PAGE_SIZE);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const seen = new Set<string>();
    const repeats = new RepeatGuard();
    let offset = this.#start;
    let stepsBack = 0;
    // Pages per step back. It doubles, so that a list that shrank by half costs a few requests.
    let stride = 1;
    let lastId: string | undefined;
    for (;;) {
      const asked = this.#pageLimit(seen.size);
      const page = await this.#readPage({ offset }, asked);
      this.total = page.total ?? this.total;
      const rows = page.data;
      if (lastId !== undefined && rows[0]?.id !== lastId) this.shifted = true;

      const mayHaveSkipped = offset > this.#start && !seen.has(rows[0]?.id ?? '');
      if (mayHaveSkipped && stepsBack < MAX_STEPS_BACK) {
        stepsBack += 1;
        offset = Math.max(this.#start, offset - stride * (this.#pageSize - 1));
        stride *= 2;
        continue;
      }
      stride = 1;

      const end = this.#endOf(page, asked, offset);
      let fresh = 0;
      for (const [index, row] of rows.entries()) {
        if (seen.has(row.id)) continue;
        seen.add(row.id);
        lastId = row.id;
        fresh += 1;
        if (seen.size === this.#wanted) {
          const isInPage = index + 1 < rows.length || page.next !== undefined;
          this.more = this.#isMoreBehind(offset + index + 1, isInPage, end);
        }
        yield row;
        if (seen.size === this.#wanted) return;
      }
      if (page.next !== undefined) return yield* this.#follow(page.next, seen.size);
      if (end === 'last' || (end === 'short' && fresh === 0)) return;
      repeats.check(offset, rows[0]?.id, fresh);
      offset += Math.max(1, rows.length - 1);
    }
  }

  /** The pages from that cursor on. */
  async *#follow(cursor: string, given: number): AsyncGenerator<T, void, undefined> {
    let count = given;
    for (let next: string | undefined = cursor; next !== undefined; ) {
      const limit = Math.min(this.#pageSize, this.#wanted - count);
      const page: Page<T> = await this.#readPage({ cursor: next }, limit);
      next = page.next;
      for (const [index, row] of page.data.entries()) {
        count += 1;
        if (count === this.#wanted) this.more = index + 1 < page.data.length || next !== undefined;
        yield row;
        if (count === this.#wanted) return;
      }
    }
  }

  /** One row more than is missing, for the overlap; full pages once rows have moved. */
  #pageLimit(seen: number): number {
    if (this.shifted) return this.#pageSize;
    return Math.min(this.#pageSize, this.#wanted - seen + (seen === 0 ? 0 : 1));
  }

  /**
   * `last`: nothing can follow this page. `short`: the service says there is more, but sent fewer
   * rows than requested. Otherwise `full`.
   */
  #endOf(page: Page<T>, asked: number, offset: number): 'last' | 'short' | 'full' {
    const length = page.data.length;
    const limit = page.limit ? Math.min(asked, page.limit) : asked;
    // More rows than requested: the service does not page, and this is the whole list.
    if (length > asked) return 'last';
    if (this.total === undefined) return length < limit ? 'last' : 'full';
    if (offset + length >= this.total) return 'last';
    return length < limit ? 'short' : 'full';
  }

  #isMoreBehind(position: number, moreInPage: boolean, end: 'last' | 'short' | 'full'): boolean {
    return this.total === undefined ? moreInPage || end !== 'last' : position < this.total;
  }
}

/** Detects a service that answers every offset with the same page. */
class RepeatGuard {
  #offset = -1;
  #firstId: string | undefined;
  #count = 0;

  check(offset: number, firstId: string | undefined, fresh: number): void {
    const isRepeated = fresh === 0 && offset > this.#offset && firstId === this.#firstId;
    this.#count = isRepeated ? this.#count + 1 : 0;
    this.#offset = offset;
    this.#firstId = firstId;
    if (this.#count < MAX_REPEATS) return;
    throw new FeedctlError('The service answers every offset with the same page of the list.', {
      suggestion: 'The list cannot be read to its end; tell the operator of the service.',
    });
  }
}

/**
 * Repeats a request with the cursor of each answer until an answer has none.
 *
 * @param ask gets no cursor at first
 */
export async function* followCursor<T extends { cursor: string | null }>(
  ask: (cursor: string | undefined) => Promise<T>,
): AsyncGenerator<T, void, undefined> {
  for (let cursor: string | undefined; ; ) {
    const answer: T = await ask(cursor);
    yield answer;
    // An answer without a cursor is the last one: a request without a cursor would start again.
    if (typeof answer.cursor !== 'string') return;
    cursor = answer.cursor;
  }
}

/** The cursor in a link to the next page; undefined if there is none. */
export function nextCursor(link: string | undefined): string | undefined {
  const [, address] = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '') ?? [];
  const query = address?.slice(address.indexOf('?') + 1);
  return new URLSearchParams(query).get('cursor') ?? undefined;
}

function checkedNumber(field: string, value: number, min: number, max: number): number {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`;
  throw new ConfigurationError(field, `${field} must be a whole number, ${range}.`);
}
