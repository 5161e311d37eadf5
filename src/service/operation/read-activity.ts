import type { Account } from '../accounts/account.js';
import type { Store } from '../store/store.js';
import { type ActivityKind, flushActivity, slotMs } from './activity.js';

/** Counts of slots in order, the newest last. */
export type Series = number[];

/**
 * The newest slots of each kind, including those of this process. There is one row per slot, so the
 * cost does not grow with the number of feeds. @param kinds kinds with slots of the same length
 */
export async function readActivity<Kind extends ActivityKind>(
  store: Store,
  account: Account,
  kinds: readonly Kind[],
  { now, slots }: { now: number; slots: number },
): Promise<Record<Kind, Series>> {
  await flushActivity(store);
  const series: Partial<Record<Kind, Series>> = {};
  for (const kind of kinds) series[kind] = Array<number>(slots).fill(0);
  const [first] = kinds;
  const last = Math.floor(now / slotMs(first ?? 'items'));
  const rows = await store.db
    .selectFrom('activity')
    .select(['kind', 'slot', 'count'])
    .where('account_id', '=', account.id)
    .where('kind', 'in', kinds)
    .where('slot', '>', last - slots)
    .where('slot', '<=', last)
    .execute();
  for (const row of rows) {
    const kind = kinds.find((name) => name === row.kind);
    const counts = kind === undefined ? undefined : series[kind];
    if (counts !== undefined) counts[Number(row.slot) - (last - slots + 1)] = Number(row.count);
  }
  if (!isComplete(series, kinds)) throw new Error('A series was left out.');
  return series;
}

function isComplete<Kind extends ActivityKind>(
  series: Partial<Record<Kind, Series>>,
  kinds: readonly Kind[],
): series is Record<Kind, Series> {
  return kinds.every((kind) => kind in series);
}
