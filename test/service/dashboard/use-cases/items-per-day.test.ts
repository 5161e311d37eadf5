import { expect, it } from 'vitest';
import { itemsPerDay } from '../../../../src/service/dashboard/use-cases/items-per-day.js';
import { insertEntries, insertFeeds } from '../../../support/feed-rows.js';
import { OWNER, startSetup } from '../../../support/refresh-setup.js';

const DAY = 86_400_000;

it('counts thirty days, by the date of an item or else by when it came', async () => {
  const { deps } = await startSetup();
  const { db } = deps.store;
  const [a = '', b = ''] = await insertFeeds(db, OWNER.id, [{}, {}]);
  const now = 20_000 * DAY + 5;
  const today = 20_000 * DAY;
  const first = today - 29 * DAY;
  const times = [first - 1, first, today - 1, today, today + DAY - 1, today + DAY];
  const dated = times.map((date, at) => ({ identity: `dated ${at}`, addedAt: today, date }));
  const undated = times.map((addedAt, at) => ({ identity: `undated ${at}`, addedAt }));
  await insertEntries(db, a, [...dated, ...undated]);

  const days = await itemsPerDay(db, [a, b], now);
  const counts = Array(30).fill(0);
  expect(days.get(b)).toEqual(counts);
  expect(days.get(a)).toEqual(counts.with(0, 2).with(28, 2).with(29, 4));
  expect(await itemsPerDay(db, [], now)).toEqual(new Map());
});
