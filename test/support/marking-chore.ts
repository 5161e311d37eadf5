import { HOUR } from '../../src/service/core/durations.js';
import type { Chore } from '../../src/service/retention/claim-chore.js';
import type { Db } from '../../src/service/store/store.js';

/** Steps of a round. */
export const STEPS = 8;

/** What is done before a step's mark is stored; by then its transaction has begun. */
type During = (step: number) => Promise<void>;

/**
 * A chore whose steps leave a mark in the database, each with who made it; doing one twice breaks a
 * key.
 */
export function markingChore(
  who: string,
  during: During = async () => {},
  name = 'marking',
): Chore {
  return {
    name,
    everyMs: HOUR,
    async step(db, now, position) {
      const step = Number(position ?? 0) + 1;
      const mark = `${name} ${now} ${String(step).padStart(2, '0')}`;
      await db
        .insertInto('accounts')
        .values({ id: mark, name: `${mark} ${who}`, created_at: now })
        .execute();
      await during(step);
      const done = step === STEPS;
      return { position: done ? null : String(step), done, cleared: 1 };
    },
  };
}

/** Who made each of the marks, in the order of rounds and steps. */
export async function marksOf(db: Db): Promise<{ mark: string; who: string }[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('id', '!=', 'owner')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name }) => ({ mark: id, who: name.slice(id.length + 1) }));
}
