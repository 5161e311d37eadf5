/**
 * `full`: the item has the text of its page. `waiting`: the page will be fetched. `stale`: the item
 * has the text of its page, which will be fetched again. `retry`: the fetch failed and will be
 * retried once. `failed`: the page has no usable text; it is fetched again only on request.
 */
export type TextState = 'full' | 'waiting' | 'stale' | 'retry' | 'failed';

/** True if the text comes from the page; the text of the feed is then the summary. */
export function hasPageText(state: TextState | null): boolean {
  return state === 'full' || state === 'stale';
}

/** True if the event of an item waits for its text: only for the first attempt. */
export function isAwaited(state: TextState | null | undefined): boolean {
  return state === 'waiting' || state === 'stale';
}
