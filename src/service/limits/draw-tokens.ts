import { sql } from 'kysely';
import type { RequestRate } from '../accounts/account.js';
import type { Db } from '../store/store.js';
import { type FullAt, latestFull, refillTime } from './policy/token-bucket.js';

/**
 * Takes tokens out of the bucket of a key, as `draw` does, in one statement: of several processes
 * that do so at once none gets what another has.
 * @param now microseconds.
 * @param count at most the burst.
 */
export async function drawTokens(
  db: Db,
  apiKey: string,
  rate: RequestRate,
  now: number,
  count: number,
): Promise<FullAt | null> {
  const cost = sql<number>`cast(${count * refillTime(rate)} as bigint)`;
  const at = sql<number>`cast(${now} as bigint)`;
  const after = sql<number>`case when rate_limits.full_at > ${at} then rate_limits.full_at else ${at} end + ${cost}`;
  const drawn = await db
    .insertInto('rate_limits')
    .values({ api_key_id: apiKey, full_at: now + count * refillTime(rate) })
    .onConflict((conflict) =>
      conflict
        .column('api_key_id')
        .doUpdateSet({ full_at: after })
        .where(after, '<=', sql<number>`cast(${latestFull(rate, now)} as bigint)`),
    )
    .returning('full_at')
    .executeTakeFirst();
  return drawn?.full_at ?? null;
}

/** When the bucket of a key will be full again. */
export async function readBucket(db: Db, apiKey: string): Promise<FullAt> {
  const row = await db
    .selectFrom('rate_limits')
    .select('full_at')
    .where('api_key_id', '=', apiKey)
    .executeTakeFirst();
  return row?.full_at ?? 0;
}
