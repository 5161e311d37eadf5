import type { Page, Request, Response } from 'playwright-core';

/** Loaded for the eye only. Their bytes and time are not worth having. */
export const UNSEEN = new Set(['image', 'media', 'font']);

/** Requests that may bring something to read; others, such as event streams, never end. */
const AWAITED = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch', 'manifest', 'other']);

/** What a page has asked for and got. */
export interface PageRequests {
  /** Requests worth waiting for that have no answer yet. */
  pending(): number;
  /** Address of the last document the page itself went to. */
  documentUrl(): string | null;
  /** The answer that brought the present document. */
  document(): Response | null;
}

/** Follows the requests of a page from now on. */
export function followRequests(page: Page, onRequest: () => void): PageRequests {
  const pending = new Set<Request>();
  let documentUrl: string | null = null;
  let document: Response | null = null;
  const isDocument = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();

  page.on('request', (request) => {
    onRequest();
    if (AWAITED.has(request.resourceType())) pending.add(request);
    if (isDocument(request)) documentUrl = request.url();
  });
  page.on('response', (response) => {
    if (isDocument(response.request())) document = response;
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return {
    pending: () => pending.size,
    documentUrl: () => documentUrl,
    document: () => document,
  };
}
