import type { Db } from '../store/store.js';
import { type ItemRow, itemRow, readPublishedFile } from './item-entries.js';
import type { SiteFeed } from './site-request.js';
import type { FeedState } from './site-state.js';

/** A feed of the site in the store of this build. */
export interface SeededFeed {
  wanted: SiteFeed;
  id: string;
  /** State from the last build; null for a new feed, or if it was lost. */
  before: FeedState | null;
  /** True if it was restored from its published file alone. */
  isRestored: boolean;
  /** True if it is exactly as the last build left it, as after an unchanged document. */
  isAsBefore: boolean;
}

/** Placeholder of a text that is still in the published file. No source can send it. */
const IN_FILE = '\u0000in file';

/**
 * Leaves the texts of an item in its file: they are most of its size, and only needed when its feed
 * is published again.
 */
export function leaveTexts(row: ItemRow): void {
  if (row.description_text !== '') row.description_text = IN_FILE;
  if (row.description_html !== '') row.description_html = IN_FILE;
}

/** Puts the texts of a feed's items back into the store. */
export async function restoreTexts(
  db: Db,
  { id, before }: SeededFeed,
  readFile: (name: string) => Promise<string | null>,
): Promise<void> {
  if (before === null || before.slug === null) return;
  const waiting = await db
    .selectFrom('items')
    .select('identity')
    .where('feed_id', '=', id)
    .where((item) =>
      item.or([item('description_text', '=', IN_FILE), item('description_html', '=', IN_FILE)]),
    )
    .execute();
  if (waiting.length === 0) return;
  const text = await readFile(`${before.slug}.json`);
  const file = text === null ? null : readPublishedFile(text);
  const entries = new Map(before.items.map((entry) => [entry.identity, entry]));
  for (const { identity } of waiting) {
    const entry = entries.get(identity);
    const row = entry === undefined ? null : itemRow(id, entry, file?.items.get(identity));
    await db
      .updateTable('items')
      .set({
        description_text: row?.description_text ?? '',
        description_html: row?.description_html ?? '',
      })
      .where('feed_id', '=', id)
      .where('identity', '=', identity)
      .execute();
  }
}
