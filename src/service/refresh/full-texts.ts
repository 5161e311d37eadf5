import type { DocumentComparison, IncomingItem } from '../items/compare-document.js';
import {
  readTexts,
  selectTextItems,
  type TextItem,
  type TextUpdate,
  withText,
} from '../items/item-texts.js';
import type { StoredItem } from '../items/stored-items.js';
import type { ClaimedFeed } from './claim.js';
import {
  fetchTexts,
  MAX_PAGES,
  type TextReport,
  type TextResult,
  type WantedText,
} from './fetch-texts.js';
import type { RefreshDeps } from './refresh-result.js';

/** The texts that a refresh fetched. */
export interface FullTexts {
  comparison: DocumentComparison;
  /** Null when no page was to be fetched. */
  report: TextReport | null;
  /** Texts of items that the document did not change. */
  retried: TextUpdate[];
}

/**
 * Gives new and changed items the text of their pages, and unchanged ones that wait for theirs. An
 * item that is written again without a change keeps the text it has. Fingerprints stay those of the
 * feed's own text, so that a later refresh does not take it for a change.
 */
export async function addFullTexts(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  comparison: DocumentComparison,
): Promise<FullTexts> {
  const { added, changed, renamed, rewritten } = comparison.changes;
  const fresh = [...added, ...changed.map(({ incoming }) => incoming)]
    .filter(({ entry }) => entry.url !== '')
    .map(wantedOf);
  const written = [...changed, ...renamed, ...rewritten];
  const handled = new Set(written.map(({ stored }) => stored.key));
  const waiting = await waitingItems(deps, feed, MAX_PAGES - fresh.length, handled);
  if (fresh.length + waiting.length + written.length === 0) {
    return { comparison, report: null, retried: [] };
  }
  const { results, report } = await fetchTexts(deps, [...fresh, ...waiting.map(retryOf)]);
  const kept = await readTexts(deps.store.db, feed.id, [...handled]);

  const keep = (stored: StoredItem, incoming: IncomingItem): IncomingItem => {
    const result = results.get(incoming.key);
    if (result?.text !== undefined) return withResult(incoming, result);
    const text = stored.textState === 'full' ? kept.get(stored.key) : undefined;
    if (text !== undefined) return withResult(incoming, { state: 'full', isTried: false, text });
    return { ...incoming, textState: result?.state ?? stored.textState };
  };
  const updated = (updates: typeof changed) =>
    updates.map((update) => ({ ...update, incoming: keep(update.stored, update.incoming) }));
  const changes = {
    ...comparison.changes,
    added: added.map((item) => withResult(item, results.get(item.key))),
    changed: updated(changed),
    renamed: updated(renamed),
    rewritten: updated(rewritten),
  };
  const asked = fresh.length + waiting.length > 0;
  return {
    comparison: { ...comparison, changes },
    report: asked ? report : null,
    retried: waiting.flatMap((item) => updateOf(item, results.get(item.key))),
  };
}

/** Fetches the texts that wait, for a feed whose document did not change. */
export async function retryTexts(
  deps: RefreshDeps,
  feed: ClaimedFeed,
): Promise<Omit<FullTexts, 'comparison'>> {
  const waiting = await waitingItems(deps, feed, MAX_PAGES, new Set());
  if (waiting.length === 0) return { report: null, retried: [] };
  const { results, report } = await fetchTexts(deps, waiting.map(retryOf));
  return { report, retried: waiting.flatMap((item) => updateOf(item, results.get(item.key))) };
}

async function waitingItems(
  { store }: RefreshDeps,
  { id }: ClaimedFeed,
  limit: number,
  handled: ReadonlySet<string>,
): Promise<TextItem[]> {
  if (limit <= 0) return [];
  const items = await selectTextItems(store.db, id, { only: 'waiting', limit });
  return items.filter(({ key }) => !handled.has(key));
}

function wantedOf({ key, entry }: IncomingItem): WantedText {
  const { url, title, descriptionText } = entry;
  return { key, url, title, ownLength: descriptionText.length, isRetry: false };
}

function retryOf({ key, url, title, ownLength }: TextItem): WantedText {
  return { key, url, title, ownLength, isRetry: true };
}

function withResult(item: IncomingItem, result: TextResult | undefined): IncomingItem {
  if (result === undefined) return item;
  const { state, text } = result;
  const entry = text === undefined ? item.entry : withText(item.entry, text);
  return { ...item, entry, textState: state };
}

function updateOf(item: TextItem, result: TextResult | undefined): TextUpdate[] {
  if (result === undefined || (result.state === 'waiting' && result.text === undefined)) return [];
  const { state, text } = result;
  return [{ item, state, ...(text && { text }) }];
}
