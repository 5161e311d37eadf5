import { DAY } from '../core/durations.js';
import { afterRefusal, afterRequest, type HostPace, MAX_GAP } from '../schedule/host-pace.js';
import { countRows } from '../store/count-rows.js';
import { prepared } from '../store/prepared.js';
import type { Db, Store } from '../store/store.js';
import type { FailedAttempt } from './read-source.js';
import type { ClaimedFeed } from './suspension.js';

interface StoredPace extends HostPace {
  /** The time at which the next feed of the domain may be fetched. */
  nextStartAt: number;
}

/** The paces by registrable domain. */
export type Paces = ReadonlyMap<string, StoredPace>;

export const NO_PACES: Paces = new Map();

/** Time after which a domain without requests is read like any other. */
const FORGOTTEN_AFTER = DAY;

const pacesOf = prepared((db) => db.selectFrom('host_paces').selectAll());

/** Reads the few domains that recently refused requests. */
export async function readPaces(db: Db): Promise<Paces> {
  const rows = await pacesOf(db);
  return new Map(
    rows.map(({ domain, gap_ms, refused_ms, requests, next_start_at }) => [
      domain,
      { gapMs: gap_ms, refusedMs: refused_ms, requests, nextStartAt: next_start_at },
    ]),
  );
}

/**
 * True if the next feed of the domain must wait. A start time that is further ahead than the
 * longest gap was set by a wrong clock.
 */
export function isWaiting({ nextStartAt }: StoredPace, now: number): boolean {
  return nextStartAt > now && nextStartAt <= now + MAX_GAP;
}

/** Delays the next feed of each domain that has a pace, for all processes. */
export async function takeTurns(
  { db }: Store,
  claimed: readonly Pick<ClaimedFeed, 'poll_domain'>[],
  { paces, now }: { paces: Paces; now: number },
): Promise<void> {
  for (const { poll_domain: domain } of claimed) {
    const pace = paces.get(domain ?? '');
    if (domain === null || pace === undefined) continue;
    const next = afterRequest(pace);
    if (next === null) await db.deleteFrom('host_paces').where('domain', '=', domain).execute();
    else await storePace(db, domain, next, { now, nextStartAt: now + next.gapMs });
  }
}

/** Adjusts the pace of a domain after a source refused a request (429). */
export async function learnPace(
  db: Db,
  { account_id }: Pick<ClaimedFeed, 'account_id'>,
  { domain, failure, now }: Pick<FailedAttempt, 'failure' | 'now'> & { domain: string },
): Promise<void> {
  const pace = (await readPaces(db)).get(domain) ?? null;
  const ofSite = db
    .selectFrom('feeds')
    .where('account_id', '=', account_id)
    .where('poll_domain', '=', domain);
  const feeds = pace === null ? await countRows(ofSite) : 0;
  const next = afterRefusal(pace, { namedMs: failure.retryAfterMs, feeds });
  // The domain is also blocked for the time that the response asks for, which is too short on some
  // sites.
  await storePace(db, domain, next, { now, nextStartAt: now + next.gapMs });
}

async function storePace(
  db: Db,
  domain: string,
  { gapMs, refusedMs, requests }: HostPace,
  { now, nextStartAt }: { now: number; nextStartAt: number },
): Promise<void> {
  const columns = {
    ...{ gap_ms: gapMs, refused_ms: refusedMs, requests },
    ...{ next_start_at: nextStartAt, expires_at: now + FORGOTTEN_AFTER },
  };
  await db
    .insertInto('host_paces')
    .values({ domain, ...columns })
    .onConflict((known) => known.column('domain').doUpdateSet(columns))
    .execute();
}
