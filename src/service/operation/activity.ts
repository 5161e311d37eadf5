import { DAY, HOUR, MINUTE } from '../core/durations.js';
import type { Db, Store } from '../store/store.js';

/** Upper limits of the delay between publication and discovery, in milliseconds. */
const DELAYS_MS = [5 * MINUTE, HOUR, 6 * HOUR, DAY] as const;

type DelayKind = 'delay-0' | 'delay-1' | 'delay-2' | 'delay-3' | 'delay-4';

/** Kinds of counts. Items count on the day of their publication, delays on that of discovery. */
export type ActivityKind =
  | 'items'
  | DelayKind
  | 'fetch-updated'
  | 'fetch-unchanged'
  | 'fetch-failed'
  | 'delivered'
  | 'not-delivered';

/** Number of days that are shown and kept of daily counts. */
export const ACTIVITY_DAYS = 30;
/** Number of hours that are kept of hourly counts. */
const ACTIVITY_HOURS = ACTIVITY_DAYS * 24;

/**
 * Length of a slot in milliseconds: items and delays are counted by day, everything else by hour.
 */
export function slotMs(kind: ActivityKind): number {
  return kind === 'items' || kind.startsWith('delay-') ? DAY : HOUR;
}

/** Counts of this process that are not stored yet. */
interface Counter {
  /** Counts by account, kind and slot. */
  counts: Map<string, { accountId: string; kind: ActivityKind; slot: number; count: number }>;
  timer: NodeJS.Timeout | null;
  /** Time of the next deletion of old slots, in milliseconds. */
  nextPurgeAt: number;
}

const counters = new WeakMap<Store, Counter>();

/**
 * Time for which counts are collected before they are stored, in milliseconds; a crash loses them.
 */
const FLUSH_MS = 5_000;

/**
 * Counts an event of an account at a time in milliseconds. Counts are stored every few seconds, and
 * not with the event: if every fetch of an account wrote one row, the fetches would wait for each
 * other.
 */
export function countActivity(
  store: Store,
  accountId: string,
  kind: ActivityKind,
  at: number,
  count = 1,
): void {
  if (count === 0) return;
  const counter = counterOf(store);
  const slot = Math.floor(at / slotMs(kind));
  const key = `${accountId} ${kind} ${slot}`;
  const known = counter.counts.get(key);
  if (known === undefined) counter.counts.set(key, { accountId, kind, slot, count });
  else known.count += count;
  counter.timer ??= setTimeout(() => void flushActivity(store).catch(() => {}), FLUSH_MS).unref();
}

/**
 * Counts new items. @param published their dates in milliseconds; null if the source gives none
 * @param isFirst true for the first items of a feed, whose age says nothing about the delay
 */
export function countItems(
  store: Store,
  accountId: string,
  published: readonly (number | null)[],
  { now, isFirst }: { now: number; isFirst: boolean },
): void {
  for (const date of published) {
    const at = date === null || date > now ? now : date;
    if (at > now - ACTIVITY_DAYS * DAY) countActivity(store, accountId, 'items', at);
    if (date !== null && date <= now && !isFirst) {
      countActivity(store, accountId, delayKind(now - date), now);
    }
  }
}

export const DELAY_KINDS = ['delay-0', 'delay-1', 'delay-2', 'delay-3', 'delay-4'] as const;

function delayKind(delayMs: number): DelayKind {
  const index = DELAYS_MS.findIndex((limit) => delayMs <= limit);
  return DELAY_KINDS[index] ?? 'delay-4';
}

/** Stores the counts of this process. Counts that cannot be stored stay for the next time. */
export async function flushActivity(store: Store): Promise<void> {
  const counter = counters.get(store);
  if (counter === undefined || counter.counts.size === 0) return;
  // Sorted, because processes that lock the same rows in different orders deadlock.
  const rows = [...counter.counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  counter.counts = new Map();
  if (counter.timer !== null) clearTimeout(counter.timer);
  counter.timer = null;
  try {
    await store.db.transaction().execute(async (transaction) => {
      for (const row of rows) await addCount(transaction, row);
    });
  } catch (error) {
    for (const { accountId, kind, slot, count } of rows) {
      countActivity(store, accountId, kind, slot * slotMs(kind), count);
    }
    throw error;
  }
  await purge(store, counter);
}

async function addCount(
  transaction: Db,
  { accountId, ...row }: { accountId: string; kind: ActivityKind; slot: number; count: number },
): Promise<void> {
  // An account that was deleted meanwhile is skipped.
  await transaction
    .insertInto('activity')
    .columns(['account_id', 'kind', 'slot', 'count'])
    .expression((source) =>
      source
        .selectFrom('accounts')
        .select((column) => [
          'accounts.id',
          column.val(row.kind).as('kind'),
          column.lit(row.slot).as('slot'),
          column.lit(row.count).as('count'),
        ])
        .where('accounts.id', '=', accountId),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'slot']).doUpdateSet(({ ref, eb }) => ({
        count: eb(ref('activity.count'), '+', ref('excluded.count')),
      })),
    )
    .execute();
}

/** Deletes slots that no chart shows, at most once an hour. */
async function purge({ db, clock }: Store, counter: Counter): Promise<void> {
  const now = clock.now();
  if (now < counter.nextPurgeAt) return;
  counter.nextPurgeAt = now + HOUR;
  const hour = Math.floor(now / HOUR) - ACTIVITY_HOURS;
  const day = Math.floor(now / DAY) - ACTIVITY_DAYS;
  await db
    .deleteFrom('activity')
    .where((row) =>
      row.or([
        row.and([row('slot', '<', hour), row('kind', 'not in', ['items', ...DELAY_KINDS])]),
        row.and([row('slot', '<', day), row('kind', 'in', ['items', ...DELAY_KINDS])]),
      ]),
    )
    .execute();
}

function counterOf(store: Store): Counter {
  const known = counters.get(store);
  if (known !== undefined) return known;
  const counter: Counter = { counts: new Map(), timer: null, nextPurgeAt: 0 };
  counters.set(store, counter);
  return counter;
}
