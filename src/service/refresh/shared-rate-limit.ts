import { setTimeout as sleep } from 'node:timers/promises';
import { credibleTime } from '../core/credible-time.js';
import { newLeaseToken } from '../core/own-process.js';
import type { RateLimits, SharedRateLimit } from '../fetch/rate-gate.js';
import { liveInstances } from '../operation/liveness.js';
import { endAbandonedLeases } from '../store/abandoned-leases.js';
import { countRows } from '../store/count-rows.js';
import { isPostgres } from '../store/dialect.js';
import { send } from '../store/prepared.js';
import type { Db, Store } from '../store/store.js';

/** Time after which an unreleased slot expires, in milliseconds: longer than any exchange. */
const VISIT_MS = 60_000;

/** Interval between attempts to get a slot, in milliseconds. */
const CHECK_EVERY_MS = 200;

/** Time for which the answer to "are there other processes?" is cached, in milliseconds. */
const ASSUMED_MS = 10_000;

/**
 * Rate-limit slots per site in the database: all processes together stay within the limit of one
 * process. A single process on a SQLite file does not need them.
 */
export function sharedRateLimit(store: Store): SharedRateLimit {
  const isShared = assumed(() => hasOthers(store));
  return {
    async enter(site, limits, signal) {
      try {
        if (!(await isShared())) return () => undefined;
        const visit = await visitOf(store, site, limits, signal);
        return () => void leave(store, visit);
      } catch {
        signal?.throwIfAborted();
        // Without the database, the limits of this process still apply.
        return () => undefined;
      }
    },
  };
}

async function visitOf(
  store: Store,
  site: string,
  limits: RateLimits,
  signal: AbortSignal | undefined,
): Promise<string> {
  for (;;) {
    signal?.throwIfAborted();
    const visit = await reserve(store, site, limits);
    if (visit === null) await endAbandonedLeases(store);
    const waitMs = visit === null ? CHECK_EVERY_MS : visit.startAt - store.clock.now();
    try {
      if (waitMs > 0) await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (visit !== null) await leave(store, visit.id);
      throw error;
    }
    if (visit !== null) return visit.id;
  }
}

interface Visit {
  id: string;
  startAt: number;
}

/** Reserves the next slot of a site; null if all are taken. */
function reserve(
  { db, clock }: Store,
  site: string,
  { concurrency, intervalMs }: RateLimits,
): Promise<Visit | null> {
  return db.transaction().execute(async (transaction) => {
    const nextStartAt = await lockSite(transaction, site);
    // The time is read after the lock: slots that others took while this process waited for the
    // lock would otherwise lie in the future.
    const now = clock.now();
    const aheadMs = (concurrency + 1) * intervalMs;
    if ((await visitors(transaction, site, now, aheadMs)) >= concurrency) return null;
    const startAt = Math.max(now, credibleTime(nextStartAt, now, aheadMs));
    const id = newLeaseToken();
    await send(
      transaction,
      transaction
        .updateTable('host_turns')
        .set({ next_start_at: startAt + intervalMs })
        .where('site', '=', site),
    );
    await send(
      transaction,
      transaction.insertInto('host_visits').values({ id, site, expires_at: startAt + VISIT_MS }),
    );
    return { id, startAt };
  });
}

/**
 * Locks the row, even a new one, until the transaction ends.
 * @returns the time at which the next request may start
 */
async function lockSite(transaction: Db, site: string): Promise<number> {
  const { next_start_at } = await transaction
    .insertInto('host_turns')
    .values({ site, next_start_at: 0 })
    .onConflict((known) =>
      known
        .column('site')
        .doUpdateSet(({ ref }) => ({ next_start_at: ref('host_turns.next_start_at') })),
    )
    .returning('next_start_at')
    .executeTakeFirstOrThrow();
  return Number(next_start_at);
}

async function visitors(
  transaction: Db,
  site: string,
  now: number,
  aheadMs: number,
): Promise<number> {
  return countRows(
    transaction
      .selectFrom('host_visits')
      .where('site', '=', site)
      .where('expires_at', '>', now)
      // A slot with a later expiry was set by a wrong clock.
      .where('expires_at', '<=', now + aheadMs + VISIT_MS),
  );
}

/** Releases a slot. If that fails, the slot expires. */
async function leave({ db }: Store, id: string): Promise<void> {
  await db
    .deleteFrom('host_visits')
    .where('id', '=', id)
    .execute()
    .catch(() => undefined);
}

/**
 * True if other processes may use the database. On PostgreSQL several are assumed, including the
 * command line.
 */
async function hasOthers(store: Store): Promise<boolean> {
  return isPostgres(store.db) || (await liveInstances(store)) > 1;
}

/** Caches an answer, and checks again only if it is old. */
function assumed(ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    const now = performance.now();
    if (answer === undefined || now - askedAt > ASSUMED_MS) {
      askedAt = now;
      answer = ask();
      answer.catch(() => {
        answer = undefined;
      });
    }
    return answer;
  };
}
