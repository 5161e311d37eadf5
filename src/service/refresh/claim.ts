import type { ExpressionBuilder, ExpressionWrapper, Selectable, SqlBool } from 'kysely';
import { MAX_LEASE_MS } from '../config/settings.js';
import type { Database, FeedsTable } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
import { isDue } from './is-due.js';
import { deathsAtClaim, newLeaseToken } from './suspension.js';

/** How long a claim holds unless it is renewed, in milliseconds: what a crash costs at most. */
export const LEASE_MS = 60_000;

/** A feed that nobody else refreshes until its lease runs out. */
export type ClaimedFeed = Selectable<FeedsTable> & { lease_token: string };

/**
 * The longest lease that is believed, in milliseconds: settings allow an hour, twice that leaves room
 * for clocks that differ. A later end was set while the clock was ahead.
 */
const MAX_CREDIBLE_LEASE_MS = 2 * MAX_LEASE_MS;

/** Whether a lease that ends then still holds. */
export function isLeased(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt > now && expiresAt <= now + MAX_CREDIBLE_LEASE_MS;
}

/** True for feeds that nobody holds, or whose holder has not been heard of. */
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

export interface ClaimOptions {
  leaseMs?: number | undefined;
  /** Only what is due still: another process may have refreshed it since it was looked at. */
  onlyDue?: boolean;
  /** The operator's shortest time between two fetches, in milliseconds: what is due depends on it. */
  floorMs?: number | undefined;
}

/**
 * Claims those of the feeds that nobody holds. One statement, so of two that claim at once each gets
 * feeds of its own; neither waits for the rows that the other one has in hand.
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
    .map((row) => ({ ...row, lease_token: token }))
    .sort((a, b) => a.next_refresh_at - b.next_refresh_at);
}

/** Puts off the end of leases whose feeds are still being read. */
export async function renewLeases(
  { db }: Store,
  held: readonly Pick<ClaimedFeed, 'id' | 'lease_token'>[],
  now: number,
  leaseMs: number = LEASE_MS,
): Promise<void> {
  if (held.length === 0) return;
  await db
    .updateTable('feeds')
    .set({ lease_expires_at: now + leaseMs })
    // The token tells whether it is held still, the id where it is: there is no index of tokens.
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

/**
 * Gives a feed back whose reading could not be stored. By hand it may be read again at once; by
 * themselves processes leave its source alone until `until`, in milliseconds: with a full disk a
 * claim often succeeds where storing does not, and sources were asked ten times a second.
 */
export async function deferClaim(
  db: Db,
  { id, lease_token }: Pick<ClaimedFeed, 'id' | 'lease_token'>,
  until: number,
): Promise<void> {
  await db
    .updateTable('feeds')
    .set({ lease_token: null, lease_expires_at: null, is_parsing: 0, next_refresh_at: until })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .execute();
}

/** Gives a feed back as it was, for others to claim at once. */
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
