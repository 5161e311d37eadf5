import { HOUR } from '../core/durations.js';
import { oneLine } from '../publish/text.js';
import { leaseOf, renewAt, retryAt } from './lease.js';
import {
  deleteSubscription,
  findSubscription,
  type Subscription,
  setSubscription,
  stopRelying,
  wishOf,
} from './subscription.js';
import type { WebSubDeps } from './websub-deps.js';

/** Time within which a hub may repeat a verification whose answer was lost, in milliseconds. */
const REPEATED_WITHIN = HOUR;

const MAX_CHALLENGE = 1000;
const MAX_REASON = 300;

/** Parameters of a verification. */
export interface Verification {
  mode: string | undefined;
  topic: string | undefined;
  challenge: string | undefined;
  leaseSeconds: string | undefined;
  reason: string | undefined;
}

/**
 * Answers a hub that verifies an intent or denies a subscription (WebSub sections 5.2 and 5.3).
 * @param id the unguessable part of the callback address @returns the body of the answer; null for
 * an intent that was not requested
 */
export async function verify(
  deps: WebSubDeps,
  id: string,
  verification: Verification,
): Promise<string | null> {
  const { mode, topic, challenge } = verification;
  const subscription = await findSubscription(deps.store.db, id);
  if (subscription === undefined || topic !== subscription.topic) return null;
  if (mode === 'denied') return deny(deps, subscription, verification.reason ?? '');
  if (challenge === undefined || challenge.length > MAX_CHALLENGE) return null;
  const isVerified =
    mode === 'subscribe'
      ? await confirm(deps, subscription, verification)
      : mode === 'unsubscribe' && (await end(deps, subscription));
  return isVerified ? challenge : null;
}

async function confirm(
  { store, clock, random, logger }: WebSubDeps,
  subscription: Subscription,
  { leaseSeconds }: Verification,
): Promise<boolean> {
  const { id, feed_id, pending, requested_at, lease_until, hub } = subscription;
  const now = clock.now();
  const isRepeated =
    lease_until !== null && lease_until > now && now - (requested_at ?? 0) < REPEATED_WITHIN;
  if (pending === 'unsubscribe' || (pending === null && !isRepeated)) return false;
  if ((await wishOf(store.db, feed_id)) !== 'on') return false;
  const lease = leaseOf(leaseSeconds);
  const until = now + lease;
  await setSubscription(store.db, id, {
    pending: null,
    lease_until: until,
    failures: 0,
    last_error: null,
    next_attempt_at: renewAt(now, lease, random),
  });
  await store.db
    .updateTable('feeds')
    .set({ push_until: until })
    .where('id', '=', feed_id)
    .where('push_until', 'is not', null)
    .execute();
  logger.info({ feed: feed_id, hub, leaseSeconds: lease / 1000 }, 'subscribed');
  return true;
}

async function end(
  { store, clock }: WebSubDeps,
  { id, feed_id, pending }: Subscription,
): Promise<boolean> {
  if (pending !== 'unsubscribe') return false;
  const wish = await wishOf(store.db, feed_id);
  if (wish === 'gone') {
    await deleteSubscription(store.db, id);
    return true;
  }
  await setSubscription(store.db, id, { pending: null, lease_until: null, failures: 0 });
  await stopRelying(store.db, feed_id, clock.now());
  // The feed was resumed during the request to unsubscribe.
  if (wish === 'on') await setSubscription(store.db, id, { next_attempt_at: clock.now() });
  return true;
}

async function deny(
  { store, clock, random, logger }: WebSubDeps,
  { id, feed_id, hub, failures }: Subscription,
  given: string,
): Promise<string> {
  const reason = oneLine(given.slice(0, MAX_REASON));
  const now = clock.now();
  await setSubscription(store.db, id, {
    pending: null,
    lease_until: null,
    failures: Math.max(1, failures),
    next_attempt_at: retryAt(now, Math.max(1, failures), random),
    last_error: `The hub denied the subscription${reason === '' ? '.' : `: ${reason}`}`,
  });
  await stopRelying(store.db, feed_id, now);
  logger.warn({ feed: feed_id, hub, reason }, 'hub denied the subscription');
  return '';
}
