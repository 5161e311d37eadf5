import { bigint, double, id, integer, table, text } from './table.js';

export const processTables = {
  instances: table({
    id: id(),
    role: text().fixed(),
    /** Null for a process that only refreshes. */
    listen_url: text().optional().fixed(),
    public_url: text().optional().fixed(),
    started_at: bigint().fixed(),
    heartbeat_at: bigint(),
    stopped_at: bigint().optional(),
  }).indexed({ heartbeat: '(heartbeat_at)' }),
  /** Registrable domains that are blocked after 429 or 503. */
  host_blocks: table({
    domain: id(),
    until: bigint(),
    /** When it was written: in the future by a wrong clock; see `repairTimes`. */
    set_at: bigint().optional(),
  }),
  /** The distance between requests to a registrable domain after 429; see `HostPace`. */
  host_paces: table({
    domain: id(),
    gap_ms: bigint(),
    refused_ms: bigint(),
    requests: integer(),
    /** When the next feed of the domain may be fetched. */
    next_start_at: bigint(),
    /** Forgotten then, because the domain had no request for a long time. */
    expires_at: bigint(),
  }),
  /** Times of a wrong clock that were set to now; see `repairTimes`. */
  repaired_times: table({
    /** Table and column. */
    name: id(),
    rows: integer(),
    repaired_at: bigint(),
  }),
  /** What one process at a time does for all, now and then; see `Chore`. */
  chores: table({
    name: id(),
    due_at: bigint(),
    /** How far a round that is under way has come; null at its beginning. */
    position: text().optional(),
    lease_token: text().optional(),
    lease_expires_at: bigint().optional(),
  }),
  /** When a site may be asked next by any process. */
  host_turns: table({
    site: id(),
    next_start_at: bigint(),
  }),
  /** Requests under way to a site, of any process. */
  host_visits: table({
    id: id(),
    site: text().fixed(),
    expires_at: bigint(),
  }).indexed({ site: '(site)' }),
  /** One row while the operator has set a budget; see `createRequestBudget`. */
  request_budget: table({
    id: id(),
    /** What a request is worth in waiting, in milliseconds. */
    fetch_cost: double(),
    /** Requests of all processes since `since`. */
    requests: bigint(),
    since: bigint(),
  }),
  /** Remote pictures for the dashboard; see `PictureCache`. */
  pictures: table({
    /** SHA-256 of the address, hex. */
    key: id(),
    /** Media type by its content; null when the address gives no acceptable picture. */
    type: text().optional(),
    /** Base64; "" without a picture. */
    content: text(),
    bytes: integer(),
    /** When it was fetched, milliseconds. */
    fetched_at: bigint(),
    /** When it is fetched again, milliseconds. */
    expires_at: bigint(),
  }).indexed({
    // The size of all pictures, and the oldest ones, without reading a picture.
    age: '(fetched_at, bytes, key)',
  }),
};

/** The migrations that were run; see `migrate`. */
export const schemaMigrations = table({
  version: integer().key().fixed(),
  name: text().fixed(),
  applied_at: bigint().fixed(),
  /** The feedctl that wrote it, to name in the refusal of an older one. */
  feedctl_version: text().fixed(),
  /** Its commit; null when it was built without git. */
  build_commit: text().optional().fixed(),
  /** When it was made; ISO 8601. */
  build_date: text().optional().fixed(),
});
