import { sql } from 'kysely';
import type { Clock } from '../clock.js';
import type { Store } from '../store/store.js';
import { HEARTBEAT_LIFE_MS } from './liveness.js';

/** What the service can say of its own state. */
export interface Diagnosis {
  /** What SQLite finds wrong with the database; empty when it is sound. */
  damage: string[];
  feeds: number;
  /** The processes that serve it now. */
  instances: { role: string; listenUrl: string | null; publicUrl: string | null }[];
}

/** More would tell nothing new: the answer is to restore a copy. */
const DAMAGE_SHOWN = 5;

/** Reads the whole database, which takes about a second for each gigabyte. */
export async function diagnose({ db }: Store, clock: Clock): Promise<Diagnosis> {
  const checked = await sql<{ quick_check: string }>`pragma quick_check(${sql.raw(
    String(DAMAGE_SHOWN),
  )})`.execute(db);
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
  const damage = checked.rows.map(({ quick_check }) => quick_check);
  return { damage: damage.filter((line) => line !== 'ok'), feeds: Number(feeds), instances };
}
