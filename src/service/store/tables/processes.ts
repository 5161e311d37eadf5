import { bigint, double, id, integer, table, text } from './table.js';

export const processTables = {
  instances: table({
    id: id(),
    role: text().fixed(),
    /** Address on which it listens; null for a process that only refreshes. */
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
    /**
     * Time when it was written; a time in the future comes from a wrong clock, see `repairTimes`.
     */
    set_at: bigint().optional(),
  }),
  /** The distance between requests to a registrable domain after 429; see `HostPace`. */
  host_paces: table({
    domain: id(),
    gap_ms: bigint(),
    refused_ms: bigint(),
    requests: integer(),
    /** Time at which the next feed of the domain may be fetched. */
    next_start_at: bigint(),
    /** Time at which the row is deleted, unless the domain has another request. */
    expires_at: bigint(),
  }),
  /** Times written by a wrong clock that were set to now; see `repairTimes`. */
  repaired_times: table({
    /** Names of table and column. */
    name: id(),
    rows: integer(),
    repaired_at: bigint(),
  }),
  /** Periodic tasks that one process at a time does for all; see `Chore`. */
  chores: table({
    name: id(),
    due_at: bigint(),
    /** Position of a round in progress; null at its beginning. */
    position: text().optional(),
    lease_token: text().optional(),
    lease_expires_at: bigint().optional(),
  }),
  /** Time of the next allowed request to a site, for all processes. */
  host_turns: table({
    site: id(),
    next_start_at: bigint(),
  }),
  /** Requests in progress to a site, of all processes. */
  host_visits: table({
    id: id(),
    site: text().fixed(),
    expires_at: bigint(),
  }).indexed({ site: '(site)' }),
  /** One row if the operator has set a budget; see `createRequestBudget`. */
  request_budget: table({
    id: id(),
    /** The waiting time that one request must save, in milliseconds. */
    fetch_cost: double(),
    /** Number of requests of all processes since `since`. */
    requests: bigint(),
    since: bigint(),
  }),
  /** Remote pictures for the dashboard; see `PictureCache`. */
  pictures: table({
    /** SHA-256 of the address, hex. */
    key: id(),
    /** Media type by its content; null if the address has no acceptable picture. */
    type: text().optional(),
    /** Base64; "" without a picture. */
    content: text(),
    bytes: integer(),
    /** Time of the fetch, in milliseconds. */
    fetched_at: bigint(),
    /** Time of the next fetch, in milliseconds. */
    expires_at: bigint(),
  }).indexed({
    // Gives the size of all pictures, and the oldest ones, without reading a picture.
    age: '(fetched_at, bytes, key)',
  }),
};

/** The migrations that were run; see `migrate`. */
export const schemaMigrations = table({
  version: integer().key().fixed(),
  name: text().fixed(),
  applied_at: bigint().fixed(),
  /** The feedctl version that wrote it, which an older one names in its refusal. */
  feedctl_version: text().fixed(),
  /** Its commit; null if it was built without git. */
  build_commit: text().optional().fixed(),
  /** Its date; ISO 8601. */
  build_date: text().optional().fixed(),
});
