import { TOMBSTONE_LIFE } from '../items/retention.js';
import { type Chore, DAY } from './chore.js';

/** Tombstones looked at in one step. */
const AT_ONCE = 500;

/**
 * Forgets what was dropped and has been out of its source's list for 30 days, where no new document
 * came to tell: a source that answered "not modified" all the time lists what it listed then. While
 * a source fails nobody knows what it lists, and its tombstones stay.
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
      .limit(AT_ONCE)
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
    const done = old.length < AT_ONCE || last === undefined;
    return {
      position: done ? null : JSON.stringify([last.last_seen_at, last.feed_id, last.hash]),
      done,
      cleared: over.length,
    };
  },
};
