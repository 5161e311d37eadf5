import type { ColumnType, Generated } from 'kysely';
import type { FetchReason } from '../../contract/feed.js';
import type { KeywordMode } from '../../contract/index.js';
import type { ActivityTable, PicturesTable } from './activity-table.js';
import type { DashboardTasksTable } from './dashboard-tasks-table.js';
import type { ItemSearchTable } from './item-search-table.js';
import type { PushSubscriptionsTable } from './push-subscriptions-table.js';
import type { DeliveriesTable, DeliveryAttemptsTable, WebhooksTable } from './webhooks-tables.js';

export type { DeliveriesTable, DeliveryAttemptsTable, WebhooksTable } from './webhooks-tables.js';

/**
 * The tables, in types that SQLite and PostgreSQL share: text ids, times as integers in
 * milliseconds since the epoch, booleans as 0 and 1, JSON as text.
 */
export interface Database {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  rate_limits: RateLimitsTable;
  creations: CreationsTable;
  feeds: FeedsTable;
  items: ItemsTable;
  item_search: ItemSearchTable;
  feed_documents: FeedDocumentsTable;
  tombstones: TombstonesTable;
  refreshes: RefreshesTable;
  push_subscriptions: PushSubscriptionsTable;
  host_blocks: HostBlocksTable;
  host_turns: HostTurnsTable;
  host_visits: HostVisitsTable;
  events: EventsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  bundles: BundlesTable;
  bundle_feeds: BundleFeedsTable;
  dashboard_links: DashboardTokensTable;
  dashboard_sessions: DashboardTokensTable;
  dashboard_tasks: DashboardTasksTable;
  instances: InstancesTable;
  activity: ActivityTable;
  pictures: PicturesTable;
  chores: ChoresTable;
  request_budget: RequestBudgetTable;
  schema_migrations: SchemaMigrationsTable;
}

/** Written once, at insertion. */
export type Fixed<T> = ColumnType<T, T, never>;
/** Null when left out at insertion. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** 0 or 1. */
export type Flag = 0 | 1;

export interface AccountsTable {
  id: Fixed<string>;
  /** Unique. */
  name: string;
  created_at: Fixed<number>;
  /** Null while it is in use. */
  disabled_at: Nullable<number>;
  /** Of each of its keys; null for any number. */
  requests_per_minute: Nullable<number>;
  /** Requests that may come at once; null for those of a minute. */
  burst: Nullable<number>;
  /** Null for any number. */
  max_feeds: Nullable<number>;
  /** Feeds being made at once; null for any number. */
  max_creations: Nullable<number>;
}

/** How much of its request rate each limited key has used up. */
export interface RateLimitsTable {
  api_key_id: Fixed<string>;
  /** See `TokenBucket`: microseconds since the epoch. */
  full_at: number;
}

/** Feeds that accounts with a limit to it are making now. */
export interface CreationsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  /** Expiry, in case the process dies while holding the slot. */
  expires_at: Fixed<number>;
}

export interface ApiKeysTable {
  /** `c_…`, the public half. */
  id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  /** SHA-256 of the secret half, hex. */
  secret_hash: Fixed<string>;
  created_at: Fixed<number>;
  /** Written at most once a minute. */
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface FeedsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  mode: Fixed<'url' | KeywordMode>;
  source_url: string;
  /** Unique with account, mode and region. */
  source_key: Fixed<string>;
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

  /** The reading state that intake returned last; see `ReadingState`. */
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
  /** JSON of the newest dates of its items, milliseconds: what the interval is judged by. */
  item_dates: string | null;
  /** `added_at` of the newest batch; a new batch is always later. */
  last_batch_at: number;

  is_active: Flag;
  inactive_reason: string | null;
  next_refresh_at: number;
  /** What the owner decided, in milliseconds; 0: paused; null: the source's own rhythm. */
  refresh_interval: Nullable<number>;
  /** What decided on `next_refresh_at`; null for a feed scheduled before reasons were kept. */
  refresh_reason: Nullable<FetchReason>;
  /** When the source publishes; see `formatRhythm`. Null: to be started from `item_dates`. */
  rhythm: Nullable<string>;
  /** Such as `22:00-06:00 Europe/Berlin`; see `parseQuietHours`. */
  quiet_hours: Nullable<string>;
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
  /** Time of the last look, whether it succeeded or not. */
  last_refreshed_at: number;
  last_error: string | null;
  /** Looks so far: the number of the newest row in `refreshes`. */
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

/** What the document read last listed; an item that is not in it has no position there. */
export interface FeedDocumentsTable {
  feed_id: Fixed<string>;
  /** JSON of the identities, in the order of the document. */
  identities: string;
}

/** Items that were dropped; see `Tombstone`. */
export interface TombstonesTable {
  feed_id: Fixed<string>;
  hash: Fixed<string>;
  last_seen_at: number;
}

/** The newest looks at each feed. */
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

/** Registrable domains that are blocked after 429 or 503. */
export interface HostBlocksTable {
  domain: Fixed<string>;
  until: number;
}

/** When a site may be asked next by any process. */
export interface HostTurnsTable {
  site: Fixed<string>;
  next_start_at: number;
}

/** Requests under way to a site, of any process. */
export interface HostVisitsTable {
  id: Fixed<string>;
  site: Fixed<string>;
  expires_at: number;
}

/** The outbox: snapshots written in the transaction that stored what they announce. */
export interface EventsTable {
  /** `evt_…` */
  id: Fixed<string>;
  /** Without a foreign key: the events of a deleted feed are still delivered. */
  feed_id: Fixed<string>;
  account_id: Fixed<string>;
  created_at: Fixed<number>;
  /** JSON of `WebhookEvent`. */
  payload: Fixed<string>;
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

/** One-time links, and sessions: what signs somebody in to the dashboard. */
export interface DashboardTokensTable {
  /** SHA-256 of the token, hex. */
  token_hash: Fixed<string>;
  account_id: Fixed<string>;
  /** The key it was given for, and ends with. */
  api_key_id: Fixed<string>;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
}

export interface InstancesTable {
  id: Fixed<string>;
  role: Fixed<string>;
  /** Null for a process that only refreshes. */
  listen_url: Fixed<string | null>;
  public_url: Fixed<string | null>;
  started_at: Fixed<number>;
  heartbeat_at: number;
  stopped_at: number | null;
}

/** What one process at a time does for all, now and then; see `Chore`. */
export interface ChoresTable {
  name: Fixed<string>;
  due_at: number;
  /** How far a round that is under way has come; null at its beginning. */
  position: string | null;
  lease_token: string | null;
  lease_expires_at: number | null;
}

/** One row while the operator has set a budget; see `createRequestBudget`. */
export interface RequestBudgetTable {
  id: Fixed<string>;
  /** What a request is worth in waiting, in milliseconds. */
  fetch_cost: number;
  /** Requests of all processes since `since`. */
  requests: number;
  since: number;
}

export interface SchemaMigrationsTable {
  version: Fixed<number>;
  name: Fixed<string>;
  applied_at: Fixed<number>;
  /** The feedctl that wrote it, to name in the refusal of an older one. */
  feedctl_version: Fixed<string>;
}
