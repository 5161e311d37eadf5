import type { Account } from '../accounts/account.js';
import { randomBase62 } from '../base62.js';
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';
import type { Db, Store } from '../store/store.js';
import { lockLimits } from './feed-quota.js';

/**
 * How long a creation holds its place at most, in milliseconds: reading a source takes far less, and
 * a process that died must not keep the place.
 */
const PLACE_LIFE_MS = 5 * 60_000;

/** When to try again, in seconds: about what reading a source takes. */
const RETRY_AFTER_S = 2;

/**
 * Makes a feed while the account has a place for it. Places are in the database, so the limit holds
 * over all processes; an account without one does not come near them.
 * @throws ServiceError CREATION_LIMIT_REACHED, and whatever `work` throws.
 */
export async function inCreationPlace<T>(
  { store, clock }: { store: Store; clock: Clock },
  account: Account,
  work: () => Promise<T>,
): Promise<T> {
  const { max_creations: limit } = await store.db
    .selectFrom('accounts')
    .select('max_creations')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (limit === null) return work();
  const id = await store.db
    .transaction()
    .execute((transaction) => takePlace(transaction, account, limit, clock.now()));
  try {
    return await work();
  } finally {
    // A place that cannot be given back now is free when its time is over.
    await store.db
      .deleteFrom('creations')
      .where('id', '=', id)
      .execute()
      .catch(() => undefined);
  }
}

async function takePlace(db: Db, account: Account, limit: number, now: number): Promise<string> {
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
  if (Number(taken) >= limit) throw tooMany(limit);
  const id = randomBase62(16);
  await db
    .insertInto('creations')
    .values({ id, account_id: account.id, expires_at: now + PLACE_LIFE_MS })
    .execute();
  return id;
}

function tooMany(limit: number): ServiceError {
  return new ServiceError(
    'CREATION_LIMIT_REACHED',
    `This account makes ${limit} feeds at once at most, and is making as many now. Try again in ${RETRY_AFTER_S} s.`,
    { retryAfterSeconds: RETRY_AFTER_S },
  );
}
