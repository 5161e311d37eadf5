import { setTimeout as sleep } from 'node:timers/promises';
import { claimDueFeeds, nextDueAt } from './due.js';
import type { RefreshPool } from './pool.js';
import type { RefreshDeps } from './refresh-deps.js';
import type { RefreshResult } from './refresh-result.js';

/** Longest sleep, in milliseconds: feeds that another process made or made due are seen by then. */
const POLL_MS = 1000;

export interface RefreshLoop {
  /** Claims nothing more and waits for what is being read, for so many milliseconds at most. */
  stop(graceMs: number): Promise<void>;
}

/** Refreshes feeds as they become due, until it is stopped. */
export function startRefreshLoop(
  { store, clock, logger }: RefreshDeps,
  pool: RefreshPool,
): RefreshLoop {
  let stopped = false;
  let sleeping = new AbortController();
  const running = run();
  return {
    async stop(graceMs) {
      stopped = true;
      sleeping.abort();
      await running;
      const over = new AbortController();
      const grace = sleep(graceMs, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([pool.drained(), grace]);
      over.abort();
    },
  };

  async function run(): Promise<void> {
    while (!stopped) {
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
    const feeds = await claimDueFeeds(store, pool.room, clock.now());
    for (const feed of feeds) {
      pool.read(feed).then(
        (result) => result !== null && report(result),
        (error: unknown) => logger.error({ feed: feed.id, err: error }, 'feed was not stored'),
      );
    }
    return feeds.length;
  }

  async function somethingToDo(): Promise<void> {
    if (pool.free === 0) return pool.oneEnded();
    const due = await nextDueAt(store, clock.now());
    const ms = due === null ? POLL_MS : Math.min(POLL_MS, Math.max(0, due - clock.now()));
    const ended = pool.isIdle ? [] : [pool.oneEnded()];
    await Promise.race([pause(ms), ...ended]);
    sleeping.abort();
  }

  async function pause(ms: number): Promise<void> {
    if (stopped) return;
    sleeping = new AbortController();
    await sleep(ms, undefined, { signal: sleeping.signal }).catch(() => undefined);
  }

  function report(result: RefreshResult): void {
    const { feedId, outcome, itemsNew, itemsChanged, durationMs, error } = result;
    const fields = { feed: feedId, outcome, itemsNew, itemsChanged, ms: durationMs };
    if (error === null) logger.info(fields, 'refreshed');
    else logger.warn({ ...fields, code: error.code, reason: error.message }, 'refresh failed');
  }
}
