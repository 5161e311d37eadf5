import type { Page } from './decode.js';
import { ConfigurationError, FeedctlError } from './errors.js';

/** Largest page of the interface (docs/api.md). */
export const MAX_PAGE_SIZE = 100;

/** Which part of a list is wanted. */
export interface ListOptions {
  /** Rows wanted in total; all of them when left out. */
  limit?: number | undefined;
  /** Rows to skip at the start; default 0. */
  offset?: number | undefined;
  /** Rows asked for at a time, 2-100; default 100. */
  pageSize?: number | undefined;
  /** Ends the walk when it is aborted. */
  signal?: AbortSignal | undefined;
}

/** Rows of a list, read page by page: `for await (const feed of client.feeds()) …`. */
export interface Rows<T> extends AsyncIterable<T> {
  /**
   * Whether rows were added or removed while the list was read. What was there all along is still
   * given out once each; rows that came or went meanwhile may be missing.
   */
  readonly shifted: boolean;
  /** Rows of the whole list, when the service says so; known after the first page. */
  readonly total: number | undefined;
  /**
   * After the walk: whether `limit` cut the list short. Exact when the service gives a `total`,
   * otherwise true means "perhaps".
   */
  readonly more: boolean;
}

/** Where a page begins. */
export type PageStart = { offset: number } | { cursor: string };

/** Reads one page. */
export type ReadPage<T> = (start: PageStart, limit: number) => Promise<Page<T>>;

// A list in unstable order would otherwise be read back and forth endlessly.
const MAX_STEPS_BACK = 50;

/**
 * The same page this often in a row, at rising offsets, means that `offset` is ignored. A list that
 * gets as many new rows as a page holds answers so as well, but hardly six times in a row.
 */
const MAX_REPEATS = 6;

/**
 * Walks a list. A page that tells the cursor of the next one is followed by that, and no change of the
 * list matters. Otherwise the walk is by offset: each page overlaps the one before by one row. When that row is not where
 * it should be, rows were added (what was seen is passed over) or removed (the walk steps back
 * until it meets a row it has seen, so that none is skipped).
 */
export class ListRows<T extends { id: string }> implements Rows<T> {
  shifted = false;
  total: number | undefined;
  more = false;
  readonly #readPage: ReadPage<T>;
  readonly #start: number;
  readonly #wanted: number;
  readonly #pageSize: number;

  /** @throws {@link ConfigurationError} for an option out of range */
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
    // Pages per step back; doubles, so that a list that has shrunk by half costs a few requests.
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

  /** The pages from that of the cursor on. */
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

  /** One more than is missing, for the overlap; once rows have moved, no sparing. */
  #pageLimit(seen: number): number {
    if (this.shifted) return this.#pageSize;
    return Math.min(this.#pageSize, this.#wanted - seen + (seen === 0 ? 0 : 1));
  }

  /**
   * `last` when nothing can be behind this page; `short` when the service says there is more but
   * sent fewer rows than were asked for; otherwise `full`.
   */
  #endOf(page: Page<T>, asked: number, offset: number): 'last' | 'short' | 'full' {
    const length = page.data.length;
    const limit = page.limit ? Math.min(asked, page.limit) : asked;
    // More rows than asked for: the service does not page, this is the whole list.
    if (length > asked) return 'last';
    if (this.total === undefined) return length < limit ? 'last' : 'full';
    if (offset + length >= this.total) return 'last';
    return length < limit ? 'short' : 'full';
  }

  #isMoreBehind(position: number, moreInPage: boolean, end: 'last' | 'short' | 'full'): boolean {
    return this.total === undefined ? moreInPage || end !== 'last' : position < this.total;
  }
}

/** Notices a service that answers every offset with the same page. */
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
 * Repeats a request with the cursor of each answer, until an answer has none.
 *
 * @param ask gets no cursor at first
 */
export async function* followCursor<T extends { cursor: string | null }>(
  ask: (cursor: string | undefined) => Promise<T>,
): AsyncGenerator<T, void, undefined> {
  for (let cursor: string | undefined; ; ) {
    const answer: T = await ask(cursor);
    yield answer;
    // An answer that leaves it out is the last one, too: asked without a cursor, all would come again.
    if (typeof answer.cursor !== 'string') return;
    cursor = answer.cursor;
  }
}

/** The cursor in the link of a page to the next one; undefined without one. */
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
