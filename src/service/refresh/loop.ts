import { setImmediate } from 'node:timers/promises';
import { drainedWithin, msUntil, type PauseFor, PollLoop } from '../core/async/poll-loop.js';
import { afterQuietHours, readQuietHours } from '../schedule/quiet-hours.js';
import { deferClaim } from './claim.js';
import { claimDueFeeds, nextDueAt } from './due.js';
import { GATHER_MS, type RefreshPool } from './pool.js';
import type { RefreshDeps, RefreshResult } from './refresh-result.js';
import type { ClaimedFeed } from './suspension.js';

/** Maximum sleep, in milliseconds, within which changes by other processes are noticed. */
const POLL_MS = 1000;

/**
 * Maximum number of reads that start in one round of the event loop; each takes about a millisecond
 * of it. Requests waited 0.14 s when all slots were filled at once.
 */
const STARTS_AT_ONCE = 8;

export interface RefreshLoop {
  /** Stops claiming and waits for running fetches, for at most the given number of milliseconds. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Refreshes due feeds until it is stopped.
 * @param pauseFor waits for the given number of milliseconds, or until the wait is ended
 */
export function startRefreshLoop(
  deps: RefreshDeps,
  pool: RefreshPool,
  pauseFor?: PauseFor,
): RefreshLoop {
  const { store, clock, logger } = deps;
  const loop = new PollLoop({
    startDue,
    onError: (error) => logger.error({ err: error }, 'due feeds could not be claimed'),
    retryMs: POLL_MS,
    work: {
      // While there is room, the end of a read does not affect which other feeds can start.
      get isIdle() {
        return pool.isIdle || pool.hasRoom;
      },
      oneEnded: () => pool.oneEnded(),
      drained: () => pool.drained(),
    },
    signal: pool.aborted,
    pauseFor,
  });
  return {
    async stop(graceMs) {
      await loop.stop();
      await drainedWithin(pool, graceMs);
    },
  };

  async function startDue(): Promise<number | null> {
    const { room } = pool;
    const claimed = await pool.claim(() => claimDueFeeds(deps, room));
    const feeds = await deferQuiet(deps, claimed);
    for (const [at, feed] of feeds.entries()) {
      if (at > 0 && at % STARTS_AT_ONCE === 0) await setImmediate();
      pool.read(feed).then(
        (result) => result !== null && report(result),
        (error: unknown) => logger.error({ feed: feed.id, err: error }, 'feed was not stored'),
      );
    }
    // Without free slots, the end of a read ends the wait; the same applies while documents wait
    // for the event loop. Feeds that were just claimed are not yet among these documents: up to 50
    // claims of one or two feeds each followed one another, and requests waited 0.15 s.
    if (pool.free === 0 || (claimed.length > 0 && pool.isBehind)) return POLL_MS;
    if (claimed.length === 0) {
      const ms = msUntil(await nextDueAt(store, clock.now()), clock.now(), POLL_MS);
      return Math.max(GATHER_MS, ms);
    }
    if (!pool.hasRoom) return null;
    // All due feeds are being read: feeds that become due in the next second share a claim.
    return claimed.length < room.limit ? POLL_MS : GATHER_MS;
  }

  function report(result: RefreshResult): void {
    const { feedId, outcome, itemsNew, itemsChanged, durationMs, error } = result;
    const fields = { feed: feedId, outcome, itemsNew, itemsChanged, ms: durationMs };
    if (error === null) logger.info(fields, 'refreshed');
    else logger.warn({ ...fields, code: error.code, reason: error.message }, 'refresh failed');
  }
}

/**
 * Releases the feeds whose quiet hours have begun since they became due, because the process was
 * down or busy. They become due when these hours end.
 * @returns the other feeds
 */
async function deferQuiet(
  { store, clock, random }: Pick<RefreshDeps, 'store' | 'clock' | 'random'>,
  feeds: readonly ClaimedFeed[],
): Promise<ClaimedFeed[]> {
  const now = clock.now();
  const others: ClaimedFeed[] = [];
  for (const feed of feeds) {
    const quiet = readQuietHours(feed.quiet_hours);
    const until = quiet === null ? now : afterQuietHours(now, quiet, random);
    if (until === now) others.push(feed);
    else await deferClaim(store.db, feed, { until, reason: 'quiet_hours' });
  }
  return others;
}
