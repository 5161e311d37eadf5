import { DAY } from '../core/durations.js';
import { askHub } from './ask-hub.js';
import { CALLBACK_PATH } from './callback-address.js';
import { retryAt } from './lease.js';
import { deleteSubscription, type Subscription, setSubscription, wishOf } from './subscription.js';
import type { WebSubDeps } from './websub-deps.js';

/** Maximum number of unverified requests to unsubscribe; then the lease ends the subscription. */
const MAX_UNSUBSCRIBES = 3;

/**
 * Time after which the subscription of a paused feed is checked again; resuming the feed does it at
 * once.
 */
const PAUSED_MS = 30 * DAY;

/**
 * Handles a claimed subscription: sends a request to subscribe, to renew, or (if its feed was
 * deleted or paused) to unsubscribe. @param base the public address of this service
 */
export async function maintain(
  deps: WebSubDeps,
  subscription: Subscription,
  base: string,
): Promise<void> {
  const wish = await wishOf(deps.store.db, subscription.feed_id);
  if (wish === 'on') return subscribe(deps, subscription, base);
  return unsubscribe(deps, subscription, wish);
}

async function subscribe(
  deps: WebSubDeps,
  subscription: Subscription,
  base: string,
): Promise<void> {
  const hub = nextHub(subscription, deps.clock.now());
  if (hub === undefined) return deleteSubscription(deps.store.db, subscription.id);
  await askForSubscription(deps, subscription, { mode: 'subscribe', hub, base });
}

/** The hub that pushes already, otherwise the hubs in turn: one may be out of service. */
function nextHub({ hub, hubs, failures, lease_until }: Subscription, now: number) {
  if (hub !== null && lease_until !== null && lease_until > now) return hub;
  const all = JSON.parse(hubs) as string[];
  return all[failures % all.length];
}

async function unsubscribe(
  deps: WebSubDeps,
  subscription: Subscription,
  wish: 'off' | 'gone',
): Promise<void> {
  const { db } = deps.store;
  const now = deps.clock.now();
  const { id, hub, base, lease_until, failures } = subscription;
  const isSubscribed = lease_until !== null && lease_until > now;
  if (isSubscribed && hub !== null && base !== null && failures < MAX_UNSUBSCRIBES) {
    return askForSubscription(deps, subscription, { mode: 'unsubscribe', hub, base });
  }
  if (wish === 'gone') return deleteSubscription(db, id);
  await setSubscription(db, id, {
    pending: null,
    lease_until: null,
    failures: 0,
    next_attempt_at: now + PAUSED_MS,
  });
}

/** Stores the request before it is sent, because some hubs verify before they answer. */
async function askForSubscription(
  { store, clock, random, ...deps }: WebSubDeps,
  subscription: Subscription,
  { mode, hub, base }: { mode: 'subscribe' | 'unsubscribe'; hub: string; base: string },
): Promise<void> {
  const { id } = subscription;
  const now = clock.now();
  const failures = subscription.failures + 1;
  const unverified = subscription.pending !== null && subscription.last_error === null;
  await setSubscription(store.db, id, {
    pending: mode,
    hub,
    base,
    requested_at: now,
    failures,
    next_attempt_at: retryAt(now, failures, random),
    last_error: unverified ? 'The hub accepted the request and did not verify it.' : null,
  });
  const callback = `${base}${CALLBACK_PATH}${id}`;
  const error = await askHub({ store, clock, random, ...deps }, subscription, {
    mode,
    hub,
    callback,
  });
  if (error === null) return;
  await setSubscription(store.db, id, { last_error: error });
  deps.logger.warn({ feed: subscription.feed_id, hub, mode, reason: error }, 'hub refused');
}
