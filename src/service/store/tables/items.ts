import { bigint, countColumn, idOf, integer, table, text } from './table.js';

export const itemTables = {
  items: table({
    /** Increases in the order in which items were added, across all feeds. */
    number: countColumn(),
    feed_id: idOf('feeds'),
    /** Identity, unique within the feed; see `identify`. */
    identity: text(),
    /** Time of the batch with the item: equal within a batch, increasing from batch to batch. */
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
    /** Date of an event; see `SourceEntry.dateAhead`. */
    date_ahead: bigint().optional(),
    /** JSON of `Author[]`, with the names in the source. */
    authors: text(),
    /** JSON of `ItemExtras`; null for the many items that have none. */
    extras: text().optional(),
    /**
     * Podcast elements; see `SourceEntry.podcastXml`. Apart from `extras`, because only published
     * RSS needs them.
     */
    podcast_xml: text().optional(),
    /**
     * State of the full text, see `TextState`; null if the text is that of the feed and no page
     * will be fetched.
     */
    text_state: text<'full' | 'waiting' | 'stale' | 'retry' | 'failed'>().optional(),
    /** How its event will announce it: events wait for full texts. Null: no event waits. */
    withheld: text<'new' | 'changed'>().optional(),
    /** Hash that decides whether a later reading is a change. */
    fingerprint: text(),
    /**
     * Hash of the entry in the source: while it is the same, the fingerprint is not computed again.
     */
    source_hash: text().optional(),
    /** Number of times the item was in `items_changed` of an event. */
    announced_changes: integer().default(0),
    /** JSON of its contents before the changes of the last day; see `Told`. */
    told: text().optional(),
    updated_at: bigint(),
  })
    .unique('feed_id', 'identity')
    .indexed({
      // Indexes for the two orders, of one feed and of the members of a bundle. They cover the
      // query, so that the newest items of a thousand feeds are found without reading their rows.
      // Both dates are for `max_age`.
      last_added: '(feed_id, added_at desc, position, identity, date_published)',
      date: '(feed_id, date_published desc nulls last, identity, added_at)',
      // Undated items of all feeds, which lists by date append, and lists since a time count.
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
