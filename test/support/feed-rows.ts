import type { Insertable } from 'kysely';
import { insertItems, itemValues } from '../../src/service/items/insert-items.js';
import type { Database } from '../../src/service/store/schema.js';
import type { Db } from '../../src/service/store/store.js';

/** The columns of a feed that matter to a test. */
export type FeedColumns = Partial<Insertable<Database['feeds']>>;

/** The id of a feed by its place in the list of `insertFeeds`. */
export function feedIdAt(index: number): string {
  return `f${String(index).padStart(15, '0')}`;
}

/** Stores feeds of an account without reading them, from the newest to the oldest, two made at each time. */
export async function insertFeeds(
  db: Db,
  account: string,
  columns: readonly FeedColumns[],
): Promise<string[]> {
  const rows = columns.map((own, index) => ({
    id: feedIdAt(index),
    account_id: account,
    mode: 'url' as const,
    source_url: `https://${index}.example/`,
    source_key: `https://${index}.example/`,
    region: '',
    title: `Feed ${index}`,
    description: '',
    icon: '',
    poll_url: `https://${index}.example/`,
    origin: 'feed' as const,
    schedule_hints: '{}',
    last_batch_at: 0,
    is_active: 1 as const,
    next_refresh_at: 0,
    last_refreshed_at: 0,
    refresh_count: 0,
    failures: 0,
    gone_answers: 0,
    not_modified: 0,
    document_at: 0,
    created_at: columns.length - Math.floor(index / 2),
    updated_at: 0,
    revision: 1,
    ...own,
  }));
  for (let start = 0; start < rows.length; start += 100) {
    await db
      .insertInto('feeds')
      .values(rows.slice(start, start + 100))
      .execute();
  }
  return rows.map(({ id }) => id);
}

/** What matters of an item. Times in milliseconds. */
export interface StoredEntry {
  identity: string;
  addedAt: number;
  date?: number | null;
  url?: string;
  title?: string;
}

/** Stores items of a feed. */
export async function insertEntries(
  db: Db,
  feedId: string,
  entries: readonly StoredEntry[],
): Promise<void> {
  const rows = entries.map(({ identity, addedAt, date = null, url = '', title }, position) => {
    const entry = {
      ...{ guid: identity, url, title: title ?? identity, datePublished: date },
      ...{ descriptionText: '', descriptionHtml: '', thumbnail: null, authors: [] },
    };
    return itemValues(feedId, identity, entry, { addedAt, position });
  });
  await insertItems(db, rows);
  const { batch, date } = await db
    .selectFrom('items')
    .select(({ fn }) => [fn.max('added_at').as('batch'), fn.max('date_published').as('date')])
    .where('feed_id', '=', feedId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('feeds')
    .set({ last_batch_at: Number(batch), item_dates: date === null ? '[]' : `[${date}]` })
    .where('id', '=', feedId)
    .execute();
}
