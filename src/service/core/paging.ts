import type { z } from 'zod';
import { parseJson } from '../../base/json.js';
import { PAGE } from '../../contract/index.js';
import { ServiceError } from './errors.js';

/** The requested part of a list. */
export interface Page {
  limit: number;
  offset: number;
}

export function pageOf(query: { limit?: number | undefined; offset?: number | undefined }): Page {
  return { limit: query.limit ?? PAGE.defaultLimit, offset: query.offset ?? 0 };
}

/**
 * A cursor, which is opaque to the client: it sends the cursor back to continue after an answer.
 */
export function encodeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * The value of a cursor. Clients can send anything, so it is checked like any other input. @throws
 * ServiceError INVALID_FIELD
 */
export function decodeCursor<T>(schema: z.ZodType<T>, cursor: string): T {
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success) return parsed.data;
  throw new ServiceError('INVALID_FIELD', '"cursor" is invalid. Omit it to start again.');
}
