import { sql } from 'kysely';
import { isAbandoned } from '../core/own-process.js';
import type { Store } from './store.js';

/** No lease lasts longer, in milliseconds; a later end was set by a wrong clock, and is no lease. */
const MAX_LEASE_MS = 2 * 60 * 60_000;

/** Minimum time between two searches of a store, in milliseconds: those that wait for a lease ask often. */
const AT_MOST_EVERY_MS = 1000;

/** Where processes hold something for a while: the column of their token, and that of its end. */
const LEASES = [
  // Few feeds are due and leased; requests for others look at the leases of their own.
  { table: 'feeds', token: 'lease_token', end: 'lease_expires_at', only: 'next_refresh_at' },
  { table: 'deliveries', token: 'lease_token', end: 'next_attempt_at' },
  { table: 'chores', token: 'lease_token', end: 'lease_expires_at' },
  { table: 'creations', token: 'id', end: 'expires_at' },
  { table: 'host_visits', token: 'id', end: 'expires_at' },
] as const;

const searchedAt = new WeakMap<Store, number>();

/**
 * Ends the leases of processes of this machine that have ended without releasing them (kill -9, a crash),
 * which nothing would release before they expire. Called by whatever waits for a lease.
 */
export async function endAbandonedLeases(store: Store): Promise<void> {
  const { db, clock } = store;
  const at = performance.now();
  if (at - (searchedAt.get(store) ?? Number.NEGATIVE_INFINITY) < AT_MOST_EVERY_MS) return;
  searchedAt.set(store, at);
  const now = clock.now();
  for (const lease of LEASES) {
    const [table, token, end] = [lease.table, lease.token, lease.end].map((name) => sql.ref(name));
    const held = sql`${end} > ${now} and ${end} <= ${now + MAX_LEASE_MS} and ${token} is not null
      ${'only' in lease ? sql`and ${sql.ref(lease.only)} <= ${now}` : sql``}`;
    const { rows } = await sql<{ token: string }>`
      select distinct ${token} as token from ${table} where ${held}`.execute(db);
    const abandoned = rows.map((row) => row.token).filter(isAbandoned);
    if (abandoned.length === 0) continue;
    await sql`update ${table} set ${end} = ${now}
      where ${held} and ${token} in (${sql.join(abandoned)})`.execute(db);
  }
}
