import type { Clock } from '../core/clock.js';
import { randomBase62 } from '../core/ids.js';
import type { Store } from '../store/store.js';
import { HEARTBEAT_EVERY_MS } from './liveness.js';

/**
 * What a process does for the others; `no-refresh` is `all` but for refreshing and clearing away,
 * which others do.
 */
export type InstanceRole = 'all' | 'no-refresh' | 'api' | 'worker';

/** What a serving process tells the others that share its database. */
export interface InstanceInfo {
  role: InstanceRole;
  /** Address it listens on, or null when it does not. */
  listenUrl: string | null;
  /** Address it was told to be reachable at, or null. */
  publicUrl: string | null;
}

export interface Instance {
  id: string;
  /** Says once more that it is there; a timer does so every 10 s by itself. */
  beat(): Promise<void>;
  /** Ends the heartbeat; the row stays as the last known address. */
  stop(): Promise<void>;
}

/** Instances dead for longer are forgotten when the next one starts, in milliseconds. */
const REMEMBERED_MS = 24 * 60 * 60_000;

/** Enters this process into the table of instances and keeps its heartbeat going. */
export async function startInstance(
  store: Store,
  clock: Clock,
  info: InstanceInfo,
): Promise<Instance> {
  const id = randomBase62(16);
  await register(store, clock.now(), id, info);
  const beat = () => update(store, id, { heartbeat_at: clock.now() });
  // A missed beat is made good by the next one: three may fail before others take notice.
  const timer = setInterval(() => beat().catch(() => undefined), HEARTBEAT_EVERY_MS).unref();
  return {
    id,
    beat,
    async stop() {
      clearInterval(timer);
      const ended = { heartbeat_at: clock.now(), stopped_at: clock.now() };
      // While the database is away nobody can be told: the heartbeat is missed soon enough.
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
        stopped_at: null,
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
