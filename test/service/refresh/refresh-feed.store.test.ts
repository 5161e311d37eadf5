import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, WEEK } from '../../../src/service/core/durations.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { updateFeed } from '../../../src/service/feeds/edit-feed.js';
import { updateFeedSettings } from '../../../src/service/feeds/feed-settings.js';
import { rhythmOf } from '../../../src/service/feeds/next-fetch.js';
import { claimFeeds, LEASE_MS } from '../../../src/service/refresh/claim.js';
import { KEPT_REFRESHES, refreshHistory } from '../../../src/service/refresh/history.js';
import { refreshFeed } from '../../../src/service/refresh/refresh-feed.js';
import { nextFetch } from '../../../src/service/schedule/interval.js';
import { OWNER, type RefreshSetup, startSetup } from '../../support/refresh-setup.js';
import { numberedItems, type RssDocument, rss } from '../../support/rss.js';

const NEWS: RssDocument = { title: 'News', description: 'All of it', items: numberedItems(3) };

async function withFeed(document: RssDocument = NEWS, options: { keepItems?: number } = {}) {
  const setup = await startSetup(options);
  const url = setup.sources.publish('/feed.xml', document);
  const id = await setup.create(url);
  setup.clock.advance(HOUR);
  return { ...setup, id, publish: (next: RssDocument) => setup.sources.publish('/feed.xml', next) };
}

/** Answers a path with 304 to whoever sends the validator, and with the document otherwise. */
function serveWithEtag(setup: RefreshSetup, path: string, etag: string, document: RssDocument) {
  const seen: (string | undefined)[] = [];
  const url = setup.sources.on(path, (request, response) => {
    seen.push(request.headers['if-none-match']);
    response.setHeader('ETag', etag);
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.end(rss(document));
  });
  return { url, seen };
}

describe('refreshFeed', () => {
  it('finds nothing new in the same document, and only looks again later', async () => {
    const { refresh, id, row, events, clock, deps } = await withFeed();
    const before = await row(id);
    const result = await refresh(id);
    const after = await row(id);

    expect(result).toMatchObject({ outcome: 'unchanged', itemsNew: 0, itemsChanged: 0 });
    expect(after.revision).toBe(before.revision);
    expect(after.last_refreshed_at).toBe(clock.now());
    expect(after.lease_token).toBeNull();
    expect(after.next_refresh_at).toBe(
      nextFetch({
        now: clock.now(),
        rhythm: rhythmOf(before),
        hints: { minIntervalMs: null, skipHours: [], skipDays: [] },
        freshForMs: null,
        retryAfterMs: null,
        random: deps.random,
      }).at,
    );
    expect(result?.nextRefreshAt).toBe(after.next_refresh_at);
    expect(await events()).toEqual([]);
  });

  it('stores and announces what is new, above what was there', async () => {
    const { refresh, id, publish, titles, events, row, clock } = await withFeed();
    const before = await row(id);
    const fresh = numberedItems(2, 'fresh');
    publish({ ...NEWS, items: [...fresh, ...NEWS.items] });
    const result = await refresh(id);
    const [event, ...more] = await events();

    expect(result).toMatchObject({ outcome: 'updated', itemsNew: 2, itemsChanged: 0 });
    expect(await titles(id)).toEqual(
      ['fresh number 0', 'fresh number 1'].concat(NEWS.items.map(({ title }) => title ?? '')),
    );
    expect(event?.data.items_new.map(({ title }) => title)).toEqual([
      'fresh number 0',
      'fresh number 1',
    ]);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/),
      type: 'feed_update',
      feed: { id, title: 'News', is_active: true },
      data: { items_changed: [] },
    });
    expect(more).toEqual([]);
    const after = await row(id);
    expect(after.revision).toBe(before.revision + 1);
    expect(after.updated_at).toBe(clock.now());
  });

  it('makes no event of the items that a new feed starts with, unless it is asked for', async () => {
    const { events, service, sources } = await withFeed();
    expect(await events()).toEqual([]);

    const url = sources.publish('/announced.xml', NEWS);
    await createFeed(service.http.deps, OWNER, { url, announce: true });
    const [event, ...more] = await events();
    expect(more).toEqual([]);
    expect(event?.data.items_new.map(({ title }) => title)).toEqual(
      NEWS.items.map(({ title }) => title),
    );
  });

  it('says in the history when a text was cut', async () => {
    const { refresh, id, publish, service } = await withFeed();
    const long = `<p>${'word '.repeat(60_000)}</p>`;
    publish({
      ...NEWS,
      items: [{ title: 'Long', guid: 'long', description: long }, ...NEWS.items],
    });
    await refresh(id);
    const [last] = await refreshHistory(service.http.deps.store.db, id, 1);
    expect(last?.note).toBe('The text of 1 item was cut at 262144 characters.');
  });

  it('announces a changed item where it stands', async () => {
    const { refresh, id, publish, titles, events } = await withFeed();
    const [first, second, third] = NEWS.items;
    publish({
      ...NEWS,
      items: [{ ...first }, { ...second, description: 'Corrected: it was Tuesday' }, { ...third }],
    });
    const result = await refresh(id);
    const [event] = await events();

    expect(result).toMatchObject({ outcome: 'updated', itemsNew: 0, itemsChanged: 1 });
    expect(event?.data.items_new).toEqual([]);
    expect(event?.data.items_changed).toMatchObject([
      { title: second?.title, description_text: 'Corrected: it was Tuesday' },
    ]);
    expect(await titles(id)).toEqual(NEWS.items.map(({ title }) => title));
  });

  it('notices that a change was taken back, once within a day', async () => {
    const { refresh, id, publish, clock } = await withFeed();
    const [first, ...rest] = NEWS.items;
    const edited = { ...NEWS, items: [{ ...first, description: 'Another text' }, ...rest] };
    for (const [days, document, itemsChanged] of [
      [0, edited, 1],
      [0, NEWS, 0],
      [0, edited, 0],
      [2, NEWS, 1],
      [2, edited, 1],
    ] as const) {
      clock.advance(days * DAY);
      publish(document);
      expect(await refresh(id)).toMatchObject({ itemsNew: 0, itemsChanged });
    }
  });

  it('takes no passing word for a change, however often it passes', async () => {
    const { refresh, id, publish, events } = await withFeed();
    const [first, ...rest] = NEWS.items;
    for (const ago of ['3 min ago', '4 min ago', '2 hours ago']) {
      publish({ ...NEWS, items: [{ ...first, title: `Talk ${ago}` }, ...rest] });
      await refresh(id);
    }
    expect(await events()).toHaveLength(1);
  });

  it('says nothing of an item that changed too often, and stores it all the same', async () => {
    const { refresh, id, publish, events, deps, clock } = await withFeed();
    await deps.store.db.updateTable('items').set({ announced_changes: 20 }).execute();
    for (let edit = 21; edit <= 26; edit += 1) {
      const [first, ...rest] = NEWS.items;
      publish({ ...NEWS, items: [{ ...first, description: `Edit number ${edit}` }, ...rest] });
      clock.advance(HOUR);
      await refresh(id);
    }
    const stored = await deps.store.db
      .selectFrom('items')
      .select(['description_text', 'announced_changes'])
      .where('announced_changes', '>', 20)
      .execute();

    expect(await events()).toHaveLength(4);
    expect(stored).toEqual([{ description_text: 'Edit number 26', announced_changes: 24 }]);
  });

  it('knows an item again whose guid was changed', async () => {
    const { refresh, id, publish, titles, events, deps } = await withFeed();
    const [first, second, third] = NEWS.items;
    publish({
      ...NEWS,
      items: [{ ...first, guid: 'moved-to-another-system' }, { ...second }, { ...third }],
    });
    const result = await refresh(id);

    expect(result).toMatchObject({ itemsNew: 0, itemsChanged: 0 });
    expect(await titles(id)).toEqual(NEWS.items.map(({ title }) => title));
    expect(await events()).toEqual([]);
    expect(await deps.store.db.selectFrom('tombstones').selectAll().execute()).toEqual([]);
    expect(await refresh(id)).toMatchObject({ outcome: 'unchanged' });
  });

  it('drops the oldest beyond what is kept, and does not take them for new when they come back', async () => {
    const keepItems = 20;
    const { refresh, id, publish, titles, events, deps, clock } = await withFeed(NEWS, {
      keepItems,
    });
    publish({ ...NEWS, items: numberedItems(19, 'flood') });
    await refresh(id);
    expect(await titles(id)).toHaveLength(20);
    const dropped = await deps.store.db.selectFrom('tombstones').selectAll().execute();
    expect(dropped).toHaveLength(2);

    clock.advance(HOUR);
    publish({ ...NEWS, items: [...numberedItems(1, 'newest'), ...NEWS.items] });
    const result = await refresh(id);
    expect(result).toMatchObject({ itemsNew: 1 });
    expect(await titles(id)).toHaveLength(20);
    expect((await events()).at(-1)?.data.items_new).toHaveLength(1);
  });

  it('forgets what was dropped once it is 30 days unseen in whole documents', async () => {
    const keepItems = 20;
    const { refresh, id, publish, deps, clock } = await withFeed(NEWS, { keepItems });
    const tombstones = () => deps.store.db.selectFrom('tombstones').selectAll().execute();
    const flood = numberedItems(20, 'flood');
    publish({ ...NEWS, items: flood });
    await refresh(id);
    expect(await tombstones()).toHaveLength(3);

    clock.advance(29 * DAY);
    publish({ ...NEWS, items: [...flood.slice(0, 10), ...NEWS.items.slice(0, 1)] });
    await refresh(id);
    clock.advance(2 * DAY);
    publish({ ...NEWS, items: flood.slice(0, 11) });
    await refresh(id);
    expect(await tombstones()).toMatchObject([{ last_seen_at: clock.now() - 2 * DAY }]);
  });

  it('splits a large update into events of 100 items', async () => {
    const { refresh, id, publish, events } = await withFeed();
    publish({ ...NEWS, items: numberedItems(250, 'many') });
    await refresh(id);
    const sizes = (await events()).map(({ data }) => data.items_new.length);

    expect(sizes.sort()).toEqual([100, 100, 50]);
  });

  it('takes what the source says of itself, except where it was overridden', async () => {
    const { refresh, id, publish, row, service } = await withFeed();
    await updateFeed(service.http.deps, OWNER, id, { title: 'Mine' });
    const { revision } = await row(id);
    publish({ ...NEWS, title: 'Renamed by its publisher' });
    expect(await refresh(id)).toMatchObject({ outcome: 'unchanged', title: 'Mine' });
    expect(await row(id)).toMatchObject({ title: 'Renamed by its publisher', revision });

    publish({ ...NEWS, title: 'Renamed by its publisher', description: 'Some of it' });
    expect(await refresh(id)).toMatchObject({ outcome: 'updated', itemsNew: 0 });
    expect(await row(id)).toMatchObject({ description: 'Some of it', revision: revision + 1 });
  });

  it('puts the custom author into what it announces, never into what it compares', async () => {
    const { refresh, id, publish, events, service } = await withFeed();
    await updateFeedSettings(service.http.deps, OWNER, id, { customAuthor: 'The team' });
    publish({ ...NEWS, items: [...numberedItems(1, 'fresh'), ...NEWS.items] });
    const result = await refresh(id);

    expect(result).toMatchObject({ itemsNew: 1, itemsChanged: 0 });
    expect((await events()).at(-1)?.data.items_new[0]?.authors).toEqual([{ name: 'The team' }]);
  });

  it('sends validators back, and does without them after 20 answers of 304', async () => {
    const setup = await startSetup();
    const { url, seen } = serveWithEtag(setup, '/etag.xml', '"one"', NEWS);
    const id = await setup.create(url);
    for (let look = 1; look <= 22; look += 1) {
      setup.clock.advance(HOUR);
      expect(await setup.refresh(id)).toMatchObject({ outcome: 'unchanged' });
    }

    expect(seen).toEqual([undefined, ...Array(20).fill('"one"'), undefined, '"one"']);
    expect(await setup.row(id)).toMatchObject({ not_modified: 1, etag: '"one"' });
  });

  it('asks for the whole document after a week of 304', async () => {
    const setup = await startSetup();
    const { url, seen } = serveWithEtag(setup, '/etag.xml', '"one"', NEWS);
    const id = await setup.create(url);
    setup.clock.advance(WEEK);
    await setup.refresh(id);

    expect(seen).toEqual([undefined, undefined]);
    expect(await setup.row(id)).toMatchObject({
      not_modified: 0,
      document_at: setup.clock.now(),
    });
  });

  it('moves with a permanent redirect', async () => {
    const setup = await withFeed();
    const { sources, refresh, id, row } = setup;
    const moved = sources.publish('/new/feed.xml', NEWS);
    sources.on('/feed.xml', (_, response) => response.writeHead(301, { Location: moved }).end());
    expect(await refresh(id)).toMatchObject({ outcome: 'unchanged' });
    expect((await row(id)).poll_url).toBe(moved);
    const hits = sources.hits('/feed.xml');
    await refresh(id);

    expect(sources.hits('/feed.xml')).toBe(hits);
  });

  it('backs off after a failure, says why, and recovers', async () => {
    const setup = await withFeed();
    const { sources, refresh, id, row, titles, clock, publish } = setup;
    sources.on('/feed.xml', (_, response) => response.writeHead(500).end());
    const result = await refresh(id);

    expect(result).toMatchObject({
      outcome: 'failed',
      error: { code: 'SOURCE_UNREACHABLE', message: expect.stringContaining('HTTP 500') },
    });
    expect(await row(id)).toMatchObject({
      is_active: 1,
      failures: 1,
      failing_since: clock.now(),
      last_error: result?.error?.message,
      next_refresh_at: clock.now() + 10.5 * MINUTE,
    });
    expect(await titles(id)).toHaveLength(3);

    publish(NEWS);
    clock.advance(HOUR);
    await refresh(id);
    expect(await row(id)).toMatchObject({ failures: 0, failing_since: null, last_error: null });
  });

  it('takes two answers of 410 for goodbye, probes weekly, and is revived by a success', async () => {
    const { sources, refresh, id, row, clock, publish } = await withFeed();
    sources.on('/feed.xml', (_, response) => response.writeHead(410).end());
    await refresh(id);
    expect(await row(id)).toMatchObject({ is_active: 1, gone_answers: 1 });
    clock.advance(HOUR);
    await refresh(id);
    expect(await row(id)).toMatchObject({
      is_active: 0,
      inactive_reason: expect.stringContaining('410'),
      next_refresh_at: clock.now() + WEEK,
    });

    publish(NEWS);
    clock.advance(WEEK);
    await refresh(id);
    expect(await row(id)).toMatchObject({ is_active: 1, inactive_reason: null, gone_answers: 0 });
  });

  it('is inactive after 30 days of failure', async () => {
    const { sources, refresh, id, row, clock } = await withFeed();
    sources.on('/feed.xml', (_, response) => response.writeHead(500).end());
    const start = clock.now();
    while ((await row(id)).is_active === 1 && clock.now() < start + 40 * DAY) {
      await refresh(id);
      clock.advance(DAY);
    }

    expect(clock.now() - start).toBe(31 * DAY);
    expect((await row(id)).inactive_reason).toContain('HTTP 500');
  });

  it('takes a fault of its own on one document for a failure without insides', async () => {
    const { deps, claim, id, row } = await withFeed();
    const reader = {
      ...deps.reader,
      read: () => Promise.reject(new TypeError('x is not a function')),
    };
    const result = await refreshFeed({ ...deps, reader }, await claim(id));

    expect(result).toMatchObject({ outcome: 'failed', error: { code: 'INTERNAL' } });
    expect((await row(id)).last_error).not.toContain('x is not a function');
  });

  it('announces the feed as it is when the result is stored', async () => {
    const { deps, claim, id, publish, events } = await withFeed();
    publish({ ...NEWS, items: [...numberedItems(1, 'fresh'), ...NEWS.items] });
    const feed = await claim(id);
    const edited = { title_override: 'Edited meanwhile', custom_author: 'The editors' };
    await deps.store.db.updateTable('feeds').set(edited).where('id', '=', id).execute();
    await refreshFeed(deps, feed);

    expect(await events()).toMatchObject([
      {
        feed: { title: 'Edited meanwhile' },
        data: { items_new: [{ authors: [{ name: 'The editors' }] }] },
      },
    ]);
  });

  it('stores nothing when the lease was lost', async () => {
    const { deps, claim, id, publish, clock, titles, events, row } = await withFeed();
    publish({ ...NEWS, items: [...numberedItems(2, 'fresh'), ...NEWS.items] });
    const slow = await claim(id);
    clock.advance(LEASE_MS);
    const [quick] = await claimFeeds(deps.store, [id], clock.now());
    expect(await refreshFeed(deps, slow)).toBeNull();
    expect(await titles(id)).toHaveLength(3);
    expect(await events()).toEqual([]);
    expect((await row(id)).lease_token).toBe(quick?.lease_token);
  });

  it('stores nothing of a feed that was deleted meanwhile', async () => {
    const { deps, claim, id, publish, events } = await withFeed();
    publish({ ...NEWS, items: numberedItems(2, 'fresh') });
    const feed = await claim(id);
    await deps.store.db.deleteFrom('feeds').where('id', '=', id).execute();

    expect(await refreshFeed(deps, feed)).toBeNull();
    expect(await events()).toEqual([]);
    expect(await deps.store.db.selectFrom('items').selectAll().execute()).toEqual([]);
  });

  it('keeps the newest hundred looks', async () => {
    const { refresh, id, deps, clock, sources } = await withFeed();
    const { db } = deps.store;
    await refresh(id);
    const first = await db.selectFrom('refreshes').selectAll().executeTakeFirstOrThrow();
    const earlier = Array.from({ length: 94 }, (_, look) => ({ ...first, number: look + 2 }));
    await db.insertInto('refreshes').values(earlier).execute();
    await db.updateTable('feeds').set({ refresh_count: 95 }).execute();
    for (let look = 95; look < KEPT_REFRESHES + 3; look += 1) {
      clock.advance(MINUTE);
      await refresh(id);
    }
    sources.on('/feed.xml', (_, response) => response.writeHead(404).end());
    await refresh(id);
    const history = await refreshHistory(db, id, 1000);

    expect(history).toHaveLength(KEPT_REFRESHES);
    expect(history[0]).toMatchObject({ number: 104, outcome: 'failed', status: 404 });
    expect(history.at(-1)).toMatchObject({ number: 5, outcome: 'unchanged', status: null });
  });
});
