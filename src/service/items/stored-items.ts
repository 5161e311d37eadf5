import { prepared } from '../store/prepared.js';
import { chunks, type Db } from '../store/store.js';
import type { StoredEntry } from './changes.js';
import type { TextState } from './text-state.js';

/**
 * The columns of a stored item that a comparison needs. Texts are not included, because they are
 * most of the data.
 */
export interface StoredItem extends StoredEntry {
  /** See `SourceEntry.dateAhead`. */
  dateAhead: number | null;
  sourceHash: string | null;
  textState: TextState | null;
}

const COLUMNS = [
  'identity as key',
  'fingerprint',
  'guid',
  'url',
  'title',
  'date_published as date',
  'date_ahead as dateAhead',
  'added_at as firstSeenAt',
  'announced_changes as announcedChanges',
  'told',
  'source_hash as sourceHash',
  'text_state as textState',
] as const;

const selectAll = prepared((db, feedId: string) =>
  ofFeed(db, feedId).orderBy('added_at', 'desc').orderBy('position'),
);

const selectOldest = prepared((db, feedId: string, limit: number) =>
  ofFeed(db, feedId).orderBy('added_at').orderBy('position', 'desc').limit(limit),
);

const selectListed = prepared((db, feedId: string, ...identities: string[]) =>
  ofFeed(db, feedId).where('identity', 'in', identities),
);

const countAll = prepared((db, feedId: string) =>
  db
    .selectFrom('items')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .where('feed_id', '=', feedId),
);

/** Reads all stored items of a feed: the last batch first, in document order within a batch. */
export async function readStoredItems(
  db: Db,
  feedId: string,
  listed: readonly string[],
): Promise<StoredItem[]> {
  const positions = new Map(listed.map((identity, position) => [identity, position]));
  const rows = await selectAll(db, feedId);
  return rows.map((row) => ({ ...row, position: positions.get(row.key) ?? null }));
}

/**
 * Reads the items that `readStoredItems` would return last, the very last one first; without
 * positions.
 */
export async function readOldestItems(
  db: Db,
  feedId: string,
  limit: number,
): Promise<StoredItem[]> {
  const rows = await selectOldest(db, feedId, limit);
  return rows.map((row) => ({ ...row, position: null }));
}

/**
 * Maximum number of identities per statement: the text of a statement depends on their number, and
 * few statements are cached.
 */
const PER_STATEMENT = 25;

/** Reads the stored items with these identities, without positions. */
export async function readItemsOf(
  db: Db,
  feedId: string,
  identities: readonly string[],
): Promise<StoredItem[]> {
  const found: StoredItem[] = [];
  for (const part of chunks(identities, PER_STATEMENT)) {
    const padding = Array<string>(PER_STATEMENT - part.length).fill('');
    const rows = await selectListed(db, feedId, ...part, ...padding);
    found.push(...rows.map((row) => ({ ...row, position: null })));
  }
  return found;
}

/** The stored texts of an item. */
export interface StoredText {
  title: string;
  text: string;
}

const selectTexts = prepared((db, feedId: string, ...identities: string[]) =>
  db
    .selectFrom('items')
    .select(['identity', 'title', 'description_text as text'])
    .where('feed_id', '=', feedId)
    .where('identity', 'in', identities),
);

/** Reads the texts of the items with these identities. */
export async function readTextsOf(
  db: Db,
  feedId: string,
  identities: readonly string[],
): Promise<Map<string, StoredText>> {
  const found = new Map<string, StoredText>();
  for (const part of chunks(identities, PER_STATEMENT)) {
    const padding = Array<string>(PER_STATEMENT - part.length).fill('');
    for (const row of await selectTexts(db, feedId, ...part, ...padding)) {
      found.set(row.identity, row);
    }
  }
  return found;
}

export async function countItems(db: Db, feedId: string): Promise<number> {
  const [row] = await countAll(db, feedId);
  return Number(row?.items ?? 0);
}

function ofFeed(db: Db, feedId: string) {
  return db.selectFrom('items').select(COLUMNS).where('feed_id', '=', feedId);
}

/** Number of items that is enough to recognise the list of a page. */
const MAX_KNOWN = 100;

/** The addresses and titles of the newest items of a feed. */
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
