import type { Store } from '../store/store.js';
import { HEARTBEAT_LIFE_MS } from './liveness.js';

/** How many processes serve the database now. */
export async function liveInstances({ db, clock }: Store): Promise<number> {
  const { live } = await db
    .selectFrom('instances')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('heartbeat_at', '>', clock.now() - HEARTBEAT_LIFE_MS)
    .where('stopped_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(live);
}
