import { describe, expect, it } from 'vitest';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { HOUR, MINUTE, SECOND } from '../../../src/service/core/durations.js';
import {
  countSelected,
  type FeedSelection,
  type Position,
  selectFeeds,
} from '../../../src/service/refresh/select-feeds.js';
import { accountsOf } from '../../support/accounts.js';
import { type FeedColumns, feedIdAt, insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

async function withFeeds(columns: (now: number) => readonly FeedColumns[]) {
  const { clock, deps, service } = await startSetup();
  const { db } = deps.store;
  const since = clock.now();
  const stranger = await accountsOf(service).create({ name: 'stranger' });
  const ids = await insertFeeds(db, OWNER.id, columns(since));
  await insertFeeds(db, stranger.id, [{ id: 'theirs', last_refreshed_at: 0 }]);

  /** Places of the selected feeds, page by page, or ids that are not of this account. */
  async function pages(selection: FeedSelection, limit = 10): Promise<(number | string)[][]> {
    const found: (number | string)[][] = [];
    let after: Position | null = null;
    do {
      const page = await selectFeeds(db, OWNER, selection, { since, after, limit });
      found.push(page.ids.map((id) => (ids.includes(id) ? ids.indexOf(id) : id)));
      after = page.end;
    } while (after !== null);
    expect(await countSelected(db, OWNER, selection, { since })).toBe(found.flat().length);
    return found;
  }

  return { pages, ids, db, since, domain: service.http.deps };
}

describe('the feeds to refresh', () => {
  it('all: the newest first, in full pages, without those that are suspended', async () => {
    const { pages } = await withFeeds((now) => [{}, {}, { suspended_at: now }, {}, {}, {}]);
    expect(await pages('all', 2)).toEqual([[0, 1], [3, 4], [5]]);
    expect(await pages('all', 5)).toEqual([[0, 1, 3, 4, 5]]);
  });

  it('due: the longest due first; no paused feeds, and none that is due later', async () => {
    const { pages } = await withFeeds((now) => [
      { next_refresh_at: now },
      { next_refresh_at: now - HOUR },
      { next_refresh_at: now - HOUR },
      { next_refresh_at: now + 1 },
      { next_refresh_at: now - HOUR, refresh_interval: 0 },
      { next_refresh_at: now - 2 * HOUR, refresh_interval: MINUTE },
      { next_refresh_at: now - HOUR, suspended_at: now },
    ]);
    expect(await pages('due', 3)).toEqual([[5, 1, 2], [0]]);
    expect(await pages('due', 1)).toEqual([[5], [1], [2], [0]]);
    expect(await pages('due', 4)).toEqual([[5, 1, 2, 0]]);
  });

  it('by id: each once and in the order of ids, also those that the account does not have', async () => {
    const { pages, ids } = await withFeeds((now) => [{}, { suspended_at: now }, {}]);
    const [first = '', second = '', third = ''] = ids;
    const named = { ids: [third, 'unknown', second, third, first] };
    expect(await pages(named)).toEqual([[0, 1, 2, 'unknown']]);
    expect(await pages(named, 3)).toEqual([[0, 1, 2], ['unknown']]);
    expect(await pages(named, 2)).toEqual([
      [0, 1],
      [2, 'unknown'],
    ]);
    expect(await pages({ ids: [], due: true })).toEqual([[]]);
  });

  it('a bundle: its members that are not suspended; a bundle of nobody is reported', async () => {
    const { pages, ids, domain } = await withFeeds((now) => [{}, { suspended_at: now }, {}]);
    const { id } = await createBundle(domain, OWNER, { name: 'B', feeds: ids });
    expect(await pages({ ids: [id] })).toEqual([[0, 2]]);
    expect(await pages({ ids: [feedIdAt(2), id, feedIdAt(1)] })).toEqual([[0, 1, 2]]);
    expect(await pages({ ids: ['_unknown'] })).toEqual([['_unknown']]);
  });

  it('by id, those that are due', async () => {
    const { pages, ids } = await withFeeds((now) => [
      { next_refresh_at: now },
      { next_refresh_at: now + 1 },
      { next_refresh_at: now, refresh_interval: 0 },
    ]);
    expect(await pages({ ids: [...ids, 'theirs', 'unknown'], due: true })).toEqual([[0]]);
    expect(await pages({ ids, due: false })).toEqual([[0, 1, 2]]);
  });

  it('by id, those that were read long enough ago, at least the floor', async () => {
    const { pages, ids } = await withFeeds((now) => [
      { last_refreshed_at: now - HOUR },
      { last_refreshed_at: now - HOUR + 1 },
      { last_refreshed_at: now - 5 * MINUTE },
      { last_refreshed_at: now - 5 * MINUTE + 1 },
      { last_refreshed_at: now - 2 * HOUR, suspended_at: now },
    ]);
    expect(await pages({ ids: [...ids, 'theirs'], olderThanMs: HOUR })).toEqual([[0]]);
    expect(await pages({ ids, olderThanMs: SECOND })).toEqual([[0, 1, 2]]);
  });
});
