import { sql } from 'kysely';
import { DAY, HOUR } from '../core/durations.js';
import { TOMBSTONE_LIFE } from '../items/retention.js';
import { isPostgres } from '../store/dialect.js';
import type { Db } from '../store/store.js';
import type { Chore, Step } from './claim-chore.js';

/** Number of events per step; deleting one also deletes its deliveries and their attempts. */
const AT_ONCE = 200;

/**
 * Deletes old events with their deliveries and attempts, except pending ones.
 * @param keepMs how long events are kept for replays and resends, in milliseconds
 */
export function forgetOldEvents(keepMs: number): Chore {
  return {
    name: 'events',
    everyMs: HOUR,
    step: (db, now, position) => forgetEvents(db, now - keepMs, position),
  };
}

async function forgetEvents(db: Db, before: number, position: string | null): Promise<Step> {
  const [at, id] = JSON.parse(position ?? '[0,""]') as [number, string];
  const events = await db
    .selectFrom('events')
    .select((event) => [
      'id',
      'created_at',
      event
        .exists(
          event
            .selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.event_id', '=', 'events.id')
            .where('deliveries.status', '=', 'pending'),
        )
        .as('waits'),
    ])
    .where('created_at', '<', before)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(at, id)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  const ids = events.filter(({ waits }) => !waits).map((event) => event.id);
  const last = events.at(-1);
  const done = last === undefined || events.length < AT_ONCE;
  return {
    // Each round starts at the oldest event, because a delivery that is pending now may not be
    // pending next time.
    position: done ? null : JSON.stringify([last.created_at, last.id]),
    done,
    cleared: await deleteEvents(db, ids),
  };
}

async function deleteEvents(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('events')
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Feeds checked per step; each has about a hundred history rows. */
const FEEDS_AT_ONCE = 50;

/**
 * Deletes old fetch history, but keeps the last fetch of each feed. The number of rows is bounded,
 * so this iterates feeds by key: an index by age would cost a write per fetch.
 * @param keepMs milliseconds
 */
export function forgetHistory(keepMs: number): Chore {
  return {
    name: 'history',
    everyMs: DAY,
    async step(db, now, position) {
      const feeds = await db
        .selectFrom('feeds')
        .select('id')
        .where('id', '>', position ?? '')
        .orderBy('id')
        .limit(FEEDS_AT_ONCE)
        .execute();
      const ids = feeds.map(({ id }) => id);
      const last = ids.at(-1);
      if (last === undefined) return { position: null, done: true, cleared: 0 };
      const cleared = await forgetLooks(db, ids, now - keepMs);
      const done = ids.length < FEEDS_AT_ONCE;
      return { position: done ? null : last, done, cleared };
    },
  };
}

async function forgetLooks(db: Db, feedIds: readonly string[], before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('refreshes')
    .where('feed_id', 'in', feedIds)
    .where('at', '<', before)
    .where(({ eb, selectFrom }) =>
      eb(
        'number',
        '<',
        selectFrom('feeds').select('refresh_count').whereRef('feeds.id', '=', 'refreshes.feed_id'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Tombstones checked per step. */
const TOMBSTONES_AT_ONCE = 500;

/**
 * Deletes tombstones of items that have been out of the source's list for 30 days and that no new
 * document removed: a source that always returns "not modified" still lists the same items. While a
 * source fails, its list is unknown and its tombstones are kept.
 */
export const forgetTombstones: Chore = {
  name: 'tombstones',
  everyMs: DAY,
  async step(db, now, position) {
    const [at, feed, hash] = JSON.parse(position ?? '[0,"",""]') as [number, string, string];
    const old = await db
      .selectFrom('tombstones')
      .innerJoin('feeds', 'feeds.id', 'tombstones.feed_id')
      .select([
        'tombstones.feed_id',
        'tombstones.hash',
        'tombstones.last_seen_at',
        'feeds.failures',
        'feeds.last_refreshed_at',
      ])
      .where('tombstones.last_seen_at', '<', now - TOMBSTONE_LIFE)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('tombstones.last_seen_at', 'tombstones.feed_id', 'tombstones.hash'),
          '>',
          tuple(at, feed, hash),
        ),
      )
      .orderBy('tombstones.last_seen_at')
      .orderBy('tombstones.feed_id')
      .orderBy('tombstones.hash')
      .limit(TOMBSTONES_AT_ONCE)
      .execute();
    const over = old.filter(
      ({ failures, last_refreshed_at, last_seen_at }) =>
        failures === 0 && last_refreshed_at - last_seen_at >= TOMBSTONE_LIFE,
    );
    for (const { feed_id, hash: key } of over) {
      await db
        .deleteFrom('tombstones')
        .where('feed_id', '=', feed_id)
        .where('hash', '=', key)
        .execute();
    }
    const last = old.at(-1);
    const done = old.length < TOMBSTONES_AT_ONCE || last === undefined;
    return {
      position: done ? null : JSON.stringify([last.last_seen_at, last.feed_id, last.hash]),
      done,
      cleared: over.length,
    };
  },
};

/** Rows of each index that SQLite reads for its statistics. */
const ANALYSED_ROWS = 1000;

/** Statistics of the planner, where tables have grown; PostgreSQL makes its own. */
export const makeStatistics: Chore = {
  name: 'statistics',
  everyMs: DAY,
  async step(db) {
    if (!isPostgres(db)) {
      await sql`pragma analysis_limit = ${sql.lit(ANALYSED_ROWS)}`.execute(db);
      // All tables, not only those that this connection has read.
      await sql`pragma optimize(0x10002)`.execute(db);
    }
    return { position: null, done: true, cleared: 0 };
  },
};
