import { describe, expect, it } from 'vitest';
import { type Commit, commitFetch } from '../../../src/service/refresh/commit.js';
import { refreshHistory } from '../../../src/service/refresh/history.js';
import { startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';

async function claimedFeed() {
  const { deps, clock, sources, create, claim, row } = await startSetup();
  const id = await create(sources.publish('/a.xml', { items: numberedItems(1) }));
  clock.advance(1000);
  const feed = await claim(id);
  const now = clock.now();
  const entry: Commit['entry'] = {
    ...{ outcome: 'updated', status: 200, items_new: 0, items_changed: 0, duration_ms: 5 },
    ...{ error_code: null, error_message: null, note: null, pushed: null, texts: null },
  };
  return {
    ...{ feed, now },
    row: () => row(id),
    history: () => refreshHistory(deps.store.db, id, 10),
    commit: (commit: Partial<Commit>, claimed = feed) =>
      commitFetch(deps.store, claimed, { feed: {}, visible: false, entry, now, ...commit }),
  };
}

describe('the result of a fetch', () => {
  it('is stored with its place in the history, and gives the feed back', async () => {
    const { feed, now, row, history, commit } = await claimedFeed();
    expect(await commit({ feed: { title: 'New', is_parsing: 1 } })).toBe(true);
    expect(await row()).toEqual({
      ...feed,
      ...{ title: 'New', is_parsing: 1, last_refreshed_at: now, refresh_count: 1 },
      ...{ lease_token: null, lease_expires_at: null },
    });
    expect(await history()).toMatchObject([{ number: 1, at: now, outcome: 'updated' }]);
  });

  it('raises the revision when readers see it, and only then', async () => {
    const hidden = await claimedFeed();
    await hidden.commit({ visible: false });
    const { revision, updated_at } = hidden.feed;
    expect(await hidden.row()).toMatchObject({ revision, updated_at });
    const shown = await claimedFeed();
    await shown.commit({ visible: true });
    expect(await shown.row()).toMatchObject({ revision: revision + 1, updated_at: shown.now });
  });

  it('writes what belongs to it, in its transaction', async () => {
    const { feed, row, history, commit } = await claimedFeed();
    const stored = commit({
      write: async (db) => {
        await db.updateTable('feeds').set({ icon: 'x' }).where('id', '=', feed.id).execute();
        throw new Error('The disk is full.');
      },
    });
    await expect(stored).rejects.toThrow('The disk is full.');
    expect(await row()).toEqual(feed);
    expect(await history()).toEqual([]);
  });

  it('is dropped whole without the lease', async () => {
    const { feed, row, history, commit } = await claimedFeed();
    let written = false;
    const write = async () => {
      written = true;
    };
    const other = { ...feed, lease_token: 'of another process' };
    expect(await commit({ feed: { title: 'New' }, visible: true, write }, other)).toBe(false);
    expect(await commit({ feed: { title: 'New' } }, { ...feed, id: 'deleted' })).toBe(false);
    expect(written).toBe(false);
    expect(await row()).toEqual(feed);
    expect(await history()).toEqual([]);
  });

  it.each([
    ['failed', 1],
    ['unchanged', 0],
  ] as const)('that is %s leaves %i of two deaths', async (outcome, deaths) => {
    const { feed, row, commit, history } = await claimedFeed();
    const entry = {
      outcome,
      status: null,
      items_new: 0,
      items_changed: 0,
      duration_ms: 5,
    } as const;
    const none = {
      error_code: null,
      error_message: null,
      note: null,
      pushed: null,
      texts: null,
    } as const;
    await commit({ entry: { ...entry, ...none } }, { ...feed, deaths: 2 });
    expect(await row()).toMatchObject({ deaths, suspended_at: null });
    expect(await history()).toMatchObject([{ outcome }]);
  });
});
