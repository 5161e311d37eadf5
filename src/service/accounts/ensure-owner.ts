import type { Clock } from '../core/clock.js';
import type { Store } from '../store/store.js';
import { OWNER_ID } from './account.js';

/** Makes the owner account on the first start. True when this call made it. */
export async function ensureOwner({ db }: Store, clock: Clock): Promise<boolean> {
  const existing = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', OWNER_ID)
    .executeTakeFirst();
  if (existing !== undefined) return false;
  const made = await db
    .insertInto('accounts')
    .values({ id: OWNER_ID, name: 'owner', created_at: clock.now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}
