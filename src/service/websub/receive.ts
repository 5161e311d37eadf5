import { createHmac, timingSafeEqual } from 'node:crypto';
import { KeyedQueue } from '../../base/keyed-queue.js';
import { ServiceError } from '../core/errors.js';
import { storePush } from './store-push.js';
import {
  findSubscription,
  type Subscription,
  setSubscription,
  stopRelying,
  wishOf,
} from './subscription.js';
import type { WebSubDeps } from './websub-deps.js';

/** Maximum number of queued pushes of one feed; a hub repeats those that were not accepted. */
const MAX_WAITING = 3;

/** A received push. */
export interface Push {
  contentType: string | undefined;
  /** Value of X-Hub-Signature. */
  signature: string | undefined;
  body: Buffer;
}

/** `dropped` is answered like success, so that a forger learns nothing. */
export type Received = 'stored' | 'dropped' | 'gone' | 'busy';

/** Receives pushes; those of one feed one after the other. */
export function createReceiver(deps: WebSubDeps) {
  const queue = new KeyedQueue(MAX_WAITING);
  return {
    /** True if a push to this callback would be read. */
    async expects(id: string): Promise<boolean> {
      const subscription = await findSubscription(deps.store.db, id);
      return subscription !== undefined && subscription.lease_until !== null;
    },
    /** @param id the unguessable part of the callback address */
    async receive(id: string, push: Push): Promise<Received> {
      return (await queue.run(id, () => receive(deps, id, push))) ?? 'busy';
    },
  };
}

async function receive(deps: WebSubDeps, id: string, push: Push): Promise<Received> {
  const { db } = deps.store;
  const subscription = await findSubscription(db, id);
  if (subscription === undefined || subscription.lease_until === null) return 'gone';
  if (!isSigned(push.body, push.signature, subscription.secret)) {
    return drop(deps, subscription, 'its signature is missing or wrong');
  }
  if ((await wishOf(db, subscription.feed_id)) !== 'on') {
    await setSubscription(db, id, { next_attempt_at: deps.clock.now() });
    return 'gone';
  }
  // The callback and the signature say which subscription it is: publishers name themselves in other
  // ways than the hub knows them, with `www.` or a parameter more (w3c/websub#38).
  return store(deps, subscription, push);
}

async function store(deps: WebSubDeps, subscription: Subscription, push: Push): Promise<Received> {
  const { id, feed_id, lease_until } = subscription;
  try {
    const stored = await storePush(deps, {
      feedId: feed_id,
      pushUntil: lease_until,
      contentType: push.contentType,
      body: push.body,
    });
    if (stored === 'busy') return 'busy';
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'STORE_UNAVAILABLE') throw error;
    // The feed changed, but the push cannot be used, so it is fetched.
    await stopRelying(deps.store.db, feed_id, deps.clock.now());
    return drop(deps, subscription, `it cannot be read: ${error.message}`);
  }
  const now = deps.clock.now();
  await deps.store.db
    .updateTable('push_subscriptions')
    .set(({ eb }) => ({ pushes: eb('pushes', '+', 1), last_push_at: now }))
    .where('id', '=', id)
    .execute();
  return 'stored';
}

async function drop(
  { store, logger }: WebSubDeps,
  { id, feed_id, hub }: Subscription,
  reason: string,
): Promise<'dropped'> {
  await store.db
    .updateTable('push_subscriptions')
    .set(({ eb }) => ({ rejected: eb('rejected', '+', 1) }))
    .where('id', '=', id)
    .execute();
  logger.warn({ feed: feed_id, hub, reason }, 'push dropped');
  return 'dropped';
}

/** Signature methods of WebSub section 8; most hubs use `sha1`. */
const METHODS: ReadonlySet<string> = new Set(['sha1', 'sha256', 'sha384', 'sha512']);

/** True if `X-Hub-Signature` is a valid signature of the body. Compares in constant time. */
export function isSigned(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const [, method = '', digest = ''] =
    /^(sha\d{1,3})=([0-9a-f]{40,128})$/i.exec(header?.trim() ?? '') ?? [];
  const name = method.toLowerCase();
  if (!METHODS.has(name)) return false;
  const expected = createHmac(name, secret).update(body).digest();
  const given = Buffer.from(digest, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
