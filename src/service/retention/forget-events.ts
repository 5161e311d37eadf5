import type { Db } from '../store/store.js';
import { type Chore, DAY, HOUR, type Step } from './chore.js';

/** How long events are kept that are nobody's any more, in milliseconds. */
const UNWANTED_KEPT_MS = DAY;

/** Events looked at in one step: with each go its deliveries and their attempts. */
const AT_ONCE = 200;

/**
 * Forgets old events with their deliveries and attempts; what still waits stays.
 * @param keepMs how long events are kept, in milliseconds: for replays and resends.
 */
export function forgetOldEvents(keepMs: number): Chore {
  return {
    name: 'events',
    everyMs: HOUR,
    async step(db, now, position) {
      const step = await forgetEvents(db, { before: now - keepMs, position, keep: 'waiting' });
      // What waited this time may not the next.
      return step.done ? { ...step, position: null } : step;
    },
  };
}

/**
 * Forgets events whose webhooks were deleted soon after. Others are passed for good: each round begins
 * where the last one ended, however many events are kept.
 */
export const forgetUnwantedEvents: Chore = {
  name: 'unwanted-events',
  everyMs: HOUR,
  step: (db, now, position) =>
    forgetEvents(db, { before: now - UNWANTED_KEPT_MS, position, keep: 'wanted' }),
};

async function forgetEvents(
  db: Db,
  {
    before,
    position,
    keep,
  }: { before: number; position: string | null; keep: 'waiting' | 'wanted' },
): Promise<Step> {
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
            .$if(keep === 'waiting', (some) => some.where('deliveries.status', '=', 'pending')),
        )
        .as('kept'),
    ])
    .where('created_at', '<', before)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(at, id)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  const ids = events.filter(({ kept }) => !kept).map((event) => event.id);
  const last = events.at(-1);
  return {
    position: last === undefined ? position : JSON.stringify([last.created_at, last.id]),
    done: events.length < AT_ONCE,
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
