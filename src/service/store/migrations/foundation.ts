import { isPostgres } from '../dialect.js';
import { type Migration, runStatements } from './migration.js';

/*
 * The text of these statements never changes, because databases with it exist: the name has their
 * digest, and a test compares the two.
 *
 * The words of items are written by items/index-items.ts in the transaction that writes the items, under
 * the number of the item. On SQLite `content=''` stores only the index, not the words in order. feedctl
 * makes the words, and puts spaces between them; the tokenizer must not divide them further, hence every
 * category. `fastupdate = off`: a search would read the list of what is not in the index yet, up to 4 MB,
 * each time.
 *
 * The names of feeds, their shown title and their address, are written by triggers next to the feeds,
 * which every fetch writes: a name that any of several statements changes is never found by its old
 * text. Names with other letters than those of ASCII are in no index of parts: the stores fold them
 * differently than a search does.
 */

/** Tables of both stores; `runStatements` explains the differences. */
const tables: readonly string[] = [
  `create table accounts (
  id text primary key not null,
  name text not null,
  created_at bigint not null,
  disabled_at bigint,
  requests_per_minute integer,
  burst integer,
  max_feeds integer,
  max_creations integer
)`,
  'create unique index accounts_name on accounts (name)',
  'create index accounts_disabled on accounts (id) where disabled_at is not null',
  `create table api_keys (
  id text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  secret_hash text not null,
  created_at bigint not null,
  last_used_at bigint,
  last_used_from text,
  read_only integer not null default 0,
  expires_at bigint,
  revoked_at bigint
)`,
  'create index api_keys_account on api_keys (account_id)',
  `create table dashboard_links (
  token_hash text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  api_key_id text not null references api_keys (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
)`,
  'create index dashboard_links_expiry on dashboard_links (expires_at)',
  `create table dashboard_sessions (
  token_hash text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  api_key_id text not null references api_keys (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
)`,
  'create index dashboard_sessions_expiry on dashboard_sessions (expires_at)',
  `create table rate_limits (
  api_key_id text primary key not null references api_keys (id) on delete cascade,
  full_at bigint not null
)`,
  `create table creations (
  id text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  expires_at bigint not null
)`,
  'create index creations_account on creations (account_id)',
  `create table activity (
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  slot bigint not null,
  count bigint not null,
  primary key (account_id, kind, slot)
)`,
  `create table dashboard_tasks (
  id text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  input text not null,
  status text not null,
  total integer not null,
  done integer not null,
  failed integer not null,
  report text not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint not null
)`,
  'create index dashboard_tasks_account on dashboard_tasks (account_id)',
  'create index dashboard_tasks_expiry on dashboard_tasks (expires_at)',
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
  document_total integer,
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
  'create index feeds_listing on feeds (account_id, created_at desc, id)',
  'create index feeds_due on feeds (next_refresh_at)',
  'create index feeds_health on feeds (account_id, is_active, failures, created_at desc, id)',
  'create index feeds_title on feeds (account_id, lower(substr(coalesce(title_override, title), 1, 200)), id)',
  'create index feeds_newest on feeds (account_id, last_batch_at, id)',
  'create index feeds_site on feeds (account_id, poll_domain, created_at desc, id)',
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
  `create table items (
  number COUNTED KEY,
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
  date_ahead bigint,
  authors text not null,
  extras text,
  podcast_xml text,
  text_state text,
  withheld text,
  fingerprint text not null,
  source_hash text,
  announced_changes integer not null default 0,
  told text,
  updated_at bigint not null,
  unique (feed_id, identity)
)`,
  'create index items_last_added on items (feed_id, added_at desc, position, identity, date_published)',
  'create index items_date on items (feed_id, date_published desc nulls last, identity, added_at)',
  'create index items_undated on items (added_at, feed_id) where date_published is null',
  `create table tombstones (
  feed_id text not null references feeds (id) on delete cascade,
  hash text not null,
  last_seen_at bigint not null,
  primary key (feed_id, hash)
)`,
  'create index tombstones_age on tombstones (last_seen_at, feed_id, hash)',
  `create table events (
  id text primary key not null,
  feed_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  created_at bigint not null,
  payload text not null
)`,
  'create index events_account on events (account_id, created_at desc, id)',
  'create index events_age on events (created_at, id)',
  'create index events_feed on events (feed_id, created_at desc)',
  `create table webhooks (
  id text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  kind text,
  name text,
  url text not null,
  format text,
  template text,
  headers text,
  next_message_at bigint,
  scope_id text,
  filter text not null,
  max_items integer,
  listens_until bigint,
  secret text not null,
  previous_secret text,
  previous_secret_until bigint,
  failing_since bigint,
  disabled_reason text,
  last_success_at bigint,
  created_at bigint not null,
  updated_at bigint not null
)`,
  'create index webhooks_listing on webhooks (account_id, created_at desc, id)',
  `create unique index webhooks_hub on webhooks (account_id) where kind = 'hub'`,
  'create index webhooks_listening on webhooks (listens_until) where listens_until is not null',
  `create table deliveries (
  id text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  webhook_id text not null references webhooks (id) on delete cascade,
  event_id text not null references events (id) on delete cascade,
  position integer not null,
  is_test integer not null,
  status text not null,
  attempts integer not null,
  failures integer not null,
  next_attempt_at bigint,
  lease_token text,
  sent_messages integer,
  created_at bigint not null,
  last_attempt_at bigint,
  last_status integer,
  last_error text,
  last_duration_ms integer
)`,
  'create unique index deliveries_event on deliveries (event_id, webhook_id)',
  'create index deliveries_due on deliveries (webhook_id, next_attempt_at, created_at, position)',
  'create index deliveries_next on deliveries (next_attempt_at) where next_attempt_at is not null',
  'create index deliveries_leased on deliveries (webhook_id, next_attempt_at) where lease_token is not null',
  'create index deliveries_history on deliveries (webhook_id, created_at desc, position desc, id)',
  'create index deliveries_recent on deliveries (account_id, created_at desc, position desc, id)',
  `create index deliveries_undelivered on deliveries (account_id, status, created_at desc, position desc, id) where status <> 'delivered'`,
  `create table delivery_attempts (
  delivery_id text not null references deliveries (id) on delete cascade,
  number integer not null,
  at bigint not null,
  duration_ms integer not null,
  status integer,
  error text,
  request text not null,
  response text,
  primary key (delivery_id, number)
)`,
  `create table instances (
  id text primary key not null,
  role text not null,
  listen_url text,
  public_url text,
  started_at bigint not null,
  heartbeat_at bigint not null,
  stopped_at bigint
)`,
  'create index instances_heartbeat on instances (heartbeat_at)',
  `create table host_blocks (
  domain text primary key not null,
  until bigint not null,
  set_at bigint
)`,
  `create table host_paces (
  domain text primary key not null,
  gap_ms bigint not null,
  refused_ms bigint not null,
  requests integer not null,
  next_start_at bigint not null,
  expires_at bigint not null
)`,
  `create table repaired_times (
  name text primary key not null,
  rows integer not null,
  repaired_at bigint not null
)`,
  `create table chores (
  name text primary key not null,
  due_at bigint not null,
  position text,
  lease_token text,
  lease_expires_at bigint
)`,
  `create table host_turns (
  site text primary key not null,
  next_start_at bigint not null
)`,
  `create table host_visits (
  id text primary key not null,
  site text not null,
  expires_at bigint not null
)`,
  'create index host_visits_site on host_visits (site)',
  `create table request_budget (
  id text primary key not null,
  fetch_cost double precision not null,
  requests bigint not null,
  since bigint not null
)`,
  `create table pictures (
  key text primary key not null,
  type text,
  content text not null,
  bytes integer not null,
  fetched_at bigint not null,
  expires_at bigint not null
)`,
  'create index pictures_age on pictures (fetched_at, bytes, key)',
];

/** The index of feeds by their newest item, and the indexes of searches. */
const forSqlite: readonly string[] = [
  'create index feeds_newest_item on feeds (account_id, nullif(cast(substr(item_dates, 2) as integer), 0) desc, id)',
  `create virtual table item_words using fts5(words, content='', contentless_delete=1,
    tokenize='unicode61 remove_diacritics 0 categories ''L* M* N* P* S* C*''') -- with words of blocks`,
  `create trigger items_words_delete after delete on items
  begin delete from item_words where rowid = old.number; end`,
  `create table feed_names (
    number integer primary key not null,
    feed_id text not null unique references feeds (id) on delete cascade,
    account_id text not null,
    is_ascii integer not null
  )`,
  'create index feed_names_other on feed_names (account_id) where is_ascii = 0',
  `create virtual table feed_trigrams using fts5(names, content='', contentless_delete=1, tokenize='trigram')`,
  `create trigger feeds_named after insert on feeds begin
    insert into feed_names (feed_id, account_id, is_ascii)
      values (new.id, new.account_id, length(coalesce(new.title_override, new.title) || char(10) || new.source_url) = octet_length(coalesce(new.title_override, new.title) || char(10) || new.source_url));
    insert into feed_trigrams (rowid, names)
    select (select number from feed_names where feed_id = new.id), coalesce(new.title_override, new.title) || char(10) || new.source_url where length(coalesce(new.title_override, new.title) || char(10) || new.source_url) = octet_length(coalesce(new.title_override, new.title) || char(10) || new.source_url);
  end`,
  `create trigger feeds_renamed after update of title, title_override, source_url on feeds
  when coalesce(new.title_override, new.title) || char(10) || new.source_url is not coalesce(old.title_override, old.title) || char(10) || old.source_url begin
    update feed_names set is_ascii = length(coalesce(new.title_override, new.title) || char(10) || new.source_url) = octet_length(coalesce(new.title_override, new.title) || char(10) || new.source_url) where feed_id = new.id;
    delete from feed_trigrams where rowid = (select number from feed_names where feed_id = new.id);
    insert into feed_trigrams (rowid, names)
    select (select number from feed_names where feed_id = new.id), coalesce(new.title_override, new.title) || char(10) || new.source_url where length(coalesce(new.title_override, new.title) || char(10) || new.source_url) = octet_length(coalesce(new.title_override, new.title) || char(10) || new.source_url);
  end`,
  `create trigger feed_names_delete after delete on feed_names
  begin delete from feed_trigrams where rowid = old.number; end`,
];

/**
 * The same for PostgreSQL. Not every user may create the extension; without it there is no index
 * for parts of names.
 */
const forPostgres: readonly string[] = [
  `create index feeds_newest_item on feeds (account_id, (substring(item_dates from '^\\[(-?[0-9]{1,15})')::bigint) desc nulls last, id)`,
  `create table item_words (
    number bigint primary key references items (number)
      on update cascade on delete cascade,
    words tsvector not null
  )`,
  'create index item_words_words on item_words using gin (words) with (fastupdate = off)',
  `create table feed_names (
    feed_id text primary key references feeds (id) on delete cascade,
    account_id text not null,
    names text not null
  )`,
  'create index feed_names_other on feed_names (account_id) where not length(names) = octet_length(names)',
  `create function name_feed() returns trigger language plpgsql as $$ begin
    insert into feed_names (feed_id, account_id, names)
      values (new.id, new.account_id, lower(coalesce(new.title_override, new.title) || chr(10) || new.source_url))
      on conflict (feed_id) do update set names = excluded.names;
    return null;
  end $$`,
  'create trigger feeds_named after insert on feeds for each row execute function name_feed()',
  `create trigger feeds_renamed after update of title, title_override, source_url on feeds
  for each row when (coalesce(new.title_override, new.title) || chr(10) || new.source_url is distinct from coalesce(old.title_override, old.title) || chr(10) || old.source_url)
  execute function name_feed()`,
  `do $$ begin
    create extension if not exists pg_trgm;
    create index feed_names_trigrams on feed_names using gin (names gin_trgm_ops) with (fastupdate = off);
  exception when others then null; end $$`,
];

/** The schema of 0.2.0, with which every database begins. */
export const foundation: Migration = {
  version: 1,
  name: 'foundation-e61d9595',
  async up(db) {
    await runStatements(db, tables);
    await runStatements(db, isPostgres(db) ? forPostgres : forSqlite);
  },
};
