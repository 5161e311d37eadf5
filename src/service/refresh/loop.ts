import { Pause } from '../core/async/pause.js';
import { deferQuiet } from './defer-quiet.js';
import { claimDueFeeds, nextDueAt } from './due.js';
import type { RefreshPool } from './pool.js';
import type { RefreshDeps, RefreshResult } from './refresh-result.js';

/** Maximum sleep, in milliseconds: changes by other processes are noticed within it. */
const POLL_MS = 1000;

export interface RefreshLoop {
  /** Stops claiming and waits for running fetches, up to the given milliseconds. */
  stop(graceMs: number): Promise<void>;
}

/** Refreshes due feeds until it is stopped. */
export function startRefreshLoop(deps: RefreshDeps, pool: RefreshPool): RefreshLoop {
  const { store, clock, logger } = deps;
  let stopped = false;
  let sleeping = new Pause(0);
  const running = run();
  return {
    async stop(graceMs) {
      stopped = true;
      sleeping.end();
      await running;
      const grace = new Pause(graceMs);
      await Promise.race([pool.drained(), grace.over]);
      grace.end();
    },
  };

  async function run(): Promise<void> {
    while (!stopped && !pool.isAborted) {
      try {
        const started = await startDue();
        if (started === 0 || pool.free === 0) await somethingToDo();
      } catch (error) {
        logger.error({ err: error }, 'due feeds could not be claimed');
        await pause(POLL_MS);
      }
    }
  }

  async function startDue(): Promise<number> {
    const claimed = await pool.claim(() => claimDueFeeds(deps, pool.room));
    const feeds = await deferQuiet(deps, claimed);
    for (const feed of feeds) {
      pool.read(feed).then(
        (result) => result !== null && report(result),
        (error: unknown) => logger.error({ feed: feed.id, err: error }, 'feed was not stored'),
      );
    }
    return claimed.length;
  }

  async function somethingToDo(): Promise<void> {
    if (pool.free === 0) return pool.oneEnded();
    const due = await nextDueAt(store, clock.now());
    const ms = due === null ? POLL_MS : Math.min(POLL_MS, Math.max(0, due - clock.now()));
    const ended = pool.isIdle ? [] : [pool.oneEnded()];
    await Promise.race([pause(ms), ...ended]);
    sleeping.end();
  }

  async function pause(ms: number): Promise<void> {
    if (stopped) return;
    sleeping = new Pause(ms);
    await sleeping.over;
  }

  function report(result: RefreshResult): void {
    const { feedId, outcome, itemsNew, itemsChanged, durationMs, error } = result;
    const fields = { feed: feedId, outcome, itemsNew, itemsChanged, ms: durationMs };
    if (error === null) logger.info(fields, 'refreshed');
    else logger.warn({ ...fields, code: error.code, reason: error.message }, 'refresh failed');
  }
}
