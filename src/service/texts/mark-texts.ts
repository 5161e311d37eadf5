import type { DocumentComparison, IncomingItem } from '../items/compare-document.js';
import type { StoredItem } from '../items/stored-items.js';
import { hasPageText } from '../items/text-state.js';
import type { Db } from '../store/store.js';
import { readTexts, withText } from './stored-texts.js';

/** A comparison in which items that need their pages are marked. */
interface MarkedTexts {
  comparison: DocumentComparison;
  /** Number of new and changed items whose pages are to be fetched. */
  wanted: number;
}

/**
 * Marks new and changed items whose pages are to be fetched after they were stored. An item that is
 * written again keeps the text of its page until then. Fingerprints stay those of the feed's own
 * text, so that a later refresh does not take it for a change.
 */
export async function markTexts(
  db: Db,
  feedId: string,
  comparison: DocumentComparison,
): Promise<MarkedTexts> {
  const { added, changed, renamed, rewritten } = comparison.changes;
  const kept = [...changed, ...renamed, ...rewritten]
    .filter(({ stored }) => hasPageText(stored.textState))
    .map(({ stored }) => stored.key);
  const texts = await readTexts(db, feedId, kept);

  const keep = (stored: StoredItem, incoming: IncomingItem): IncomingItem => {
    const text = texts.get(stored.key);
    if (text === undefined) return { ...incoming, textState: stored.textState };
    const entry = withText(incoming.entry, text);
    return { ...incoming, entry, textState: stored.textState };
  };
  const changes = {
    ...comparison.changes,
    added: added.map((item) => (hasPage(item) ? waiting(item) : item)),
    changed: changed.map((update) => {
      const incoming = keep(update.stored, update.incoming);
      return { ...update, incoming: hasPage(incoming) ? waiting(incoming) : incoming };
    }),
    renamed: renamed.map((update) => ({
      ...update,
      incoming: keep(update.stored, update.incoming),
    })),
    rewritten: rewritten.map((update) => ({
      ...update,
      incoming: keep(update.stored, update.incoming),
    })),
  };
  const wanted = added.filter(hasPage).length + changed.filter(isPage).length;
  return { comparison: { ...comparison, changes }, wanted };
}

function hasPage({ entry }: IncomingItem): boolean {
  return entry.url !== '';
}

function isPage({ incoming }: { incoming: IncomingItem }): boolean {
  return hasPage(incoming);
}

function waiting(item: IncomingItem): IncomingItem {
  return { ...item, textState: hasPageText(item.textState ?? null) ? 'stale' : 'waiting' };
}
