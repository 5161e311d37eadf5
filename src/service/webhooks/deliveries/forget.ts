import type { Db } from '../../store/store.js';

const DAY_MS = 24 * 60 * 60_000;

/** How long events are kept with their deliveries, in milliseconds: for replays and resends. */
export const KEPT_MS = 30 * DAY_MS;

/** How long events are kept that no webhook wanted, in milliseconds. */
const UNWANTED_KEPT_MS = DAY_MS;

/** Events forgotten in one transaction: nobody else writes meanwhile. */
const AT_ONCE = 200;

/**
 * Forgets old events with their deliveries and attempts; what still waits stays.
 * @returns whether there may be more to forget.
 */
export async function forgetOldEvents(db: Db, now: number): Promise<boolean> {
  const ids = [...(await unwanted(db, now)), ...(await old(db, now))];
  if (ids.length === 0) return false;
  await db.deleteFrom('events').where('id', 'in', ids).execute();
  return ids.length >= AT_ONCE;
}

async function unwanted(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('created_at', '<', now - UNWANTED_KEPT_MS)
    .where((event) =>
      event.not(
        event.exists(
          event
            .selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.event_id', '=', 'events.id'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

async function old(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('created_at', '<', now - KEPT_MS)
    .where((event) =>
      event.not(
        event.exists(
          event
            .selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.event_id', '=', 'events.id')
            .where('deliveries.status', '=', 'pending'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}
