import { DAY } from '../core/durations.js';
import { randomBase62 } from '../core/ids.js';
import type { Clock } from '../core/time.js';
import type { Store } from '../store/store.js';
import type { InstanceRole } from './liveness.js';
import { HEARTBEAT_EVERY_MS } from './liveness.js';

/** Facts that a serving process registers for others with the same database. */
interface InstanceInfo {
  role: InstanceRole;
  /** Address it listens on, or null. */
  listenUrl: string | null;
  /** Its configured public address, or null. */
  publicUrl: string | null;
}

export interface Instance {
  id: string;
  /** Sends a heartbeat; a timer does so every 10 s. */
  beat(): Promise<void>;
  /** Stops the heartbeat; the row stays as the last known address. */
  stop(): Promise<void>;
}

/** Time after which a dead instance is deleted when the next one starts, in milliseconds. */
const REMEMBERED_MS = DAY;

/** Registers this process as an instance and keeps its heartbeat running. */
export async function startInstance(
  store: Store,
  clock: Clock,
  info: InstanceInfo,
): Promise<Instance> {
  const id = randomBase62(16);
  await register(store, clock.now(), id, info);
  const beat = () => update(store, id, { heartbeat_at: clock.now() });
  // Three missed beats are tolerated before other processes notice.
  const timer = setInterval(() => beat().catch(() => undefined), HEARTBEAT_EVERY_MS).unref();
  return {
    id,
    beat,
    async stop() {
      clearInterval(timer);
      const ended = { heartbeat_at: clock.now(), stopped_at: clock.now() };
      // The database may be unavailable; the missing heartbeat then has the same effect.
      await update(store, id, ended).catch(() => undefined);
    },
  };
}

async function register(
  { db }: Store,
  now: number,
  id: string,
  { role, listenUrl, publicUrl }: InstanceInfo,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('instances')
      .where('heartbeat_at', '<', now - REMEMBERED_MS)
      .execute();
    await transaction
      .insertInto('instances')
      .values({
        id,
        role,
        listen_url: listenUrl,
        public_url: publicUrl,
        started_at: now,
        heartbeat_at: now,
      })
      .execute();
  });
}

async function update(
  { db }: Store,
  id: string,
  change: { heartbeat_at: number; stopped_at?: number },
): Promise<void> {
  await db.updateTable('instances').set(change).where('id', '=', id).execute();
}
