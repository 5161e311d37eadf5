import { sql } from 'kysely';
import { isAbandoned } from '../core/own-process.js';
import type { Store } from './store.js';

/** Maximum lease in milliseconds; a later end was set by a wrong clock, and does not count. */
const MAX_LEASE_MS = 2 * 60 * 60_000;

/**
 * Minimum time between two searches of a store, in milliseconds: callers that wait for a lease call
 * often.
 */
const AT_MOST_EVERY_MS = 1000;

/** Tables with leases: the columns of the token and of its end. */
const LEASES = [
  // Restricted to due feeds, few of which are leased; requests for other feeds check their own
  // leases.
  { table: 'feeds', token: 'lease_token', end: 'lease_expires_at', only: 'next_refresh_at' },
  { table: 'deliveries', token: 'lease_token', end: 'next_attempt_at' },
  { table: 'chores', token: 'lease_token', end: 'lease_expires_at' },
  { table: 'creations', token: 'id', end: 'expires_at' },
  { table: 'host_visits', token: 'id', end: 'expires_at' },
] as const;

const searchedAt = new WeakMap<Store, number>();

/**
 * Ends leases of processes of this machine that ended without releasing them (kill -9, a crash),
 * which would otherwise last until they expire. Called by code that waits for a lease.
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
