import type { Db } from '../store/store.js';
import { type Chore, HOUR, type Step } from './chore.js';

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
    // What waited this time may not the next: each round begins at the oldest.
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
