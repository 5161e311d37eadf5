import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedQueue } from '../../base/keyed-queue.js';
import type { Account } from '../accounts/account.js';
import type { Clock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import { randomBase62 } from '../core/ids.js';
import type { Db, Store } from '../store/store.js';
import { lockLimits } from './feed-quota.js';

/**
 * How long a creation holds its place at most, in milliseconds: reading a source takes far less, and
 * a process that died must not keep the place.
 */
const PLACE_LIFE_MS = 5 * 60_000;

/**
 * How long to wait for a place before the caller is sent away, in milliseconds: who makes many feeds
 * in parallel should be slowed down, not turned away again and again.
 */
const PATIENCE_MS = 10_000;

/** How often to look whether there is a place, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** When to try again, in seconds: about what reading a source takes. */
const RETRY_AFTER_S = 2;

/** Callers of one account that wait in one process; one more is sent away at once. */
const MAX_WAITING = 32;

/** Whose turn it is in this process to ask the store for a place, by its accounts. */
const queueOf = new WeakMap<Store, KeyedQueue>();

/**
 * Makes a feed while the account has a place for it. Places are in the database, so the limit holds
 * over all processes; an account without one does not come near them.
 * @throws ServiceError CREATION_LIMIT_REACHED, and whatever `work` throws.
 */
export async function withCreationSlot<T>(
  { store, clock }: { store: Store; clock: Clock },
  account: Account,
  work: () => Promise<T>,
  patienceMs: number = PATIENCE_MS,
): Promise<T> {
  const { max_creations: limit } = await store.db
    .selectFrom('accounts')
    .select('max_creations')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (limit === null) return work();
  const place = await waitForPlace({ store, clock }, account, limit, patienceMs);
  try {
    return await work();
  } finally {
    // A place that cannot be given back now is free when its time is over.
    await store.db
      .deleteFrom('creations')
      .where('id', '=', place)
      .execute()
      .catch(() => undefined);
  }
}

async function waitForPlace(
  { store, clock }: { store: Store; clock: Clock },
  account: Account,
  limit: number,
  patienceMs: number,
): Promise<string> {
  const queue = queueOf.get(store) ?? new KeyedQueue(MAX_WAITING);
  queueOf.set(store, queue);
  const endsAt = performance.now() + patienceMs;
  const place = await queue.run(account.id, async () => {
    for (;;) {
      const taken = await store.db
        .transaction()
        .execute((transaction) => takePlace(transaction, account, limit, clock.now()));
      if (taken !== null || performance.now() >= endsAt) return taken;
      await sleep(LOOK_EVERY_MS);
    }
  });
  if (place !== null) return place;
  throw new ServiceError(
    'CREATION_LIMIT_REACHED',
    `This account may create, preview or refresh with ${limit === 1 ? 'one request' : `${limit} requests`} at once, and as many are running. Try again in ${RETRY_AFTER_S} s.`,
    { retryAfterSeconds: RETRY_AFTER_S },
  );
}

/** The id of the place, or null when all are taken. */
async function takePlace(
  db: Db,
  account: Account,
  limit: number,
  now: number,
): Promise<string | null> {
  await lockLimits(db, account);
  await db
    .deleteFrom('creations')
    .where('account_id', '=', account.id)
    .where('expires_at', '<=', now)
    .execute();
  const { taken } = await db
    .selectFrom('creations')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (Number(taken) >= limit) return null;
  const id = randomBase62(16);
  await db
    .insertInto('creations')
    .values({ id, account_id: account.id, expires_at: now + PLACE_LIFE_MS })
    .execute();
  return id;
}
