import type { Insertable } from 'kysely';
import type { SourceEntry } from '../core/source-document.js';
import { preparedInserts } from '../store/prepared.js';
import type { Database } from '../store/schema.js';
import type { Db } from '../store/store.js';
import { fingerprint } from './fingerprint.js';
import { indexItems } from './index-items.js';
import type { ItemRow } from './item.js';
import type { TextState } from './text-state.js';

/**
 * Number of rows per statement: within the parameter limits of both stores, and with few different
 * statements to compile.
 */
const ROWS_PER_STATEMENT = 50;

/** All columns of a new row. */
export type NewItem = ItemRow & Insertable<Database['items']>;

/** The position of an item, and its fingerprint if it was already computed. */
interface Placing {
  addedAt: number;
  position: number;
  fingerprint?: string;
  textState?: TextState | null | undefined;
  withheld?: 'new' | 'changed' | null | undefined;
}

/** The row for a new entry. */
export function itemValues(
  feedId: string,
  identity: string,
  entry: SourceEntry,
  { addedAt, position, fingerprint: known, textState = null, withheld = null }: Placing,
): NewItem {
  return {
    feed_id: feedId,
    identity,
    added_at: addedAt,
    position,
    guid: entry.guid,
    url: entry.url,
    title: entry.title,
    description_text: entry.descriptionText,
    description_html: entry.descriptionHtml,
    thumbnail: entry.thumbnail,
    date_published: entry.datePublished,
    date_ahead: entry.dateAhead ?? null,
    authors: JSON.stringify(entry.authors),
    extras: entry.extras == null ? null : JSON.stringify(entry.extras),
    podcast_xml: entry.podcastXml ?? null,
    text_state: textState,
    withheld,
    fingerprint: known ?? fingerprint(entry),
    source_hash: entry.sourceHash ?? null,
    announced_changes: 0,
    updated_at: addedAt,
  };
}

const COLUMNS = [
  ...(['feed_id', 'identity', 'added_at', 'position', 'guid', 'url', 'title'] as const),
  ...([
    'description_text',
    'description_html',
    'thumbnail',
    'date_published',
    'date_ahead',
  ] as const),
  ...(['authors'] as const),
  ...(['extras', 'podcast_xml', 'text_state', 'withheld', 'fingerprint', 'source_hash'] as const),
  ...(['announced_changes', 'updated_at'] as const),
] satisfies (keyof NewItem)[];

const insertRows = preparedInserts(COLUMNS, (db, rows: readonly NewItem[]) =>
  db.insertInto('items').values(rows),
);

/**
 * Inserts items of one feed with their words. The last entry of the document is inserted first,
 * because items are numbered in the order of insertion, and a search lists the highest numbers
 * first.
 */
export async function insertItems(db: Db, newestFirst: readonly NewItem[]): Promise<void> {
  const items = newestFirst.toReversed();
  for (let start = 0; start < items.length; start += ROWS_PER_STATEMENT) {
    const some = items.slice(start, start + ROWS_PER_STATEMENT);
    await insertRows(db, some);
    await indexItems(db, some[0]?.feed_id ?? '', some);
  }
}
