import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { ofEnabledAccount } from '../accounts/account.js';
import type { Database } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { claimFeeds, notLeased } from './claim.js';
import { isWaiting, NO_PACES, type Paces, readPaces, takeTurns } from './host-paces.js';
import { isMisdated, notPaused } from './is-due.js';
import { MAX_BLOCK } from './refresh-feed.js';
import type { RefreshDeps } from './refresh-result.js';
import type { ClaimedFeed } from './suspension.js';
import { isSuspect, MAX_SUSPECTS, notSuspect } from './suspension.js';

/**
 * Maximum number of feeds of one registrable domain that one process reads concurrently: as many as
 * the fetcher allows. More would only occupy slots that other sites could use.
 */
export const FEEDS_PER_DOMAIN = 2;

/** Number of candidates per requested feed: the domains of some candidates are busy. */
const CANDIDATES_PER_SLOT = 4;

/**
 * Maximum number of searches for due feeds per claim: concurrent searches find the same feeds, and
 * only one claim succeeds.
 */
const MAX_SEARCHES = 3;

type FeedsExpressions = ExpressionBuilder<Database, 'feeds'>;

/** True for feeds whose registrable domain is not blocked. */
function notBlocked(now: number) {
  return (feeds: FeedsExpressions): ExpressionWrapper<Database, 'feeds', SqlBool> =>
    feeds.or([
      feeds('poll_domain', 'is', null),
      feeds(
        'poll_domain',
        'not in',
        feeds
          .selectFrom('host_blocks')
          .select('domain')
          .where('until', '>', now)
          // A block with a later end was set by a wrong clock.
          .where('until', '<=', now + MAX_BLOCK),
      ),
    ]);
}

/** The free capacity of a process. */
export interface Room {
  /** Maximum number of feeds to start. */
  limit: number;
  /** The number of feeds per registrable domain that the process is already reading. */
  busy: ReadonlyMap<string, number>;
  /** Maximum number of concurrent feeds per registrable domain. */
  perDomain: number;
  /** Domains of which one feed at a time is read, at the pace of the domain. */
  paces?: Paces;
  /** The number of suspects that the process is already reading; see `MAX_SUSPECTS`. */
  suspects?: number;
}

type ClaimDeps = Pick<RefreshDeps, 'store' | 'clock' | 'leaseMs' | 'refreshFloorMs'>;

/** Claims due feeds, the longest overdue first, limited per registrable domain. */
export async function claimDueFeeds(
  { store, clock, leaseMs, refreshFloorMs }: ClaimDeps,
  given: Room,
): Promise<ClaimedFeed[]> {
  for (let search = 1; ; search += 1) {
    const now = clock.now();
    const paces = await readPaces(store.db);
    const room = { ...given, paces };
    const candidates = await dueFeeds(store, room, now);
    const missing = room.limit * CANDIDATES_PER_SLOT - candidates.length;
    if (missing > 0) {
      candidates.push(...(await misdatedFeeds(store, room, now, refreshFloorMs, missing)));
    }
    const chosen = spreadOverDomains(candidates, room);
    const options = { leaseMs, onlyDue: true, floorMs: refreshFloorMs };
    const claimed = await claimFeeds(store, chosen, now, options);
    await takeTurns(store, claimed, { paces, now });
    if (claimed.length > 0 || chosen.length === 0 || search === MAX_SEARCHES) return claimed;
  }
}

/** The time at which the next feed becomes due, in milliseconds; null if there is none. */
export async function nextDueAt({ db }: Store, now: number): Promise<number | null> {
  const next = await db
    .selectFrom('feeds')
    .select('next_refresh_at')
    .where('next_refresh_at', '>', now)
    .where(notPaused)
    .orderBy('next_refresh_at')
    .limit(1)
    .executeTakeFirst();
  return next?.next_refresh_at ?? null;
}

interface Candidate {
  id: string;
  poll_domain: string | null;
  deaths: number;
  lease_token: string | null;
}

function dueFeeds(store: Store, room: Room, now: number): Promise<Candidate[]> {
  return claimable(store, room, now)
    .where('next_refresh_at', '<=', now)
    .limit(room.limit * CANDIDATES_PER_SLOT)
    .execute();
}

/**
 * Finds feeds with implausible due times. It is a separate statement: with both conditions in one,
 * SQLite would sort the results.
 */
function misdatedFeeds(
  store: Store,
  room: Room,
  now: number,
  floorMs: number | undefined,
  limit: number,
): Promise<Candidate[]> {
  return claimable(store, room, now).where(isMisdated(now, floorMs)).limit(limit).execute();
}

function claimable({ db }: Store, room: Room, now: number) {
  const { busy, suspects = 0, paces = NO_PACES } = room;
  const full = [...busy.keys(), ...paces.keys()].filter((domain) => isFull(domain, room, now));
  return db
    .selectFrom('feeds')
    .select(['id', 'poll_domain', 'deaths', 'lease_token'])
    .where(notPaused)
    .$if(suspects >= MAX_SUSPECTS, (query) => query.where(notSuspect))
    .where(notLeased(now))
    .where(notBlocked(now))
    .where(ofEnabledAccount('feeds'))
    .$if(full.length > 0, (query) =>
      query.where((feeds) =>
        feeds.or([feeds('poll_domain', 'is', null), feeds('poll_domain', 'not in', full)]),
      ),
    )
    .orderBy('next_refresh_at');
}

function isFull(domain: string, { busy, perDomain, paces = NO_PACES }: Room, now: number): boolean {
  const pace = paces.get(domain);
  const feeds = busy.get(domain) ?? 0;
  return pace === undefined ? feeds >= perDomain : feeds > 0 || isWaiting(pace, now);
}

/**
 * Selects candidates in order. Limits are the slots, the feeds per registrable domain, and the
 * number of suspects.
 */
export function spreadOverDomains(
  candidates: readonly Candidate[],
  { limit, busy, perDomain, paces = NO_PACES, suspects = 0 }: Room,
): string[] {
  const reading = new Map(busy);
  let suspectsLeft = MAX_SUSPECTS - suspects;
  const chosen: string[] = [];
  for (const candidate of candidates) {
    const { id, poll_domain } = candidate;
    if (chosen.length === limit) break;
    if (suspectsLeft <= 0 && isSuspect(candidate)) continue;
    if (poll_domain !== null) {
      const others = reading.get(poll_domain) ?? 0;
      if (others >= (paces.has(poll_domain) ? 1 : perDomain)) continue;
      reading.set(poll_domain, others + 1);
    }
    if (isSuspect(candidate)) suspectsLeft -= 1;
    chosen.push(id);
  }
  return chosen;
}
