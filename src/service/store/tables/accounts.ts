import type { Fixed, Nullable } from './columns.js';

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

/** Something that somebody started in the dashboard and that may take minutes. */
export interface DashboardTasksTable {
  /** `tsk_…` */
  id: Fixed<string>;
  account_id: Fixed<string>;
  /** JSON of `TaskInput`. */
  input: Fixed<string>;
  /** `planned`: waits for a confirmation. */
  status: 'planned' | 'running' | 'done';
  /** Steps: feeds, or changes of a file. */
  total: number;
  done: number;
  /** Of those that are done. */
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
  /** What is counted; see `ActivityKind`. */
  kind: Fixed<string>;
  /** Days or hours since the epoch, by the kind. */
  slot: Fixed<number>;
  count: number;
}
