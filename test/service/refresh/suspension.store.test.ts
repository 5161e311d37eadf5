import { describe, expect, it } from 'vitest';
import {
  parkFeeds,
  settleParking,
  unparkFeeds,
} from '../../../src/service/accounts/suspended-feeds.js';
import { claimFeeds, LEASE_MS } from '../../../src/service/refresh/claim.js';
import { claimDueFeeds } from '../../../src/service/refresh/due.js';
import { type FeedSelection, selectFeeds } from '../../../src/service/refresh/select-feeds.js';
import { OWNER, type RefreshBench, startBench } from './workbench.js';

const DAY = 86_400_000;
const ROOM = { limit: 16, busy: new Map<string, number>(), perDomain: 16 };

async function withFeeds(count: number) {
  const bench = await startBench();
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const url = bench.sources.publish(`/${number}.xml`, { title: `F${number}`, items: [] });
    ids.push(await bench.create(url));
  }
  return { bench, ids, first: ids[0] ?? '' };
}

/** Another process claims the feeds, and dies with them; in its last moment it parses those. */
async function die(bench: RefreshBench, ids: readonly string[], parsing: readonly string[] = []) {
  const { db } = bench.deps.store;
  await claimFeeds(bench.deps.store, ids, bench.clock.now());
  await db
    .updateTable('feeds')
    .set({ lease_token: 'of another process' })
    .where('id', 'in', ids)
    .execute();
  if (parsing.length > 0) {
    await db.updateTable('feeds').set({ is_parsing: 1 }).where('id', 'in', parsing).execute();
  }
  bench.clock.advance(LEASE_MS + 1);
}

const dueNow = (bench: RefreshBench, hasSuspect = false) =>
  claimDueFeeds(bench.deps, { ...ROOM, hasSuspect });

describe('a feed that a process died of', () => {
  it('is suspended after the second death, with a reason and a command', async () => {
    const { bench, first } = await withFeeds(1);
    await die(bench, [first]);
    await die(bench, [first], [first]);
    const result = await bench.refresh(first);
    expect(result).toMatchObject({ outcome: 'failed', error: { code: 'SOURCE_SUSPENDED' } });
    expect(bench.sources.hits('/0.xml')).toBe(1);
    const feeds = await bench.service.http.deps.store.db.selectFrom('feeds').selectAll().execute();
    expect(feeds[0]).toMatchObject({
      is_active: 0,
      inactive_reason: expect.stringContaining(`feedctl refresh ${first}`),
    });
    // Nothing but its name brings it back.
    bench.clock.advance(365 * DAY);
    expect(await dueNow(bench)).toEqual([]);
    const select = async (selection: FeedSelection) => {
      const page = { since: bench.clock.now(), after: null, limit: 10 };
      return (await selectFeeds(bench.deps.store.db, OWNER, selection, page)).ids;
    };
    expect(await select('all')).toEqual([]);
    expect(await select({ ids: [first] })).toEqual([first]);
  });

  it('is read again by its name, and is like any other after a success', async () => {
    const { bench, first } = await withFeeds(1);
    await die(bench, [first]);
    await die(bench, [first], [first]);
    await bench.refresh(first);
    expect(await bench.refresh(first)).toMatchObject({
      outcome: expect.not.stringMatching('failed'),
    });
    expect(await bench.row(first)).toMatchObject({
      is_active: 1,
      deaths: 0,
      is_parsing: 0,
      suspended_at: null,
    });
    bench.clock.advance(30 * DAY);
    expect(await dueNow(bench)).toHaveLength(1);
  });

  it('stays suspended when a process dies of it once more', async () => {
    const { bench, first } = await withFeeds(1);
    await die(bench, [first]);
    await die(bench, [first], [first]);
    await bench.refresh(first);
    await die(bench, [first], [first]);
    bench.clock.advance(30 * DAY);
    expect(await dueNow(bench)).toEqual([]);
  });

  it('is tried again by itself when reading it by name ends in an ordinary failure', async () => {
    const { bench, first } = await withFeeds(1);
    await die(bench, [first]);
    await die(bench, [first], [first]);
    await bench.refresh(first);
    bench.sources.on('/0.xml', (_, response) => response.writeHead(500).end());
    await bench.refresh(first);
    expect(await bench.row(first)).toMatchObject({ is_active: 1, deaths: 1, suspended_at: null });
  });

  it('stays where it is when its account is disabled and enabled', async () => {
    const { bench, first } = await withFeeds(1);
    await die(bench, [first]);
    await die(bench, [first], [first]);
    await bench.refresh(first);
    const before = await bench.row(first);
    await parkFeeds(bench.deps.store.db, OWNER.id);
    await unparkFeeds(bench.deps.store.db, OWNER.id);
    expect(await settleParking(bench.deps.store.db, bench.clock.now())).toBe(0);
    expect((await bench.row(first)).next_refresh_at).toBe(before.next_refresh_at);
  });
});

describe('innocent feeds', () => {
  it('are not suspended, however often a process dies while it waits for them', async () => {
    const { bench, first } = await withFeeds(1);
    for (let death = 0; death < 5; death += 1) await die(bench, [first]);
    expect(await bench.refresh(first)).toMatchObject({ error: null });
    expect(await bench.row(first)).toMatchObject({ deaths: 0, is_active: 1 });
  });

  it('of one death are cleared by the next success', async () => {
    const { bench, ids, first } = await withFeeds(2);
    await die(bench, ids);
    for (const id of ids) await bench.refresh(id);
    await die(bench, [first]);
    await bench.claim(first);
    expect((await bench.row(first)).deaths).toBe(1);
  });

  it('are not suspects because this process was slow', async () => {
    const { bench, first } = await withFeeds(1);
    await bench.claim(first);
    bench.clock.advance(LEASE_MS + 1);
    expect(await bench.claim(first)).toMatchObject({ deaths: 0 });
  });
});

describe('suspects', () => {
  it('are read one at a time, beside all others', async () => {
    const { bench, ids } = await withFeeds(6);
    bench.clock.advance(30 * DAY);
    await die(bench, ids.slice(0, 4));
    expect((await dueNow(bench)).filter(({ deaths }) => deaths > 0)).toHaveLength(1);
    expect((await dueNow(bench, true)).filter(({ deaths }) => deaths > 0)).toHaveLength(0);
    expect((await dueNow(bench)).filter(({ deaths }) => deaths > 0)).toHaveLength(1);
  });

  it('are noted in the database before their document is parsed', async () => {
    const { bench, first } = await withFeeds(1);
    await die(bench, [first]);
    let noted: number | undefined;
    const reader = bench.deps.reader;
    const deps = {
      ...bench.deps,
      reader: {
        ...reader,
        read: async (...wanted: Parameters<typeof reader.read>) => {
          const reading = await reader.read(...wanted);
          noted = (await bench.row(first)).is_parsing;
          return reading;
        },
      },
    };
    const { refreshFeed } = await import('../../../src/service/refresh/refresh-feed.js');
    await refreshFeed(deps, await bench.claim(first));
    expect(noted).toBe(1);
    expect((await bench.row(first)).is_parsing).toBe(0);
  });
});
