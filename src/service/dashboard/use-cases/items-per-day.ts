import { type Expression, sql } from 'kysely';
import { DAY } from '../../core/durations.js';
import type { Db } from '../../store/store.js';

/** Number of days in the chart of a feed. */
export const RHYTHM_DAYS = 30;

/**
 * The number of items of each feed on each of the last days (UTC), oldest first. An item counts on
 * the day it was published, or else on the day it was added.
 */
export async function itemsPerDay(
  db: Db,
  feedIds: readonly string[],
  now: number,
): Promise<Map<string, number[]>> {
  const today = Math.floor(now / DAY);
  const first = today - RHYTHM_DAYS + 1;
  const days = new Map(feedIds.map((id) => [id, Array<number>(RHYTHM_DAYS).fill(0)]));
  if (feedIds.length === 0) return days;
  const window = { from: first * DAY, until: (today + 1) * DAY };
  for (const row of [
    ...(await countsByDay(db, feedIds, 'date_published', window)),
    ...(await countsByDay(db, feedIds, 'added_at', window)),
  ]) {
    const counts = days.get(row.feed_id);
    const index = Number(row.day) - first;
    if (counts !== undefined) counts[index] = (counts[index] ?? 0) + Number(row.count);
  }
  return days;
}

interface Window {
  from: number;
  until: number;
}

/**
 * Counts the items with a time in the window. The time of adding counts only for items without a
 * date. The index `items_date` covers the query for items with a date.
 */
function countsByDay(
  db: Db,
  feedIds: readonly string[],
  time: 'date_published' | 'added_at',
  { from, until }: Window,
) {
  return db
    .selectFrom('items')
    .select(({ ref, fn }) => [
      'feed_id',
      dayColumn(ref(time)).as('day'),
      fn.countAll<number>().as('count'),
    ])
    .where('feed_id', 'in', feedIds)
    .$if(time === 'added_at', (items) => items.where('date_published', 'is', null))
    .where(time, '>=', from)
    .where(time, '<', until)
    .groupBy(['feed_id', 'day'])
    .execute();
}

/** Days since the epoch; in both databases, dividing integers gives an integer. */
function dayColumn(time: Expression<number | null>) {
  return sql<number>`${time} / ${sql.lit(DAY)}`;
}
