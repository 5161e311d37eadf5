import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { ServiceError } from '../core/errors.js';
import { decodeCursor, encodeCursor, type Page } from '../core/paging.js';

/**
 * Lists that are ordered from the newest row to the oldest; the id decides between rows of one
 * time.
 */
type List = 'feeds' | 'bundles';

/** The position of a row in such a list, which stays valid after the row was deleted. */
export interface Place {
  created_at: number;
  id: string;
}

/** A page that starts at an offset, or after the position in the cursor of another page. */
export interface CreationPage extends Page {
  cursor?: string | undefined;
}

/** The rows of a page. */
export interface Listed<Row> {
  rows: Row[];
  /** True if further rows follow. */
  hasMore: boolean;
  /** Cursor of the next page; null at the end, and in any other order. */
  next: string | null;
}

const cursorSchema = z.tuple([z.enum(['feeds', 'bundles']), z.string(), z.int(), z.string()]);

/**
 * The position after which a page starts; undefined for a page with an offset. @throws ServiceError
 * INVALID_FIELD for a cursor that is not of this list and account
 */
export function cursorPlace(
  list: List,
  account: { id: string },
  page: CreationPage,
): Place | undefined {
  const { cursor, offset } = page;
  if (cursor === undefined) return undefined;
  const [of, owner, created_at, id] = decodeCursor(cursorSchema, cursor);
  if (of !== list || owner !== account.id) {
    throw refusedCursor('"cursor" is of another list. Omit it to start again.');
  }
  if (offset > 0) throw refusedCursor('"cursor" and "offset" exclude each other. Omit "offset".');
  return { created_at, id };
}

export function refusedCursor(message: string): ServiceError {
  return new ServiceError('INVALID_FIELD', message);
}

/**
 * True for rows after the position. The first condition lets the store use the index of the list.
 */
export function isBehind(list: List, { created_at, id }: Place): RawBuilder<boolean> {
  const [time, own] = [sql.ref(`${list}.created_at`), sql.ref(`${list}.id`)];
  return sql`(${time} <= ${created_at} and (${time} < ${created_at} or ${own} > ${id}))`;
}

/** The rows of a page; one more than its limit was read. */
export function pageInOrder<Row extends Place>(
  list: List,
  account: { id: string },
  read: readonly Row[],
  limit: number,
): Listed<Row> {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = read.length > limit;
  return {
    rows,
    hasMore,
    next:
      hasMore && last !== undefined
        ? encodeCursor([list, account.id, Number(last.created_at), last.id])
        : null,
  };
}
