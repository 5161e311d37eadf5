import type { Db } from '../store/store.js';
import type { StoredEntry } from './changes.js';
import { readFeedDocument } from './feed-document.js';

/** A stored item as far as comparing needs it: without its texts, which are most of it. */
export interface StoredItem extends StoredEntry {
  addedAt: number;
  sourceHash: string | null;
}

/** Every stored item of a feed: last batch first, document order within one. */
export async function readStoredItems(db: Db, feedId: string): Promise<StoredItem[]> {
  const rows = await db
    .selectFrom('items')
    .select([
      'identity',
      'fingerprint',
      'guid',
      'url',
      'title',
      'date_published',
      'added_at',
      'announced_changes',
      'source_hash',
    ])
    .where('feed_id', '=', feedId)
    .orderBy('added_at', 'desc')
    .orderBy('position')
    .execute();
  const listed = await readFeedDocument(db, feedId);
  const positions = new Map(listed.map((identity, position) => [identity, position]));
  return rows.map((row) => ({
    key: row.identity,
    fingerprint: row.fingerprint,
    guid: row.guid,
    url: row.url,
    title: row.title,
    date: row.date_published,
    position: positions.get(row.identity) ?? null,
    firstSeenAt: row.added_at,
    addedAt: row.added_at,
    sourceHash: row.source_hash,
    announcedChanges: row.announced_changes,
  }));
}
