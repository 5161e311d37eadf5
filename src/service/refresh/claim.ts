import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { FetchReason } from '../../contract/shown.js';
import { newLeaseToken } from '../core/own-process.js';
import { MAX_LEASE_MS } from '../core/settings.js';
import type { Database } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
import { isDue } from './is-due.js';
import type { ClaimedFeed } from './suspension.js';
import { deathsAtClaim } from './suspension.js';

/** Lease of a claim unless it is renewed, in milliseconds: the maximum delay after a crash. */
export const LEASE_MS = 60_000;

/**
 * Maximum plausible lease, in milliseconds: settings allow an hour; twice that leaves room for
 * clock differences. A later end was set by a wrong clock.
 */
const MAX_CREDIBLE_LEASE_MS = 2 * MAX_LEASE_MS;

/** True if a lease with this end is still valid. */
export function isLeased(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt > now && expiresAt <= now + MAX_CREDIBLE_LEASE_MS;
}

/** True for feeds without a valid lease. */
export function notLeased(now: number) {
  return (
    feeds: ExpressionBuilder<Database, 'feeds'>,
  ): ExpressionWrapper<Database, 'feeds', SqlBool> =>
    feeds.or([
      feeds('lease_expires_at', 'is', null),
      feeds('lease_expires_at', '<=', now),
      feeds('lease_expires_at', '>', now + MAX_CREDIBLE_LEASE_MS),
    ]);
}

interface ClaimOptions {
  leaseMs?: number | undefined;
  /**
   * True if only feeds that are still due are claimed: another process may have refreshed them
   * since the search.
   */
  onlyDue?: boolean;
  /**
   * Minimum time between two fetches, set by the operator, in milliseconds; it affects which feeds
   * are due.
   */
  floorMs?: number | undefined;
}

/**
 * Claims feeds without a valid lease. It uses a single statement: concurrent claims get different
 * feeds and do not wait for each other.
 */
export async function claimFeeds(
  { db }: Store,
  ids: readonly string[],
  now: number,
  { leaseMs = LEASE_MS, onlyDue = false, floorMs }: ClaimOptions = {},
): Promise<ClaimedFeed[]> {
  if (ids.length === 0) return [];
  const token = newLeaseToken();
  const rows = await db
    .updateTable('feeds')
    .set({
      lease_token: token,
      lease_expires_at: now + leaseMs,
      deaths: deathsAtClaim(),
      is_parsing: 0,
    })
    .where('id', 'in', (feeds) =>
      feeds
        .selectFrom('feeds')
        .select('id')
        .where('id', 'in', ids)
        .where(notLeased(now))
        .$if(onlyDue, (free) => free.where(isDue(now, floorMs)))
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  return rows
    .map((row) => Object.assign(row, { lease_token: token }))
    .sort((a, b) => a.next_refresh_at - b.next_refresh_at);
}

/**
 * Renews leases of feeds that are still being read. Never waits for a locked row, whose result is just
 * being stored: a renewal of many rows and a transaction that stores several would deadlock.
 */
export async function renewLeases(
  { db }: Store,
  held: readonly Pick<ClaimedFeed, 'id' | 'lease_token'>[],
  now: number,
  leaseMs: number = LEASE_MS,
): Promise<void> {
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  const tokens = held.map(({ lease_token }) => lease_token);
  await db
    .updateTable('feeds')
    .set({ lease_expires_at: now + leaseMs })
    .where('id', 'in', (feeds) =>
      feeds
        .selectFrom('feeds')
        .select('id')
        // The token proves the lease, and the id finds the row: tokens have no index.
        .where('id', 'in', ids)
        .where('lease_token', 'in', tokens)
        .orderBy('id')
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/**
 * Releases a feed whose result could not be stored. It can be refreshed manually at once; automatic
 * refreshes wait until `until`, in milliseconds. With a full disk claims often succeed although
 * storing fails, and sources were fetched ten times a second.
 */
export async function deferClaim(
  db: Db,
  { id, lease_token }: Pick<ClaimedFeed, 'id' | 'lease_token'>,
  { until, reason }: { until: number; reason: FetchReason },
): Promise<void> {
  await db
    .updateTable('feeds')
    .set({
      ...{ lease_token: null, lease_expires_at: null, is_parsing: 0 },
      ...{ next_refresh_at: until, refresh_reason: reason },
    })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .execute();
}

/**
 * Ends the leases of processes that have ended: the next claim counts the crashes, and does not
 * wait for these leases to expire.
 */
export async function endLeases(
  { db }: Store,
  held: readonly Pick<ClaimedFeed, 'id' | 'lease_token'>[],
  now: number,
): Promise<void> {
  if (held.length === 0) return;
  await db
    .updateTable('feeds')
    .set({ lease_expires_at: now })
    .where(
      'id',
      'in',
      held.map(({ id }) => id),
    )
    .where(
      'lease_token',
      'in',
      held.map(({ lease_token }) => lease_token),
    )
    .execute();
}

/** Releases a feed without changes, so that others can claim it. */
export async function releaseLease(
  db: Db,
  { id, lease_token }: Pick<ClaimedFeed, 'id' | 'lease_token'>,
): Promise<void> {
  await db
    .updateTable('feeds')
    .set({ lease_token: null, lease_expires_at: null, is_parsing: 0 })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .execute();
}
