import type { KeywordMode, PageMode } from '../../../contract/index.js';
import type { FetchReason } from '../../../contract/shown.js';
import { TITLE_ORDER } from '../dialect.js';
import { bigint, type Flag, id, idOf, integer, table, text } from './table.js';

export const feedTables = {
  feeds: table({
    id: id(),
    account_id: idOf('accounts'),
    mode: text<'url' | PageMode | KeywordMode>().fixed(),
    source_url: text(),
    /** Key of the source, unique together with account, mode and region. */
    source_key: text(),
    /** `CC:lang` of a news feed, "" otherwise: NULL would escape the unique index. */
    region: text().fixed(),
    keyword: text().optional().fixed(),
    /** JSON of `Selectors`. */
    selectors: text().optional(),
    /** The kind of document that was requested. */
    read_from: text<'auto' | 'html' | 'feed'>().default('auto').fixed(),

    /** JSON of `SourceAccess`, with secrets: never shown, never logged. Null for most feeds. */
    access: text().optional(),

    title: text(),
    description: text(),
    icon: text(),
    language: text().optional(),
    /** Podcast elements; see `SourceDocument.podcastXml`. */
    podcast_xml: text().optional(),
    site_url: text().optional(),
    title_override: text().optional(),
    description_override: text().optional(),
    icon_override: text().optional(),
    custom_author: text().optional(),
    /** JSON of `Filters`; null without rules. */
    filters: text().optional(),

    /** The reading state of the last fetch; see `ReadingState`. */
    poll_url: text(),
    /** Registrable domain of `poll_url`, null for an IP address or a local name. */
    poll_domain: text().optional(),
    etag: text().optional(),
    last_modified: text().optional(),
    body_hash: text().optional(),
    origin: text<'feed' | 'page'>(),
    /** JSON of the generator's rule. */
    rule: text().optional(),
    /** JSON of `ListDrift`; null while the list of a page is found. */
    drift: text().optional(),
    /** JSON of `ScheduleHints`. */
    schedule_hints: text(),
    fresh_until: bigint().optional(),
    /** JSON of `Pushes`: the hubs in the source, and its address there; null for none. */
    push_links: text().optional(),
    /** Time until which pushes are relied on; null while the source is only polled. */
    push_until: bigint().optional(),

    /** Number of entries in its document, if it has more than are kept. */
    document_total: integer().optional(),
    /**
     * JSON of the newest dates of its items in milliseconds, from which the interval is computed.
     */
    item_dates: text().optional(),
    /** `added_at` of the newest batch; a new batch is always later. */
    last_batch_at: bigint(),

    is_active: integer<Flag>(),
    inactive_reason: text().optional(),
    next_refresh_at: bigint(),
    /** Interval set by the owner, in milliseconds; 0: paused; null: the source's own rhythm. */
    refresh_interval: bigint().optional(),
    /** Interval that a paused feed had before; null: the source's own rhythm. */
    interval_before_pause: integer().optional(),
    /** Reason of `next_refresh_at`; null for a feed scheduled before reasons were stored. */
    refresh_reason: text<FetchReason>().optional(),
    /** Rhythm of the source; see `formatRhythm`. Null: started from `item_dates`. */
    rhythm: text().optional(),
    /** Quiet hours such as `22:00-06:00 Europe/Berlin`; see `parseQuietHours`. */
    quiet_hours: text().optional(),
    /** Maximum age of the items that readers see, in milliseconds; null: no limit. */
    max_age: bigint().optional(),
    /** 1 if items get the texts of their pages. */
    full_text: integer<Flag>().default(0),
    /**
     * Time at which pages of items are fetched for their texts, in milliseconds; null if there are
     * none.
     */
    texts_due_at: bigint().optional(),
    /** End of the lease of the process that fetches them. */
    texts_lease_until: bigint().optional(),
    /** When a browser opens the page; null: if it is empty without one. */
    render: text<'always' | 'never'>().optional(),
    /** JSON of `RenderStep[]`: steps of the browser before the page is read. */
    steps: text().optional(),
    /** Time of the last fetch, successful or not. */
    last_refreshed_at: bigint(),
    last_error: text().optional(),
    /** Number of fetches, which is the number of the newest row in `refreshes`. */
    refresh_count: integer().default(0),
    failures: integer(),
    failing_since: bigint().optional(),
    gone_answers: integer(),
    /**
     * Number of "not modified" answers since the last whole document, which came at `document_at`.
     */
    not_modified: integer(),
    document_at: bigint(),
    lease_token: text().optional(),
    lease_expires_at: bigint().optional(),
    /**
     * Number of processes that ended while they had the feed, since its last success; see
     * refresh/suspension.ts.
     */
    deaths: integer().default(0),
    /** 1 while the document of a suspect is parsed. */
    is_parsing: integer<Flag>().default(0),
    /** Time since which it is not fetched, because processes ended with it. */
    suspended_at: bigint().optional(),

    created_at: bigint().fixed(),
    /** Time of the last increase of `revision`. */
    updated_at: bigint(),
    /** Increased by every visible change of a published feed: items, metadata, settings. */
    revision: bigint(),
  }).indexed({
    source: 'unique (account_id, mode, source_key, region)',
    // The order of GET /v1/feeds; SQLite walks it for the offset without touching the table.
    listing: '(account_id, created_at desc, id)',
    due: '(next_refresh_at)',
    // Counts feeds by health, and finds the unhealthy among 100,000, without reading their rows.
    health: '(account_id, is_active, failures, created_at desc, id)',
    // The feeds of an account by title, without sorting 100,000 of them.
    title: `(account_id, ${TITLE_ORDER}, id)`,
    newest: '(account_id, last_batch_at, id)',
    site: '(account_id, poll_domain, created_at desc, id)',
    // Few of 100,000 feeds: on PostgreSQL each fetch writes an entry to every index that has the feed.
    pages: `(account_id, created_at desc, id) where origin = 'page'`,
    paused: '(account_id, created_at desc, id) where refresh_interval = 0',
    drifted: '(account_id, created_at desc, id) where drift is not null',
    texts_due: '(texts_due_at) where texts_due_at is not null',
  }),
  bundles: table({
    id: id(),
    account_id: idOf('accounts'),
    name: text(),
    description: text(),
    icon: text(),
    /** JSON of `Filters`; null without rules. */
    filters: text().optional(),
    created_at: bigint().fixed(),
    /** Time of the last rise of `revision`. */
    updated_at: bigint(),
    /** Raised by metadata and membership; the members' own revisions count in addition. */
    revision: bigint(),
    /** 1: each feed of the account is a member, also those that are created later. */
    all_feeds: integer().optional(),
  }).indexed({
    listing: '(account_id, created_at desc, id)',
    all_feeds: '(account_id) where all_feeds = 1',
  }),
  bundle_feeds: table({
    bundle_id: idOf('bundles'),
    feed_id: idOf('feeds'),
    position: integer().fixed(),
  })
    .keyedBy('bundle_id', 'feed_id')
    .indexed({ feed: '(feed_id)' }),
  /**
   * What the document read last listed; an item that is not in it has no position there. Next to the feed
   * and not in it: a list of 500 is wanted when a document came, and only then.
   */
  feed_documents: table({
    feed_id: idOf('feeds').key(),
    /** JSON of the identities, in the order of the document. */
    identities: text(),
    /** See `StoredDigest`, or `FollowedText`; null when the next document must be read completely. */
    digest: text().optional(),
  }),
  /** The fetch history: the newest fetches of each feed. */
  refreshes: table({
    feed_id: idOf('feeds'),
    /** Counts up within the feed. */
    number: integer().fixed(),
    at: bigint().fixed(),
    outcome: text<'unchanged' | 'updated' | 'failed'>().fixed(),
    /** HTTP status of an answer that was a failure. */
    status: integer().optional().fixed(),
    items_new: integer().fixed(),
    items_changed: integer().fixed(),
    /** How long reading took, in milliseconds. */
    duration_ms: integer().fixed(),
    error_code: text().optional().fixed(),
    error_message: text().optional().fixed(),
    /** What is worth knowing of a fetch that went well, for people. */
    note: text().optional(),
    /** 1 when a hub sent the document; null when it was fetched. */
    pushed: integer<1>().optional().fixed(),
    /** JSON of `TextReport`; null when no page of an item was fetched. */
    texts: text().optional(),
  }).keyedBy('feed_id', 'number'),
  /** The subscription of a feed at a hub (W3C WebSub). */
  push_subscriptions: table({
    /** The unguessable part of the callback address: 32 random bytes, base64url. */
    id: id(),
    /** Unique. The feed may be deleted: then the hub is told to stop. */
    feed_id: text().fixed(),
    /** JSON of one or two addresses, which are tried in turn. */
    hubs: text().fixed(),
    topic: text().fixed(),
    /** Kept as it is, because pushes are signed with it. */
    secret: text().fixed(),
    /** The hub that was asked last. */
    hub: text().optional(),
    /** The public address that the hub was given. */
    base: text().optional(),
    /** What the hub was asked for and has not verified. */
    pending: text<'subscribe' | 'unsubscribe'>().optional(),
    requested_at: bigint().optional(),
    /** Until when the hub pushes; null until it has verified. */
    lease_until: bigint().optional(),
    /** Requests since the last verification. */
    failures: integer(),
    next_attempt_at: bigint(),
    last_push_at: bigint().optional(),
    /** Accepted pushes. */
    pushes: integer(),
    /** Dropped pushes: wrong signature, other topic, unreadable. */
    rejected: integer(),
    last_error: text().optional(),
    created_at: bigint().fixed(),
  }).indexed({
    feed: 'unique (feed_id)',
    due: '(next_attempt_at)',
  }),
};
