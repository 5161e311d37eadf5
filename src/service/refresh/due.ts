import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { ofEnabledAccount } from '../accounts/account.js';
import type { Database } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { type ClaimedFeed, claimFeeds, notLeased } from './claim.js';
import { isMisdated, notPaused } from './is-due.js';
import { MAX_BLOCK } from './refresh-feed.js';
import type { RefreshDeps } from './refresh-result.js';
import { isSuspect, notSuspect } from './suspension.js';

/**
 * Feeds of one registrable domain that one process reads at once: as many as the fetcher lets
 * through. More would only occupy slots that other sites could use.
 */
export const FEEDS_PER_DOMAIN = 2;

/** Candidates looked at for each feed that is wanted: some are of domains that are busy by then. */
const CANDIDATES_PER_SLOT = 4;

/**
 * Looks at what is due before giving up for now: processes that look at the same moment see the same
 * feeds, and all but the first come away empty-handed.
 */
const LOOKS = 3;

type FeedsExpressions = ExpressionBuilder<Database, 'feeds'>;

/** True for feeds whose registrable domain has not asked to be left alone. */
export function notBlocked(now: number) {
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
          // A later end was set while the clock was ahead.
          .where('until', '<=', now + MAX_BLOCK),
      ),
    ]);
}

/** What a process has room for. */
export interface Room {
  /** Most feeds to start. */
  limit: number;
  /** Feeds of each registrable domain that it reads already. */
  busy: ReadonlyMap<string, number>;
  /** Feeds of one registrable domain that it reads at once. */
  perDomain: number;
  /** It reads a suspect already; a second one waits. See suspension.ts. */
  hasSuspect?: boolean;
}

type ClaimDeps = Pick<RefreshDeps, 'store' | 'clock' | 'leaseMs' | 'refreshFloorMs'>;

/** Claims feeds that are due, the longest due first, few of one registrable domain. */
export async function claimDueFeeds(
  { store, clock, leaseMs, refreshFloorMs }: ClaimDeps,
  room: Room,
): Promise<ClaimedFeed[]> {
  for (let look = 1; ; look += 1) {
    const now = clock.now();
    const candidates = await dueFeeds(store, room, now);
    const missing = room.limit * CANDIDATES_PER_SLOT - candidates.length;
    if (missing > 0) {
      candidates.push(...(await misdatedFeeds(store, room, now, refreshFloorMs, missing)));
    }
    const chosen = spreadOverDomains(candidates, room);
    const options = { leaseMs, onlyDue: true, floorMs: refreshFloorMs };
    const claimed = await claimFeeds(store, chosen, now, options);
    if (claimed.length > 0 || chosen.length === 0 || look === LOOKS) return claimed;
  }
}

/** When the next feed that is not due yet will be, in milliseconds; null when there is none. */
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

/** A statement of its own: with both conditions in one, SQLite would sort what it found. */
function misdatedFeeds(
  store: Store,
  room: Room,
  now: number,
  floorMs: number | undefined,
  limit: number,
): Promise<Candidate[]> {
  return claimable(store, room, now).where(isMisdated(now, floorMs)).limit(limit).execute();
}

function claimable({ db }: Store, { busy, perDomain, hasSuspect = false }: Room, now: number) {
  const full = [...busy].filter(([, feeds]) => feeds >= perDomain).map(([domain]) => domain);
  return db
    .selectFrom('feeds')
    .select(['id', 'poll_domain', 'deaths', 'lease_token'])
    .where(notPaused)
    .$if(hasSuspect, (query) => query.where(notSuspect))
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

/** Of candidates in order, as many as have a slot, few of one registrable domain, one suspect. */
export function spreadOverDomains(
  candidates: readonly Candidate[],
  { limit, busy, perDomain, hasSuspect = false }: Room,
): string[] {
  const reading = new Map(busy);
  let suspect = hasSuspect;
  const chosen: string[] = [];
  for (const candidate of candidates) {
    const { id, poll_domain } = candidate;
    if (chosen.length === limit) break;
    if (suspect && isSuspect(candidate)) continue;
    if (poll_domain !== null) {
      const others = reading.get(poll_domain) ?? 0;
      if (others >= perDomain) continue;
      reading.set(poll_domain, others + 1);
    }
    suspect ||= isSuspect(candidate);
    chosen.push(id);
  }
  return chosen;
}
