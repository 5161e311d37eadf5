import type { Selectors } from '../../contract/index.js';
import { ServiceError } from '../errors.js';
import type { SourceDocument } from '../source-document.js';

/** A fetched page and what may help to read it. */
export interface GenerateRequest {
  /** Final address of the page, after redirects. */
  url: string;
  html: string;
  /** Time of the fetch, milliseconds; relative dates count from it. */
  now: number;
  selectors: Selectors | null;
  /** The winning rule of an earlier run, as returned then; null the first time. */
  rule: unknown;
}

export interface GeneratedFeed {
  document: SourceDocument;
  /** JSON to store with the feed and hand back next time. */
  rule: unknown;
}

/**
 * Turns a web page without a feed into items.
 * @throws ServiceError NO_ITEMS_FOUND when nothing on the page looks like a list of items.
 */
export async function generateFeed(request: GenerateRequest): Promise<GeneratedFeed> {
  throw new ServiceError('NO_ITEMS_FOUND', `No feed was found at ${request.url}.`);
}
