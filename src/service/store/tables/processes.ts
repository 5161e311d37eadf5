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

/** The tables above, and their indexes; see `foundation`. */
export const processTables: readonly string[] = [
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
    until bigint not null
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
  // The size of all pictures, and the oldest ones, without reading a picture.
  'create index pictures_age on pictures (fetched_at, bytes, key)',
];
