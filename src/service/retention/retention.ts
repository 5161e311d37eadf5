import { settleParking } from '../accounts/suspended-feeds.js';
import type { Settings } from '../config/settings.js';
import { type ChoreOptions, DAY, doDueChores, HOUR, type RetentionDeps } from './chores.js';
import type { Chore } from './claim-chore.js';
import { enterChores } from './claim-chore.js';
import { forgetHistory, forgetOldEvents, forgetTombstones } from './forget.js';

/** How long events and their deliveries are kept by default, in milliseconds. */
const KEEP_DELIVERIES_MS = 30 * DAY;

/** How long the fetch history is kept by default, in milliseconds. */
const KEEP_HISTORY_MS = 90 * DAY;

/** Interval of the check for due chores, in milliseconds. */
const CHECK_INTERVAL_MS = 60_000;

/** Limits the growth of the database. */
export interface Retention {
  /** Runs due chores; see `doDueChores`. */
  doDue(options?: ChoreOptions): Promise<number>;
  /** Runs due chores until it is stopped. */
  startLoop(): RetentionLoop;
}

interface RetentionLoop {
  /** Stops after the current step. */
  stop(): Promise<void>;
}

/** All chores, with the settings of the service. */
export function choresFor(settings: Settings): Chore[] {
  return [
    forgetOldEvents(settings.keepDeliveriesMs ?? KEEP_DELIVERIES_MS),
    clearLeftovers,
    forgetTombstones,
    forgetHistory(settings.keepHistoryMs ?? KEEP_HISTORY_MS),
  ];
}

export function createRetention(deps: RetentionDeps, settings: Settings): Retention {
  const chores = choresFor(settings);
  async function doDue(options?: ChoreOptions): Promise<number> {
    await enterChores(deps.store, chores, deps.clock.now());
    return doDueChores(deps, chores, options);
  }
  return {
    doDue,
    startLoop() {
      const stopping = new AbortController();
      const { signal } = stopping;
      let running: Promise<void> | undefined;
      const check = () => {
        running ??= doDue({ signal })
          .then(
            () => undefined,
            (error: unknown) => deps.logger.error({ err: error }, 'deleting expired data failed'),
          )
          .finally(() => {
            running = undefined;
          });
      };
      check();
      const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
      return {
        async stop() {
          clearInterval(timer);
          stopping.abort();
          await running;
        },
      };
    },
  };
}

/**
 * Deletes expired rows: blocked sites, rate-limit slots, sign-ins, finished tasks of
 * the dashboard, creation slots of dead
 * processes.
 */
const clearLeftovers: Chore = {
  name: 'leftovers',
  everyMs: HOUR,
  async step(db, now) {
    const results = [
      await db.deleteFrom('host_blocks').where('until', '<=', now).executeTakeFirstOrThrow(),
      await db.deleteFrom('host_turns').where('next_start_at', '<=', now).executeTakeFirstOrThrow(),
      await db.deleteFrom('host_visits').where('expires_at', '<=', now).executeTakeFirstOrThrow(),
      await db
        .deleteFrom('dashboard_links')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow(),
      await db
        .deleteFrom('dashboard_sessions')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow(),
      await db
        .deleteFrom('dashboard_tasks')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow(),
      await db.deleteFrom('creations').where('expires_at', '<=', now).executeTakeFirstOrThrow(),
    ];
    const moved = await settleParking(db, now);
    return {
      position: null,
      done: moved === 0,
      cleared: results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0),
    };
  },
};
