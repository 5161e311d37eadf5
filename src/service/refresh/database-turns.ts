import { setTimeout as sleep } from 'node:timers/promises';
import { randomBase62 } from '../core/ids.js';
import type { SharedTurns, TurnLimits } from '../fetch/host-gate.js';
import { liveInstances } from '../instances/liveness.js';
import { isPostgres } from '../store/dialect.js';
import type { Db, Store } from '../store/store.js';

/** How long a turn holds that nobody ends, in milliseconds: longer than any exchange takes. */
const VISIT_MS = 60_000;

/** How often to look whether a turn has become free, in milliseconds. */
const LOOK_EVERY_MS = 200;

/** For how long it is taken for granted that other processes are there, or are not; milliseconds. */
const ASSUMED_MS = 10_000;

/**
 * Turns at sites, kept in the database: however many processes there are, together they ask a site
 * no more often than one would. A process that has a SQLite file to itself has no need to ask there.
 */
export function sharedRateLimit(store: Store): SharedTurns {
  const isShared = assumed(() => hasOthers(store));
  return {
    async enter(site, limits, signal) {
      try {
        if (!(await isShared())) return () => undefined;
        const visit = await visitOf(store, site, limits, signal);
        return () => void leave(store, visit);
      } catch {
        signal?.throwIfAborted();
        // The database is away: the turns within this process still hold.
        return () => undefined;
      }
    },
  };
}

async function visitOf(
  store: Store,
  site: string,
  limits: TurnLimits,
  signal: AbortSignal | undefined,
): Promise<string> {
  for (;;) {
    signal?.throwIfAborted();
    const now = store.clock.now();
    const visit = await reserve(store, site, limits, now);
    const waitMs = visit === null ? LOOK_EVERY_MS : visit.startAt - now;
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

/** The next turn at a site; null while as many as may are there. */
function reserve(
  { db }: Store,
  site: string,
  { concurrency, intervalMs }: TurnLimits,
  now: number,
): Promise<Visit | null> {
  return db.transaction().execute(async (transaction) => {
    const nextStartAt = await lockSite(transaction, site);
    if ((await visitors(transaction, site, now)) >= concurrency) return null;
    const startAt = Math.max(now, nextStartAt);
    const id = randomBase62(16);
    await transaction
      .updateTable('host_turns')
      .set({ next_start_at: startAt + intervalMs })
      .where('site', '=', site)
      .execute();
    await transaction
      .insertInto('host_visits')
      .values({ id, site, expires_at: startAt + VISIT_MS })
      .execute();
    return { id, startAt };
  });
}

/** Keeps others from the row, new or not, until the transaction ends; when the next may start. */
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

async function visitors(transaction: Db, site: string, now: number): Promise<number> {
  const { there } = await transaction
    .selectFrom('host_visits')
    .select(({ fn }) => fn.countAll<number>().as('there'))
    .where('site', '=', site)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(there);
}

/** Runs out by itself if it cannot be ended. */
async function leave({ db }: Store, id: string): Promise<void> {
  await db
    .deleteFrom('host_visits')
    .where('id', '=', id)
    .execute()
    .catch(() => undefined);
}

/** Who takes PostgreSQL means to have several, the command line among them. */
async function hasOthers(store: Store): Promise<boolean> {
  return isPostgres(store.db) || (await liveInstances(store)) > 1;
}

/** Asks again only when the last answer is old. */
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
