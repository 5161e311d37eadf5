import { msUntil, PollLoop } from '../core/async/poll-loop.js';
import { callbackBase } from './callback-address.js';
import { maintain } from './maintain.js';
import { claimDue, nextDueAt, type Subscription } from './subscription.js';
import type { WebSubDeps } from './websub-deps.js';

/**
 * Maximum number of subscriptions that one process handles at once; the rate of requests has its
 * own limits.
 */
const MAX_CONCURRENT = 8;

/** Maximum sleep in milliseconds: subscriptions of other processes are found within it. */
const POLL_MS = 1000;

/** Sleep without a public address, in milliseconds. */
const IDLE_MS = 10_000;

export interface SubscriptionLoop {
  /** Stops claiming and waits for running requests. */
  stop(): Promise<void>;
}

/** Subscribes, renews and unsubscribes when due, until it is stopped. */
export function startSubscriptionLoop(deps: WebSubDeps): SubscriptionLoop {
  const { store, clock, logger } = deps;
  const working = new Set<Promise<void>>();
  let knownBase: string | null = null;
  const loop = new PollLoop({
    startDue,
    onError: (error) => logger.error({ err: error }, 'due subscriptions could not be claimed'),
    retryMs: POLL_MS,
  });
  return {
    async stop() {
      await loop.stop();
      await Promise.all(working);
    },
  };

  /** @returns time to sleep */
  async function startDue(): Promise<number> {
    const base = await callbackBase(deps);
    if (base === null) return IDLE_MS;
    if (base !== knownBase) await moveTo(base);
    knownBase = base;
    const free = MAX_CONCURRENT - working.size;
    const claimed = free > 0 ? await claimDue(store, clock.now(), free) : [];
    for (const subscription of claimed) start(subscription, base);
    if (working.size > 0 || claimed.length > 0) return POLL_MS / 5;
    return msUntil(await nextDueAt(store), clock.now(), POLL_MS);
  }

  function start(subscription: Subscription, base: string): void {
    const work = maintain(deps, subscription, base).catch((error: unknown) => {
      logger.error({ feed: subscription.feed_id, err: error }, 'subscription was not stored');
    });
    working.add(work);
    work.finally(() => working.delete(work));
  }

  /** Renews every subscription under the new address, because hubs know the old one. */
  async function moveTo(base: string): Promise<void> {
    await store.db
      .updateTable('push_subscriptions')
      .set({ next_attempt_at: clock.now() })
      .where('base', 'is not', null)
      .where('base', '<>', base)
      .execute();
  }
}
