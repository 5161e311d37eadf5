import type { Db } from '../store/store.js';
import { type Chore, DAY } from './chore.js';

/** Feeds looked at in one step; each has a hundred looks and a few. */
const FEEDS_AT_ONCE = 50;

/**
 * Forgets looks at sources that are long past, but of each feed the last. Their number is bounded as
 * it is, so this goes from feed to feed along the key: an index by age would cost every look a write.
 * @param keepMs milliseconds.
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
