import type { ColumnType, Generated } from 'kysely';
import type { KeywordMode, PageMode } from '../../../contract/index.js';
import type { FetchReason } from '../../../contract/shown.js';
import { TITLE_ORDER } from '../dialect.js';
import type { Fixed, Flag, Nullable } from './columns.js';

export interface FeedsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  mode: Fixed<'url' | PageMode | KeywordMode>;
  source_url: string;
  /** Unique with account, mode and region. */
  source_key: string;
  /** `CC:lang` of a news feed, "" otherwise: NULL would escape the unique index. */
  region: Fixed<string>;
  keyword: Fixed<string | null>;
  /** JSON of `Selectors`. */
  selectors: string | null;
  /** Which document of the address was asked for. */
  read_from: ColumnType<'auto' | 'html' | 'feed', 'auto' | 'html' | 'feed' | undefined, never>;

  /** JSON of `SourceAccess`, with secrets: never shown, never logged. Null for most feeds. */
  access: Nullable<string>;

  title: string;
  description: string;
  icon: string;
  language: string | null;
  /** See `SourceDocument.podcastXml`. */
  podcast_xml: Nullable<string>;
  site_url: string | null;
  title_override: string | null;
  description_override: string | null;
  icon_override: string | null;
  custom_author: string | null;
  /** JSON of `Filters`; null without rules. */
  filters: Nullable<string>;

  /** The reading state of the last fetch; see `ReadingState`. */
  poll_url: string;
  /** Registrable domain of `poll_url`, null for an IP address or a local name. */
  poll_domain: string | null;
  etag: string | null;
  last_modified: string | null;
  body_hash: string | null;
  origin: 'feed' | 'page';
  /** JSON of the generator's rule. */
  rule: string | null;
  /** JSON of `ListDrift`; null while the list of a page is where it was. */
  drift: Nullable<string>;
  /** JSON of `ScheduleHints`. */
  schedule_hints: string;
  fresh_until: number | null;
  /** JSON of `Pushes`: the hubs that the source names, and what they call it; null for none. */
  push_links: Nullable<string>;
  /** Until when pushes are relied on; null while the source is only polled. */
  push_until: Nullable<number>;

  /** See `IdentityPolicy`; null until the source has shown an entry to choose it by. */
  identity_policy: string | null;
  /** JSON of the newest dates of its items, milliseconds: the input of the interval. */
  item_dates: string | null;
  /** `added_at` of the newest batch; a new batch is always later. */
  last_batch_at: number;

  is_active: Flag;
  inactive_reason: string | null;
  next_refresh_at: number;
  /** What the owner decided, in milliseconds; 0: paused; null: the source's own rhythm. */
  refresh_interval: Nullable<number>;
  /** What a paused feed goes back to; null: the source's own rhythm. */
  interval_before_pause: Nullable<number>;
  /** What decided on `next_refresh_at`; null for a feed scheduled before reasons were kept. */
  refresh_reason: Nullable<FetchReason>;
  /** When the source publishes; see `formatRhythm`. Null: to be started from `item_dates`. */
  rhythm: Nullable<string>;
  /** Such as `22:00-06:00 Europe/Berlin`; see `parseQuietHours`. */
  quiet_hours: Nullable<string>;
  /** Of the items that readers see, in milliseconds; null: any. */
  max_age: Nullable<number>;
  /** Whether items get the text of their pages. */
  full_text: Generated<Flag>;
  /** When pages of items are to be fetched for their texts, in milliseconds; null: there are none. */
  texts_due_at: Nullable<number>;
  /** While a process fetches them. */
  texts_lease_until: Nullable<number>;
  /** Whether a browser opens the page; null: when it is empty without one. */
  render: Nullable<'always' | 'never'>;
  /** JSON of `RenderStep[]`: what the browser does before the page is read. */
  steps: Nullable<string>;
  /** Time of the last fetch, successful or not. */
  last_refreshed_at: number;
  last_error: string | null;
  /** Number of fetches: that of the newest row in `refreshes`. */
  refresh_count: number;
  failures: number;
  failing_since: number | null;
  gone_answers: number;
  /** "Not modified" answers since the last whole document, which came at `document_at`. */
  not_modified: number;
  document_at: number;
  lease_token: string | null;
  lease_expires_at: number | null;
  /** Processes that died with the feed in hand since its last success; see refresh/suspension.ts. */
  deaths: Generated<number>;
  /** Set while the document of a suspect is parsed. */
  is_parsing: Generated<Flag>;
  /** Since when it is not read any more because processes died of it. */
  suspended_at: number | null;

  created_at: Fixed<number>;
  /** Time of the last rise of `revision`. */
  updated_at: number;
  /** Raised by whatever shows in a published feed: items, metadata, settings. */
  revision: number;
}

/** What the document read last listed; an item that is not in it has no position there. */
export interface FeedDocumentsTable {
  feed_id: Fixed<string>;
  /** JSON of the identities, in the order of the document. */
  identities: string;
  /** See `StoredDigest`, or `FollowedText`; null when the next document must be read completely. */
  digest: Nullable<string>;
}

/** The fetch history: the newest fetches of each feed. */
export interface RefreshesTable {
  feed_id: Fixed<string>;
  /** Counts up within the feed. */
  number: Fixed<number>;
  at: Fixed<number>;
  outcome: Fixed<'unchanged' | 'updated' | 'failed'>;
  /** HTTP status of an answer that was a failure. */
  status: Fixed<number | null>;
  items_new: Fixed<number>;
  items_changed: Fixed<number>;
  /** How long reading took, in milliseconds. */
  duration_ms: Fixed<number>;
  error_code: Fixed<string | null>;
  error_message: Fixed<string | null>;
  /** What is worth knowing of a fetch that went well, for people. */
  note: Nullable<string>;
  /** 1 when a hub sent the document; null when it was fetched. */
  pushed: Fixed<1 | null>;
  /** JSON of `TextReport`; null when no page of an item was fetched. */
  texts: Nullable<string>;
}

/** The subscription of a feed at a hub (W3C WebSub). */
export interface PushSubscriptionsTable {
  /** The unguessable part of the callback address: 32 random bytes, base64url. */
  id: Fixed<string>;
  /** Unique. The feed may be deleted: then the hub is told to stop. */
  feed_id: Fixed<string>;
  /** JSON of one or two addresses, which are tried in turn. */
  hubs: Fixed<string>;
  topic: Fixed<string>;
  /** Kept as it is, because pushes are signed with it. */
  secret: Fixed<string>;
  /** The hub that was asked last. */
  hub: string | null;
  /** The public address that the hub was given. */
  base: string | null;
  /** What the hub was asked for and has not verified. */
  pending: 'subscribe' | 'unsubscribe' | null;
  requested_at: number | null;
  /** Until when the hub pushes; null until it has verified. */
  lease_until: number | null;
  /** Requests since the last verification. */
  failures: number;
  next_attempt_at: number;
  last_push_at: number | null;
  /** Accepted pushes. */
  pushes: number;
  /** Dropped pushes: wrong signature, other topic, unreadable. */
  rejected: number;
  last_error: string | null;
  created_at: Fixed<number>;
}

export interface BundlesTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  description: string;
  icon: string;
  /** JSON of `Filters`; null without rules. */
  filters: Nullable<string>;
  created_at: Fixed<number>;
  /** Time of the last rise of `revision`. */
  updated_at: number;
  /** Raised by metadata and membership; the members' own revisions count beside it. */
  revision: number;
}

export interface BundleFeedsTable {
  bundle_id: Fixed<string>;
  feed_id: Fixed<string>;
  position: Fixed<number>;
}

/** The tables above, and their indexes; see `foundation`. */
export const feedTables: readonly string[] = [
  `create table feeds (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    mode text not null,
    source_url text not null,
    source_key text not null,
    region text not null,
    keyword text,
    selectors text,
    read_from text not null default 'auto',
    access text,
    title text not null,
    description text not null,
    icon text not null,
    language text,
    podcast_xml text,
    site_url text,
    title_override text,
    description_override text,
    icon_override text,
    custom_author text,
    filters text,
    poll_url text not null,
    poll_domain text,
    etag text,
    last_modified text,
    body_hash text,
    origin text not null,
    rule text,
    drift text,
    schedule_hints text not null,
    fresh_until bigint,
    push_links text,
    push_until bigint,
    identity_policy text,
    item_dates text,
    last_batch_at bigint not null,
    is_active integer not null,
    inactive_reason text,
    next_refresh_at bigint not null,
    refresh_interval bigint,
    interval_before_pause integer,
    refresh_reason text,
    rhythm text,
    quiet_hours text,
    max_age bigint,
    full_text integer not null default 0,
    texts_due_at bigint,
    texts_lease_until bigint,
    render text,
    steps text,
    last_refreshed_at bigint not null,
    last_error text,
    refresh_count integer not null default 0,
    failures integer not null,
    failing_since bigint,
    gone_answers integer not null,
    not_modified integer not null,
    document_at bigint not null,
    lease_token text,
    lease_expires_at bigint,
    deaths integer not null default 0,
    is_parsing integer not null default 0,
    suspended_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    revision bigint not null
  )`,
  'create unique index feeds_source on feeds (account_id, mode, source_key, region)',
  // The order of GET /v1/feeds; SQLite walks it for the offset without touching the table.
  'create index feeds_listing on feeds (account_id, created_at desc, id)',
  'create index feeds_due on feeds (next_refresh_at)',
  // Counts feeds by health, and finds the unhealthy among 100,000, without reading their rows.
  'create index feeds_health on feeds (account_id, is_active, failures, created_at desc, id)',
  // The feeds of an account by title, without sorting 100,000 of them.
  `create index feeds_title on feeds (account_id, ${TITLE_ORDER}, id)`,
  'create index feeds_newest on feeds (account_id, last_batch_at)',
  'create index feeds_site on feeds (account_id, poll_domain, created_at desc, id)',
  // Few of 100,000 feeds: on PostgreSQL each fetch writes an entry to every index that has the feed.
  `create index feeds_pages on feeds (account_id, created_at desc, id) where origin = 'page'`,
  'create index feeds_paused on feeds (account_id, created_at desc, id) where refresh_interval = 0',
  'create index feeds_drifted on feeds (account_id, created_at desc, id) where drift is not null',
  'create index feeds_texts_due on feeds (texts_due_at) where texts_due_at is not null',
  `create table bundles (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    name text not null,
    description text not null,
    icon text not null,
    filters text,
    created_at bigint not null,
    updated_at bigint not null,
    revision bigint not null
  )`,
  'create index bundles_listing on bundles (account_id, created_at desc, id)',
  `create table bundle_feeds (
    bundle_id text not null references bundles (id) on delete cascade,
    feed_id text not null references feeds (id) on delete cascade,
    position integer not null,
    primary key (bundle_id, feed_id)
  )`,
  'create index bundle_feeds_feed on bundle_feeds (feed_id)',
  // Beside the feed and not in it: a list of 500 is wanted when a document came, and only then.
  `create table feed_documents (
    feed_id text primary key not null references feeds (id) on delete cascade,
    identities text not null,
    digest text
  )`,
  `create table refreshes (
    feed_id text not null references feeds (id) on delete cascade,
    number integer not null,
    at bigint not null,
    outcome text not null,
    status integer,
    items_new integer not null,
    items_changed integer not null,
    duration_ms integer not null,
    error_code text,
    error_message text,
    note text,
    pushed integer,
    texts text,
    primary key (feed_id, number)
  )`,
  `create table push_subscriptions (
    id text primary key not null,
    feed_id text not null,
    hubs text not null,
    topic text not null,
    secret text not null,
    hub text,
    base text,
    pending text,
    requested_at bigint,
    lease_until bigint,
    failures integer not null,
    next_attempt_at bigint not null,
    last_push_at bigint,
    pushes integer not null,
    rejected integer not null,
    last_error text,
    created_at bigint not null
  )`,
  'create unique index push_subscriptions_feed on push_subscriptions (feed_id)',
  'create index push_subscriptions_due on push_subscriptions (next_attempt_at)',
];
