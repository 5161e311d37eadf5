import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedQueue } from '../../base/keyed-queue.js';
import { ServiceError } from '../core/errors.js';
import { newLeaseToken } from '../core/own-process.js';
import type { Clock } from '../core/time.js';
import { endAbandonedLeases } from '../store/abandoned-leases.js';
import { countRows } from '../store/count-rows.js';
import { send } from '../store/prepared.js';
import type { Db, Store } from '../store/store.js';
import type { Account } from './account.js';
import { lockLimits } from './feed-quota.js';

/**
 * Lease of a creation slot, in milliseconds: reading a source takes far less, and a process that
 * died must not keep its slot.
 */
const SLOT_LEASE_MS = 5 * 60_000;

/**
 * Maximum wait for a slot, in milliseconds: clients that create many feeds in parallel should be
 * slowed down, not rejected repeatedly.
 */
const MAX_WAIT_MS = 10_000;

/** Interval between attempts to get a slot, in milliseconds. */
const RETRY_INTERVAL_MS = 100;

/** Retry-After in seconds: about the time to read a source. */
const RETRY_AFTER_S = 2;

/** Waiting callers per account and process; further ones are rejected immediately. */
const MAX_WAITING = 32;

/** Callers in this process that wait for a slot, by account. */
const queueOf = new WeakMap<Store, KeyedQueue>();

/**
 * Runs `work` while holding one of the creation slots of the account. Slots are rows of the
 * database, so the limit applies across processes; accounts without a limit do not use them.
 * @throws ServiceError CREATION_LIMIT_REACHED, and errors of `work`
 */
export async function withCreationSlot<T>(
  { store, clock }: { store: Store; clock: Clock },
  account: Account,
  work: () => Promise<T>,
  maxWaitMs: number = MAX_WAIT_MS,
): Promise<T> {
  const { max_creations: limit } = await store.db
    .selectFrom('accounts')
    .select('max_creations')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  return withSlotOf({ store, clock }, account, limit, work, maxWaitMs);
}

/** As `withCreationSlot`, for an account whose limit was read; null for none. */
export async function withSlotOf<T>(
  { store, clock }: { store: Store; clock: Clock },
  account: Account,
  limit: number | null,
  work: () => Promise<T>,
  maxWaitMs: number = MAX_WAIT_MS,
): Promise<T> {
  if (limit === null) return work();
  const slot = await waitForSlot({ store, clock }, account, limit, maxWaitMs);
  try {
    return await work();
  } finally {
    // If the slot cannot be released now, it expires.
    await store.db
      .deleteFrom('creations')
      .where('id', '=', slot)
      .execute()
      .catch(() => undefined);
  }
}

async function waitForSlot(
  { store, clock }: { store: Store; clock: Clock },
  account: Account,
  limit: number,
  maxWaitMs: number,
): Promise<string> {
  const queue = queueOf.get(store) ?? new KeyedQueue(MAX_WAITING);
  queueOf.set(store, queue);
  const endsAt = performance.now() + maxWaitMs;
  const slot = await queue.run(account.id, async () => {
    for (;;) {
      const taken = await store.db
        .transaction()
        .execute((transaction) => takeSlot(transaction, account, limit, clock.now()));
      if (taken !== null || performance.now() >= endsAt) return taken;
      await endAbandonedLeases(store);
      await sleep(RETRY_INTERVAL_MS);
    }
  });
  if (slot !== null) return slot;
  throw new ServiceError(
    'CREATION_LIMIT_REACHED',
    `This account may run ${limit === 1 ? 'one creation, preview or refresh' : `${limit} creations, previews or refreshes`} at once, and the limit is reached. Try again in ${RETRY_AFTER_S} s.`,
    { retryAfterSeconds: RETRY_AFTER_S },
  );
}

/** The id of the slot, or null when all are taken. */
async function takeSlot(
  db: Db,
  account: Account,
  limit: number,
  now: number,
): Promise<string | null> {
  await lockLimits(db, account);
  await send(
    db,
    db
      .deleteFrom('creations')
      .where('account_id', '=', account.id)
      .where((slot) =>
        // A later end was set by a wrong clock, so the slot is free.
        slot.or([slot('expires_at', '<=', now), slot('expires_at', '>', now + SLOT_LEASE_MS)]),
      ),
  );
  const taken = await countRows(db.selectFrom('creations').where('account_id', '=', account.id));
  if (taken >= limit) return null;
  const id = newLeaseToken();
  await send(
    db,
    db
      .insertInto('creations')
      .values({ id, account_id: account.id, expires_at: now + SLOT_LEASE_MS }),
  );
  return id;
}
