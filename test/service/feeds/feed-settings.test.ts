import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../src/service/core/durations.js';
import {
  getFeedSettings,
  settingsOfFeeds,
  updateFeedSettings,
} from '../../../src/service/feeds/feed-settings.js';
import { type FeedColumns, insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

async function withFeed(columns: (now: number) => FeedColumns = () => ({})) {
  const { service, clock } = await startSetup();
  const { deps } = service.http;
  const now = clock.now();
  const schedule_hints = JSON.stringify({ minIntervalMs: 0, skipHours: [], skipDays: [] });
  const times = { schedule_hints, last_refreshed_at: now - HOUR, next_refresh_at: now + HOUR };
  const [id = '', other = ''] = await insertFeeds(deps.store.db, OWNER.id, [
    { ...times, ...columns(now) },
    {},
  ]);
  const row = () =>
    deps.store.db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const update = (settings: Parameters<typeof updateFeedSettings>[3]) =>
    updateFeedSettings(deps, OWNER, id, settings);
  return { deps, now, id, other, row, update };
}

it('are those of one feed, of some, and of all', async () => {
  const { deps, id, other, update } = await withFeed();
  await update({ customAuthor: 'Ann' });
  expect(await getFeedSettings(deps, OWNER, id)).toMatchObject({ customAuthor: 'Ann' });
  expect([...(await settingsOfFeeds(deps, OWNER)).keys()].sort()).toEqual([id, other].sort());
  const some = await settingsOfFeeds(deps, OWNER, [id]);
  expect([...some]).toEqual([[id, expect.objectContaining({ customAuthor: 'Ann' })]]);
  const stranger = { id: 'other' };
  expect((await settingsOfFeeds(deps, stranger)).size).toBe(0);
  await expect(updateFeedSettings(deps, stranger, id, { full_text: true })).rejects.toMatchObject({
    code: 'FEED_NOT_FOUND',
  });
});

it('raise the revision where readers see them', async () => {
  const { row, update, now } = await withFeed();
  await update({});
  expect(await row()).toMatchObject({ revision: 1, updated_at: 0 });
  await update({ interval: '3h' });
  expect(await row()).toMatchObject({ revision: 1, updated_at: 0 });
  await update({ customAuthor: 'Ann' });
  expect(await row()).toMatchObject({ revision: 2, updated_at: now });
});

it('count from the last fetch, or from now when that is over', async () => {
  const { row, update, now } = await withFeed();
  await update({ interval: '3h' });
  // Three hours from the last fetch, an hour ago; up to a tenth more or less, by chance.
  const wait = (await row()).next_refresh_at - now;
  expect([wait > 1.6 * HOUR, wait < 2.4 * HOUR]).toEqual([true, true]);
  await update({ interval: '30m' });
  expect((await row()).next_refresh_at).toBe(now);
});

it.each<[string, FeedColumns]>([
  ['that fails', { failures: 1 }],
  ['that is inactive', { is_active: 0 }],
])('leave a feed %s the time of its retry', async (_, columns) => {
  const { row, update, now } = await withFeed(() => columns);
  await update({ interval: '3d' });
  expect(await row()).toMatchObject({ next_refresh_at: now + HOUR, refresh_interval: 3 * DAY });
});

it('pause, and go on with the interval before', async () => {
  const { row, update } = await withFeed();
  expect(await update({ interval: '3h' })).toMatchObject({ interval: '3h' });
  expect(await update({ interval: 'paused' })).toMatchObject({ interval: 'paused' });
  expect(await row()).toMatchObject({ refresh_interval: 0, interval_before_pause: 3 * HOUR });
  await update({ interval: 'paused' });
  expect(await row()).toMatchObject({ refresh_interval: 0, interval_before_pause: 3 * HOUR });
  expect(await update({ interval: 'resume' })).toMatchObject({ interval: '3h' });
  expect(await update({ interval: 'resume' })).toMatchObject({ interval: '3h' });
});

it('name the shortest interval of the operator where it is longer', async () => {
  const { deps, id, update } = await withFeed();
  const floor = (refreshFloorMs: number) => getFeedSettings({ ...deps, refreshFloorMs }, OWNER, id);
  expect(await floor(HOUR)).not.toHaveProperty('min_interval');
  await update({ interval: '30m' });
  expect(await floor(30 * MINUTE)).not.toHaveProperty('min_interval');
  expect(await floor(HOUR)).toMatchObject({ min_interval: '1h' });
  await update({ interval: 'paused' });
  expect(await floor(HOUR)).not.toHaveProperty('min_interval');
});
