import { PAGE } from '../../contract/index.js';

/** Which part of a list is wanted: specification section 8. */
export interface Page {
  limit: number;
  offset: number;
}

export function pageOf(query: { limit?: number | undefined; offset?: number | undefined }): Page {
  return { limit: query.limit ?? PAGE.defaultLimit, offset: query.offset ?? 0 };
}
