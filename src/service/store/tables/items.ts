import type { Generated } from 'kysely';
import type { Fixed, Flag, Nullable } from './columns.js';

export interface ItemsTable {
  feed_id: Fixed<string>;
  /** Unique within the feed; see `identify`. */
  identity: string;
  /** Time of the batch that brought the item: equal within a batch, rising from batch to batch. */
  added_at: Fixed<number>;
  /** Place within the document of its batch. */
  position: Fixed<number>;
  guid: string | null;
  url: string;
  title: string;
  description_text: string;
  description_html: string;
  thumbnail: string | null;
  date_published: number | null;
  /** JSON of `Author[]`, as the source names them. */
  authors: string;
  /** JSON of `ItemExtras`; null for the many items that have none. */
  extras: Nullable<string>;
  /** See `SourceEntry.podcastXml`: apart from `extras`, because only published RSS needs it. */
  podcast_xml: Nullable<string>;
  /** See `TextState`; null while the text is that of the feed and no page is to be fetched. */
  text_state: Nullable<'full' | 'waiting' | 'stale' | 'retry' | 'failed'>;
  /** What its event will say of it: events of items wait for their texts. Null: nothing. */
  withheld: Nullable<'new' | 'changed'>;
  /** What decides whether a later reading is a change. */
  fingerprint: string;
  /** See `SourceEntry`: while it is the same, the fingerprint need not be made anew. */
  source_hash: string | null;
  /** Times the item was in `items_changed` of an event. */
  announced_changes: number;
  updated_at: number;
}

/** Items that were dropped; see `Tombstone`. */
export interface TombstonesTable {
  feed_id: Fixed<string>;
  hash: Fixed<string>;
  last_seen_at: number;
}

/**
 * Every item as the full-text search lists it; written by triggers on `items`. The words are in
 * `words` (a `tsvector`) on PostgreSQL and in the table `item_words` (FTS5) on SQLite, which only
 * raw statements name.
 */
export interface ItemSearchTable {
  /** Rises with the time at which the item was added. */
  id: Generated<number>;
  feed_id: Fixed<string>;
  identity: Fixed<string>;
  /** 0 while the words of the item are not in the index. */
  indexed: Generated<Flag>;
}
