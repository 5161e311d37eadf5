import { bigint, countColumn, idOf, integer, table, text } from './table.js';

export const itemTables = {
  items: table({
    /** Rises in the order in which items were added, in all feeds. */
    number: countColumn(),
    feed_id: idOf('feeds'),
    /** Unique within the feed; see `identify`. */
    identity: text(),
    /** Time of the batch that brought the item: equal within a batch, rising from batch to batch. */
    added_at: bigint().fixed(),
    /** Place within the document of its batch. */
    position: integer().fixed(),
    guid: text().optional(),
    url: text(),
    title: text(),
    description_text: text(),
    description_html: text(),
    thumbnail: text().optional(),
    date_published: bigint().optional(),
    /** See `SourceEntry.dateAhead`. */
    date_ahead: bigint().optional(),
    /** JSON of `Author[]`, as the source names them. */
    authors: text(),
    /** JSON of `ItemExtras`; null for the many items that have none. */
    extras: text().optional(),
    /** See `SourceEntry.podcastXml`: apart from `extras`, because only published RSS needs it. */
    podcast_xml: text().optional(),
    /** See `TextState`; null while the text is that of the feed and no page is to be fetched. */
    text_state: text<'full' | 'waiting' | 'stale' | 'retry' | 'failed'>().optional(),
    /** What its event will say of it: events of items wait for their texts. Null: nothing. */
    withheld: text<'new' | 'changed'>().optional(),
    /** What decides whether a later reading is a change. */
    fingerprint: text(),
    /** See `SourceEntry`: while it is the same, the fingerprint need not be made anew. */
    source_hash: text().optional(),
    /** Times the item was in `items_changed` of an event. */
    announced_changes: integer().default(0),
    /** JSON of what it said before its changes of the last day; see `Told`. */
    told: text().optional(),
    updated_at: bigint(),
  })
    .unique('feed_id', 'identity')
    .indexed({
      // The two orders, for one feed and for the members of a bundle: covering, so that the newest of
      // a thousand feeds are found without reading what those feeds say. Both dates, for `max_age`.
      last_added: '(feed_id, added_at desc, position, identity, date_published)',
      date: '(feed_id, date_published desc nulls last, identity, added_at)',
      // Those of all feeds: lists by date add them, and lists since a time count them.
      undated: '(added_at, feed_id) where date_published is null',
    }),
  /** Items that were dropped; see `Tombstone`. */
  tombstones: table({
    feed_id: idOf('feeds'),
    hash: text().fixed(),
    last_seen_at: bigint(),
  })
    .keyedBy('feed_id', 'hash')
    .indexed({ age: '(last_seen_at, feed_id, hash)' }),
};
