import { expect, it, onTestFinished } from 'vitest';
import { ensureOwner, OWNER } from '../../../src/service/accounts/account.js';
import { DAY, HOUR } from '../../../src/service/core/durations.js';
import {
  countActivity,
  countItems,
  flushActivity,
} from '../../../src/service/operation/activity.js';
import { readActivity } from '../../../src/service/operation/read-activity.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { testDatabase } from '../../support/database.js';

async function activity() {
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  onTestFinished(() => store.close());
  await ensureOwner(store, clock);
  const now = clock.now();
  return { now, store, read: readActivity.bind(null, store, OWNER) };
}

it('what is counted by hour has a slot for each hour, the newest last', async () => {
  const { now, store, read } = await activity();
  for (const [hours, count] of [
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 8],
  ] as const) {
    countActivity(store, OWNER.id, 'delivered', now - hours * HOUR, count);
  }
  countActivity(store, OWNER.id, 'delivered', now + HOUR, 16);
  countActivity(store, 'another', 'delivered', now, 32);
  const series = await read(['delivered', 'not-delivered'], { now, slots: 3 });
  expect(series).toEqual({ delivered: [4, 2, 1], 'not-delivered': [0, 0, 0] });
});

it('items count on the day of their date, and their delays on that of discovery', async () => {
  const { now, store, read } = await activity();
  const dates = [now - DAY, now - HOUR, now + DAY, null, now - 40 * DAY];
  countItems(store, OWNER.id, dates, { now, isFirst: false });
  const { items } = await read(['items'], { now, slots: 31 });
  expect(items.reduce((sum, count) => sum + count)).toBe(4);
  expect(items.at(-2)).toBeGreaterThan(0);
  const delays = ['delay-0', 'delay-1', 'delay-3', 'delay-4'] as const;
  expect(await read(delays, { now, slots: 1 })).toEqual({
    'delay-0': [0],
    'delay-1': [1],
    'delay-3': [1],
    'delay-4': [1],
  });
});

it('what no chart shows any more is deleted, once an hour', async () => {
  const { now, store } = await activity();
  const slots = async () => {
    await flushActivity(store);
    const rows = await store.db.selectFrom('activity').select(['kind', 'slot']).execute();
    return rows.map(({ kind, slot }) => `${kind} ${Number(slot)}`).sort();
  };
  const day = Math.floor(now / DAY);
  const hour = Math.floor(now / HOUR);
  for (const ago of [30, 31]) countActivity(store, OWNER.id, 'items', (day - ago) * DAY);
  for (const ago of [720, 721]) countActivity(store, OWNER.id, 'delivered', (hour - ago) * HOUR);
  const kept = [`delivered ${hour - 720}`, `items ${day - 30}`];
  expect(await slots()).toEqual(kept);
  const late = `delivered ${hour - 721}`;
  countActivity(store, OWNER.id, 'delivered', (hour - 721) * HOUR);
  expect(await slots()).toEqual([...kept, late].sort());
});

it('items count from the instant on that 30 days ago was', async () => {
  const { now, store, read } = await activity();
  const dates = [now - 30 * DAY, now - 30 * DAY + 1, now, now + 1];
  countItems(store, OWNER.id, dates, { now, isFirst: false });
  const { items } = await read(['items'], { now, slots: 31 });
  expect(items.reduce((sum, count) => sum + count)).toBe(3);
  expect(await read(['delay-0', 'delay-4'], { now, slots: 1 })).toEqual({
    ...{ 'delay-0': [1], 'delay-4': [2] },
  });
});
