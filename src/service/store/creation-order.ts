import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { ServiceError } from '../core/errors.js';
import { decodeCursor, encodeCursor, type Page } from '../core/paging.js';

/** Lists from the newest row to the oldest; of rows made at one time the id decides. */
type List = 'feeds' | 'bundles';

/** The place of a row in such a list. The row may be gone: its place is not. */
export interface Place {
  created_at: number;
  id: string;
}

/** A page: from the offset on, or behind the place that the cursor of another page tells. */
export interface CreationPage extends Page {
  cursor?: string | undefined;
}

/** Rows of a page. */
export interface Listed<Row> {
  rows: Row[];
  /** Whether there are rows behind them. */
  hasMore: boolean;
  /** Leads to those; null at the end, and in another order. */
  next: string | null;
}

const cursorSchema = z.tuple([z.enum(['feeds', 'bundles']), z.string(), z.int(), z.string()]);

/**
 * The place that a page begins behind; undefined for one that begins at an offset.
 * @throws ServiceError INVALID_FIELD for a cursor that no page of this list of this account has told
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

/** Whether a row comes behind the place. The first condition leads into the index of the list. */
export function isBehind(list: List, { created_at, id }: Place): RawBuilder<boolean> {
  const [time, own] = [sql.ref(`${list}.created_at`), sql.ref(`${list}.id`)];
  return sql`(${time} <= ${created_at} and (${time} < ${created_at} or ${own} > ${id}))`;
}

/** The rows of a page, of which one more than its limit was read. */
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
