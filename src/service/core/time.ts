import { PAGE } from '../../contract/index.js';

/** A time in milliseconds as ISO 8601. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function isoTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}

/** The requested part of a list. */
export interface Page {
  limit: number;
  offset: number;
}

export function pageOf(query: { limit?: number | undefined; offset?: number | undefined }): Page {
  return { limit: query.limit ?? PAGE.defaultLimit, offset: query.offset ?? 0 };
}
