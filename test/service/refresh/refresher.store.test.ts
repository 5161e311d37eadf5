import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { DAY } from '../../../src/service/core/durations.js';
import { startInstance } from '../../../src/service/operation/start-instance.js';
import { claimFeeds, releaseLease } from '../../../src/service/refresh/claim.js';
import { blockDomain } from '../../../src/service/refresh/refresh-feed.js';
import type { FeedOutcome } from '../../../src/service/refresh/refresh-feeds.js';
import type { RefreshDeps } from '../../../src/service/refresh/refresh-result.js';
import { createRefresher, type Refresher } from '../../../src/service/refresh/refresher.js';
import {
  type FeedPage,
  type FeedSelection,
  type Position,
  selectFeeds,
} from '../../../src/service/refresh/select-feeds.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';
import { numberedItems, rss } from '../../support/rss.js';

async function withFeeds(count: number) {
  const setup = await startSetup();
  const ids: string[] = [];
  const publish = (index: number, items: number) =>
    setup.sources.publish(`/${index}.xml`, { title: `${index}`, items: numberedItems(items) });
  for (let index = 0; index < count; index += 1) ids.push(await setup.create(publish(index, 1)));
  const refresher = createRefresher(setup.deps, { slots: 3 });
  return { ...setup, ids, publish, refresher };
}

/** A refresher, and a promise that it has looked at its feeds once: it asks the time before and after. */
function looking(deps: RefreshDeps) {
  const now = vi.fn(() => deps.clock.now());
  const refresher = createRefresher({ ...deps, clock: { now } });
  const looked = () => expect.poll(() => now.mock.calls.length).toBeGreaterThan(1);
  return { refresher, looked };
}

async function all(
  refresher: Refresher,
  ids: readonly string[],
): Promise<Map<string, FeedOutcome>> {
  const outcomes = new Map<string, FeedOutcome>();
  for await (const outcome of refresher.refresh(OWNER, ids)) outcomes.set(outcome.feedId, outcome);
  return outcomes;
}

describe('refresh', () => {
  it('refreshes more feeds than there are slots, whether they are due or not', async () => {
    const { refresher, ids, publish } = await withFeeds(8);
    publish(5, 3);
    const outcomes = await all(refresher, ids);

    expect([...outcomes.keys()].sort()).toEqual([...ids].sort());
    expect(outcomes.get(ids[5] ?? '')).toMatchObject({ outcome: 'updated', itemsNew: 2 });
    expect(outcomes.get(ids[0] ?? '')).toMatchObject({ outcome: 'unchanged', itemsNew: 0 });
  });

  it('tells of feeds that do not exist, or belong to somebody else', async () => {
    const { refresher, ids } = await withFeeds(1);
    const [id = ''] = ids;
    const outcomes = await all(refresher, [id, 'missing', '_missing']);

    expect(outcomes.get(id)?.outcome).toBe('unchanged');
    expect(outcomes.get('missing')).toMatchObject({
      outcome: 'failed',
      error: { code: 'FEED_NOT_FOUND' },
      nextRefreshAt: null,
    });
    expect(outcomes.get('_missing')?.error?.code).toBe('BUNDLE_NOT_FOUND');
    const stranger: FeedOutcome[] = [];
    for await (const one of refresher.refresh({ id: 'stranger' }, [id])) stranger.push(one);
    expect(stranger).toMatchObject([{ outcome: 'failed', error: { code: 'FEED_NOT_FOUND' } }]);
  });

  it('skips what asked to be left alone, and counts no failure', async () => {
    const { refresher, ids, deps, clock, row, sources } = await withFeeds(1);
    const [id = ''] = ids;
    const until = clock.now() + 2 * DAY;
    const { db } = deps.store;
    await db.updateTable('feeds').set({ poll_domain: 'busy.com' }).execute();
    await blockDomain(db, { domain: 'busy.com', until }, clock.now());
    const outcomes = await all(refresher, ids);

    expect(outcomes.get(id)).toMatchObject({
      outcome: 'skipped',
      error: { message: expect.stringContaining('busy.com') },
      nextRefreshAt: until,
    });
    expect(await row(id)).toMatchObject({ failures: 0, refresh_count: 0, last_error: null });
    expect(sources.hits('/0.xml')).toBe(1);
  });

  it('waits for another process that has the feed, and then reads it itself', async () => {
    const { ids, deps, clock } = await withFeeds(1);
    const [id = ''] = ids;
    const [held] = await claimFeeds(deps.store, ids, clock.now());
    const { refresher, looked } = looking(deps);
    const running = all(refresher, ids);
    await looked();
    if (held !== undefined) await releaseLease(deps.store.db, held);

    expect((await running).get(id)).toMatchObject({ outcome: 'unchanged' });
  });

  it('reports what another process brought meanwhile, without reading it again', async () => {
    const { refresher, ids, deps, sources } = await withFeeds(1);
    const [id = ''] = ids;
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      sources.on('/0.xml', (_, response) => {
        answer = () => response.end(rss({ title: '0', items: numberedItems(4) }));
        resolve();
      });
    });
    const first = all(refresher, [id]);
    await asked;
    const { refresher: other, looked } = looking(deps);
    const second = all(other, [id]);
    await looked();
    answer();

    expect((await first).get(id)).toMatchObject({ outcome: 'updated', itemsNew: 3 });
    expect((await second).get(id)).toMatchObject({ outcome: 'updated', itemsNew: 3 });
    expect(sources.hits('/0.xml')).toBe(2);
  });

  it('gives everything back when it is closed', async () => {
    const { refresher, ids, sources, row } = await withFeeds(3);
    const asked = new Promise<void>((resolve) => {
      for (const index of ids.keys()) sources.on(`/${index}.xml`, () => resolve());
    });
    const running = all(refresher, ids);
    await asked;
    await refresher.close();

    expect(await running).toEqual(new Map());
    for (const id of ids) {
      expect(await row(id)).toMatchObject({ lease_token: null, failures: 0, refresh_count: 0 });
    }
  });
});

describe('select', () => {
  it('selects all, the due, or those named with the members of bundles', async () => {
    const { ids, deps, clock, service } = await withFeeds(4);
    const [a = '', b = '', c = '', d = ''] = ids;
    const bundle = await createBundle(service.http.deps, OWNER, { name: 'B', feeds: [c, b] });
    await deps.store.db
      .updateTable('feeds')
      .set({ next_refresh_at: clock.now() - 1 })
      .where('id', '=', b)
      .execute();

    const select = async (selection: FeedSelection, account = OWNER) => {
      const found: string[] = [];
      let after: Position | null = null;
      do {
        const page: FeedPage = await selectFeeds(deps.store.db, account, selection, {
          ...{ since: clock.now(), after, limit: 2 },
        });
        found.push(...page.ids);
        after = page.end;
      } while (after !== null);
      return found;
    };
    expect((await select('all')).sort()).toEqual([a, b, c, d].sort());
    expect(await select('due')).toEqual([b]);
    const named = { ids: [d, bundle.id, c, 'x', '_y'] };
    expect(await select(named)).toEqual([d, c, b, 'x', '_y'].sort());
    expect(await select({ ...named, due: true })).toEqual([b]);
    expect(await select({ ids: [bundle.id] }, { id: 'stranger' })).toEqual([bundle.id]);
    expect(await select('all', { id: 'stranger' })).toEqual([]);
  });

  it('gives every due feed once, also those that were refreshed in between', async () => {
    const { deps, clock, ids } = await withFeeds(3);
    clock.advance(2 * DAY);
    const { db } = deps.store;
    const since = clock.now();
    const first = await selectFeeds(db, OWNER, 'due', { since, after: null, limit: 2 });
    expect(first.ids).toHaveLength(2);
    await db
      .updateTable('feeds')
      .set({ next_refresh_at: since + 1 })
      .where('id', 'in', first.ids)
      .execute();
    clock.advance(DAY);
    const second = await selectFeeds(db, OWNER, 'due', { since, after: first.end, limit: 2 });
    expect([...first.ids, ...second.ids].sort()).toEqual(ids.toSorted());
    expect(second.end).toBeNull();
  });
});

const WHOLE = { cursor: undefined, waitMs: 30_000, unlessServed: false };

/** In place of a time that has passed: ends the batches that wait for `waitMs`. */
function endOfWait(waitMs: number): () => void {
  const ended = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const signals = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === waitMs ? ended.signal : timeout(ms)));
  onTestFinished(() => signals.mockRestore());
  return () => ended.abort();
}

describe('a batch', () => {
  it('leaves what has not ended to the next, which has its outcome', async () => {
    const { refresher, ids, sources, publish, row } = await withFeeds(2);
    const [slow = '', fast = ''] = ids;
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      sources.on('/0.xml', (_, response) => {
        answer = () => response.end(rss({ title: '0', items: numberedItems(3) }));
        resolve();
      });
    });
    publish(1, 2);
    const selection = { ids };
    const end = endOfWait(500);
    const batch = refresher.refreshBatch(OWNER, { ...WHOLE, selection, waitMs: 500 });
    await asked;
    await expect.poll(async () => (await row(fast)).refresh_count).toBe(1);
    end();
    const first = await batch;
    expect(first.outcomes).toMatchObject([{ feedId: fast, outcome: 'updated', itemsNew: 1 }]);
    expect(first.remaining).toBe(1);

    answer();
    const cursor = first.cursor ?? '';
    const second = await refresher.refreshBatch(OWNER, { ...WHOLE, selection, cursor });
    expect(second).toMatchObject({
      outcomes: [{ feedId: slow, outcome: 'updated', itemsNew: 2 }],
      remaining: 0,
      cursor: null,
    });
    // Once for the creation, once for the refresh.
    expect(sources.hits('/0.xml')).toBe(2);
  });

  it('reports what ended after the caller had its answer', async () => {
    const { refresher, ids, sources, row } = await withFeeds(1);
    const [id = ''] = ids;
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      sources.on('/0.xml', (_, response) => {
        answer = () => response.end(rss({ title: '0', items: numberedItems(4) }));
        resolve();
      });
    });
    const selection = { ids };
    const end = endOfWait(300);
    const first = refresher.refreshBatch(OWNER, { ...WHOLE, selection, waitMs: 300 });
    await asked;
    end();
    const { cursor } = await first;
    answer();
    await expect.poll(async () => (await row(id)).refresh_count).toBe(1);
    const second = await refresher.refreshBatch(OWNER, {
      ...WHOLE,
      selection,
      cursor: cursor ?? '',
    });
    expect(second.outcomes).toMatchObject([{ feedId: id, outcome: 'updated', itemsNew: 3 }]);
    expect(sources.hits('/0.xml')).toBe(2);
  });

  it('refuses a cursor that is not one', async () => {
    const { refresher } = await withFeeds(0);
    for (const cursor of ['x', Buffer.from('{"since":1}').toString('base64url')]) {
      const batch = refresher.refreshBatch(OWNER, { ...WHOLE, selection: 'all', cursor });
      await expect(batch).rejects.toMatchObject({ code: 'INVALID_FIELD' });
    }
  });
});

describe('a batch before reading', () => {
  const request = (id: string) => ({
    ...WHOLE,
    selection: { ids: [id], due: true },
    unlessServed: true,
  });

  it('refreshes what is due of a feed or of a bundle', async () => {
    const { refresher, ids, clock, publish, titles, service } = await withFeeds(3);
    const [a = '', b = '', c = ''] = ids;
    const bundle = await createBundle(service.http.deps, OWNER, { name: 'B', feeds: [a, b] });
    for (const index of [0, 1, 2]) publish(index, 2);
    await refresher.refreshBatch(OWNER, request(a));
    expect(await titles(a)).toHaveLength(1);

    clock.advance(2 * DAY);
    expect(await refresher.refreshBatch(OWNER, request(bundle.id))).toMatchObject({ remaining: 0 });
    expect(await titles(a)).toHaveLength(2);
    expect(await titles(b)).toHaveLength(2);
    expect(await titles(c)).toHaveLength(1);
  });

  it('leaves it to a live serve that refreshes, and to no other', async () => {
    const { refresher, ids, clock, publish, titles, deps } = await withFeeds(1);
    const [id = ''] = ids;
    publish(0, 2);
    clock.advance(2 * DAY);
    const where = { listenUrl: 'http://127.0.0.1:7410', publicUrl: null };
    const worker = await startInstance(deps.store, clock, { role: 'all', ...where });
    await refresher.refreshBatch(OWNER, request(id));
    expect(await titles(id)).toHaveLength(1);

    await worker.stop();
    const api = await startInstance(deps.store, clock, { role: 'api', ...where });
    await refresher.refreshBatch(OWNER, request(id));
    expect(await titles(id)).toHaveLength(2);
    await api.stop();
  });

  it('tells which sources could not be read', async () => {
    const { refresher, ids, clock, sources } = await withFeeds(1);
    sources.on('/0.xml', (_, response) => response.writeHead(500).end());
    clock.advance(2 * DAY);

    expect(await refresher.refreshBatch(OWNER, request(ids[0] ?? ''))).toMatchObject({
      outcomes: [{ feedId: ids[0], error: { message: expect.stringContaining('HTTP 500') } }],
      remaining: 0,
    });
  });
});
