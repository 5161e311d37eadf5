import type { Fixed, Flag, Nullable } from './columns.js';

export interface AccountsTable {
  id: Fixed<string>;
  /** Unique. */
  name: string;
  created_at: Fixed<number>;
  /** Null while it is enabled. */
  disabled_at: Nullable<number>;
  /** Limit of each of its keys; null: no limit. */
  requests_per_minute: Nullable<number>;
  /** Requests that may come at once; null: those of a minute. */
  burst: Nullable<number>;
  /** Null: no limit. */
  max_feeds: Nullable<number>;
  /** Feeds created concurrently; null: no limit. */
  max_creations: Nullable<number>;
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
  /** Program and network of that use, in coarse words. */
  last_used_from: string | null;
  /** It may only send GET requests. */
  read_only: Fixed<Flag>;
  /** Null: never. */
  expires_at: Fixed<number | null>;
  revoked_at: number | null;
}

/** The token bucket of each key with a limit. */
export interface RateLimitsTable {
  api_key_id: Fixed<string>;
  /** See `TokenBucket`: microseconds since the epoch. */
  full_at: number;
}

/** Feeds that are being created by accounts with a limit of that. */
export interface CreationsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  /** Expiry, in case the process dies while holding the slot. */
  expires_at: Fixed<number>;
}

/** One-time links and sessions of the dashboard. */
export interface DashboardTokensTable {
  /** SHA-256 of the token, hex. */
  token_hash: Fixed<string>;
  account_id: Fixed<string>;
  /** The API key it was issued for; revoking the key also ends the token. */
  api_key_id: Fixed<string>;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
}

/** A task started in the dashboard that may take minutes. */
export interface DashboardTasksTable {
  /** `tsk_…` */
  id: Fixed<string>;
  account_id: Fixed<string>;
  /** JSON of `TaskInput`. */
  input: Fixed<string>;
  /** `planned`: waits for confirmation. */
  status: 'planned' | 'running' | 'done';
  /** Steps: feeds, or changes of a file. */
  total: number;
  done: number;
  /** Failed steps among those done. */
  failed: number;
  /** JSON of `TaskReport`. */
  report: string;
  created_at: Fixed<number>;
  /** Written every few seconds while it runs: an old time means that its process ended. */
  updated_at: number;
  expires_at: number;
}

/** Counts of an account for the charts of its dashboard; see `countActivity`. */
export interface ActivityTable {
  account_id: Fixed<string>;
  /** See `ActivityKind`. */
  kind: Fixed<string>;
  /** Days or hours since the epoch, by the kind. */
  slot: Fixed<number>;
  count: number;
}

/** The tables above, and their indexes; see `foundation`. */
export const accountTables: readonly string[] = [
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
  // Every claim of feeds and deliveries asks for these, and mostly there are none.
  'create index accounts_disabled on accounts (id) where disabled_at is not null',
  `create table api_keys (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    name text not null,
    secret_hash text not null,
    created_at bigint not null,
    last_used_at bigint,
    last_used_from text,
    read_only integer not null,
    expires_at bigint,
    revoked_at bigint
  )`,
  'create index api_keys_account on api_keys (account_id)',
  // Tokens end with the API key they were given for: revoking it must put a thief out.
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
];
