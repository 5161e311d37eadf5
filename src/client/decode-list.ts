import { DecodeError, isObject } from './decode.js';

/** One page of a list. */
export interface Page<T> {
  data: T[];
  /** Rows of the whole list, when the service says so. */
  total: number | undefined;
  /** The page size the service applied, when it says so; it may be smaller than what was asked. */
  limit: number | undefined;
}

/**
 * Reads a list: a bare array, as the specification says, or the hosted envelope
 * `{ total, offset, limit, data }`.
 */
export function decodeList<T>(body: unknown, decodeRow: (row: unknown) => T): Page<T> {
  if (Array.isArray(body)) return { data: body.map(decodeRow), total: undefined, limit: undefined };
  if (isObject(body) && Array.isArray(body.data)) {
    return {
      data: body.data.map(decodeRow),
      total: wholeNumber(body.total),
      limit: wholeNumber(body.limit),
    };
  }
  throw new DecodeError('the body is not a list');
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
