import type { Generated } from 'kysely';
import type { Fixed, Nullable } from './columns.js';

export interface ItemsTable {
  /** Rises in the order in which items were added, in all feeds. */
  number: Generated<number>;
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

/** The tables above, and their indexes; see `foundation`. */
export const itemTables: readonly string[] = [
  `create table items (
    number ITEM_NUMBER,
    feed_id text not null references feeds (id) on delete cascade,
    identity text not null,
    added_at bigint not null,
    position integer not null,
    guid text,
    url text not null,
    title text not null,
    description_text text not null,
    description_html text not null,
    thumbnail text,
    date_published bigint,
    authors text not null,
    extras text,
    podcast_xml text,
    text_state text,
    withheld text,
    fingerprint text not null,
    source_hash text,
    announced_changes integer not null default 0,
    updated_at bigint not null,
    unique (feed_id, identity)
  )`,
  // The two orders, for one feed and for the members of a bundle: covering, so that the newest of
  // a thousand feeds are found without reading what those feeds say. Both dates, for `max_age`.
  'create index items_last_added on items (feed_id, added_at desc, position, identity, date_published)',
  'create index items_date on items (feed_id, date_published desc nulls last, identity, added_at)',
  `create table tombstones (
    feed_id text not null references feeds (id) on delete cascade,
    hash text not null,
    last_seen_at bigint not null,
    primary key (feed_id, hash)
  )`,
  'create index tombstones_age on tombstones (last_seen_at, feed_id, hash)',
];
