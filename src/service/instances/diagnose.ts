import type { Clock } from '../core/clock.js';
import { damageOf } from '../store/dialect.js';
import type { Store } from '../store/store.js';
import { HEARTBEAT_LIFE_MS } from './liveness.js';

/** What the service can say of its own state. */
export interface Diagnosis {
  /** What the store finds wrong with the database; empty when it is sound. */
  damage: string[];
  feeds: number;
  /** The processes that serve it now. */
  instances: { role: string; listenUrl: string | null; publicUrl: string | null }[];
}

/** Reads the whole database if that is SQLite, which takes some seconds for each gigabyte. */
export async function diagnose({ db }: Store, clock: Clock): Promise<Diagnosis> {
  const damage = await damageOf(db);
  const { feeds } = await db
    .selectFrom('feeds')
    .select(({ fn }) => fn.countAll<number>().as('feeds'))
    .executeTakeFirstOrThrow();
  const instances = await db
    .selectFrom('instances')
    .select(['role', 'listen_url as listenUrl', 'public_url as publicUrl'])
    .where('heartbeat_at', '>', clock.now() - HEARTBEAT_LIFE_MS)
    .where('stopped_at', 'is', null)
    .orderBy('started_at')
    .execute();
  return { damage, feeds: Number(feeds), instances };
}
