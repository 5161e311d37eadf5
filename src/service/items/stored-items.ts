import type { Db } from '../store/store.js';
import type { StoredEntry } from './changes.js';
import type { TextState } from './item-texts.js';

/** The columns of a stored item that comparing needs: without its texts, which are most of the data. */
export interface StoredItem extends StoredEntry {
  addedAt: number;
  sourceHash: string | null;
  textState: TextState | null;
}

/** All stored items of a feed: newest batch first, document order within a batch. */
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
      'text_state',
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
    textState: row.text_state,
  }));
}

/** The identities listed by the last document, in its order. */
async function readFeedDocument(db: Db, feedId: string): Promise<string[]> {
  const row = await db
    .selectFrom('feed_documents')
    .select('identities')
    .where('feed_id', '=', feedId)
    .executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.identities) as string[]);
}

export async function writeFeedDocument(
  db: Db,
  feedId: string,
  identities: readonly string[],
): Promise<void> {
  const row = { feed_id: feedId, identities: JSON.stringify(identities) };
  await db
    .insertInto('feed_documents')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('feed_id').doUpdateSet({ identities: row.identities }),
    )
    .execute();
}

/** Enough items to recognise the list of a page. */
const MAX_KNOWN = 100;

/** Addresses and titles of the newest items of a feed. */
export async function knownItems(
  db: Db,
  feedId: string,
): Promise<{ url: string; title: string; date_published: number | null }[]> {
  return db
    .selectFrom('items')
    .select(['url', 'title', 'date_published'])
    .where('feed_id', '=', feedId)
    .orderBy('added_at', 'desc')
    .orderBy('position')
    .limit(MAX_KNOWN)
    .execute();
}
