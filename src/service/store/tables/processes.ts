import type { Fixed } from './columns.js';

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

/** Remote pictures for the dashboard; see `PictureCache`. */
export interface PicturesTable {
  /** SHA-256 of the address, hex. */
  key: Fixed<string>;
  /** Media type by its content; null when the address gives no acceptable picture. */
  type: string | null;
  /** Base64; "" without a picture. */
  content: string;
  bytes: number;
  /** When it was fetched, milliseconds. */
  fetched_at: number;
  /** When it is fetched again, milliseconds. */
  expires_at: number;
}

export interface SchemaMigrationsTable {
  version: Fixed<number>;
  name: Fixed<string>;
  applied_at: Fixed<number>;
  /** The feedctl that wrote it, to name in the refusal of an older one. */
  feedctl_version: Fixed<string>;
}
