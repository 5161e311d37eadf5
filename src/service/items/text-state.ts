/**
 * `full`: the text of the item's page. `waiting`: the page will be fetched. `stale`: the text of the
 * page, which will be fetched again. `retry`: the fetch failed and will be retried once. `failed`: no
 * usable text; fetched again only on request.
 */
export type TextState = 'full' | 'waiting' | 'stale' | 'retry' | 'failed';

/** Whether the text is that of the page; the one of the feed is then the summary. */
export function hasPageText(state: TextState | null): boolean {
  return state === 'full' || state === 'stale';
}

/** Whether the event of an item waits for its text: only for the first attempt. */
export function isAwaited(state: TextState | null | undefined): boolean {
  return state === 'waiting' || state === 'stale';
}
