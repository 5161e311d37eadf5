import { bigint, type Flag, id, idOf, integer, table, text } from './table.js';

export const accountTables = {
  accounts: table({
    id: id(),
    /** Name, which is unique. */
    name: text(),
    created_at: bigint().fixed(),
    /** Null while it is enabled. */
    disabled_at: bigint().optional(),
    /** Maximum requests per minute of each of its keys; null: no limit. */
    requests_per_minute: integer().optional(),
    /** Maximum number of requests at once; null: those of a minute. */
    burst: integer().optional(),
    /** Maximum number of feeds; null: no limit. */
    max_feeds: integer().optional(),
    /** Maximum number of concurrent creations of feeds; null: no limit. */
    max_creations: integer().optional(),
    /** Rules that hide items of all its feeds: JSON of `Filters`; null without rules. */
    muted: text().optional(),
  }).indexed({
    name: 'unique (name)',
    // Every claim of feeds and deliveries reads the disabled accounts; usually there are none.
    disabled: '(id) where disabled_at is not null',
  }),
  api_keys: table({
    /** `c_…`, the public part. */
    id: id(),
    account_id: idOf('accounts'),
    name: text(),
    /** SHA-256 of the secret part, in hex. */
    secret_hash: text().fixed(),
    created_at: bigint().fixed(),
    /** Time of the last use, written at most once a minute. */
    last_used_at: bigint().optional(),
    /** Program and network of the last use. */
    last_used_from: text().optional(),
    /** 1 if it may only send GET requests. */
    read_only: integer<Flag>().default(0).fixed(),
    /** Expiry; null: never. */
    expires_at: bigint().optional().fixed(),
    revoked_at: bigint().optional(),
  }).indexed({ account: '(account_id)' }),
  /** One-time links that sign a browser in. */
  dashboard_links: dashboardTokens(),
  dashboard_sessions: dashboardTokens(),
  /** The token bucket of each key with a limit. */
  rate_limits: table({
    api_key_id: idOf('api_keys').key(),
    /** Time at which the bucket is full, in microseconds since the epoch; see `FullAt`. */
    full_at: bigint(),
  }),
  /** Creation slots of accounts with a limit. */
  creations: table({
    id: id(),
    account_id: idOf('accounts'),
    /** Expiry, in case the process dies while holding the slot. */
    expires_at: bigint().fixed(),
  }).indexed({ account: '(account_id)' }),
  /** Counts of an account for the charts of its dashboard; see `countActivity`. */
  activity: table({
    account_id: idOf('accounts'),
    /** Kind of count; see `ActivityKind`. */
    kind: text().fixed(),
    /** Number of days or hours since the epoch, by the kind. */
    slot: bigint().fixed(),
    count: bigint(),
  }).keyedBy('account_id', 'kind', 'slot'),
  /** A task started in the dashboard that may take minutes. */
  dashboard_tasks: table({
    /** `tsk_…` */
    id: id(),
    account_id: idOf('accounts'),
    /** JSON of `TaskInput`. */
    input: text().fixed(),
    /** `planned`: waits for confirmation. */
    status: text<'planned' | 'running' | 'done'>(),
    /** Number of steps: feeds, or changes of a file. */
    total: integer(),
    done: integer(),
    /** Number of completed steps that failed. */
    failed: integer(),
    /** JSON of `TaskReport`. */
    report: text(),
    created_at: bigint().fixed(),
    /** Written every few seconds while it runs: an old time means that its process ended. */
    updated_at: bigint(),
    expires_at: bigint(),
  }).indexed({
    account: '(account_id)',
    expiry: '(expires_at)',
  }),
};

/** Tokens of the dashboard, each created from an API key. */
function dashboardTokens() {
  return table({
    /** SHA-256 of the token, hex. */
    token_hash: id(),
    account_id: idOf('accounts'),
    /** The API key it was issued for; revoking the key also ends the token. */
    api_key_id: idOf('api_keys'),
    created_at: bigint().fixed(),
    expires_at: bigint().fixed(),
  }).indexed({ expiry: '(expires_at)' });
}
