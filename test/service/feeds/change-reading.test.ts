import { expect, it } from 'vitest';
import { changeReading } from '../../../src/service/feeds/change-reading.js';
import { type FeedColumns, insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

const PAGE: FeedColumns = { origin: 'page' };

async function withFeed(columns: FeedColumns) {
  const { service, clock } = await startSetup();
  const deps = { ...service.http.deps, hasBrowser: true };
  const [id = ''] = await insertFeeds(deps.store.db, OWNER.id, [columns]);
  const row = () =>
    deps.store.db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const change = (changes: Parameters<typeof changeReading>[3]) =>
    changeReading(deps, OWNER, id, changes);
  return { deps, now: clock.now(), id, row, change };
}

it('keeps what a request does not name, and reads the source anew where something changed', async () => {
  const { row, change, now, deps } = await withFeed(PAGE);
  await change({});
  await change({ access: null, render: 'auto', steps: [] });
  expect((await row()).next_refresh_at).toBe(0);
  await change({ render: 'always' });
  expect(await row()).toMatchObject({ render: 'always', access: null, next_refresh_at: now });
  await deps.store.db.updateTable('feeds').set({ next_refresh_at: 0 }).execute();
  await change({ render: 'always' });
  expect((await row()).next_refresh_at).toBe(0);
  await change({ steps: ['click .more'] });
  expect(await row()).toMatchObject({ render: 'always', steps: expect.stringContaining('.more') });
  await change({ access: { headers: { 'X-Key': 'a' } } });
  expect(await row()).toMatchObject({
    ...{ render: 'always', access: expect.stringContaining('x-key'), next_refresh_at: now },
  });
});

it('changes single values and headers, and removes those that are null', async () => {
  const { row, change } = await withFeed(PAGE);
  const access = async () => JSON.parse((await row()).access ?? 'null') as unknown;
  await change({ access: { user_agent: 'Mine', headers: { 'X-A': 'a', 'X-B': 'b' } } });
  await change({ access: { headers: { 'x-a': 'c', 'X-B': null } } });
  expect(await access()).toEqual({ user_agent: 'Mine', headers: { 'x-a': 'c' } });
  await change({ access: { user_agent: null } });
  expect(await access()).toEqual({ headers: { 'x-a': 'c' } });
  await change({ access: null });
  expect(await access()).toBeNull();
});

it.each<[string, FeedColumns, Parameters<typeof changeReading>[3], RegExp]>([
  ['a feed that is opened in a browser', {}, { render: 'always' }, /reads a feed/],
  ['a feed with steps', {}, { steps: ['click .more'] }, /reads a feed/],
  ['a search that is opened', { ...PAGE, mode: 'keyword' }, { render: 'always' }, /reads a feed/],
  ['values for a search', { mode: 'keyword' }, { access: {} }, /follows the news/],
  ['steps in no browser', PAGE, { render: 'never', steps: ['click .more'] }, /steps/],
])('refuses %s', async (_, columns, changes, message) => {
  const { change } = await withFeed(columns);
  const changed = change(changes);
  await expect(changed).rejects.toMatchObject({ code: 'INVALID_FIELD' });
  await expect(changed).rejects.toThrow(message);
});

it('a feed may never be opened in a browser', async () => {
  const { row, change } = await withFeed({});
  await change({ render: 'never' });
  expect((await row()).render).toBe('never');
});
