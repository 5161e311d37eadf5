import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  deferFeeds,
  restoreFeeds,
  settleDeferred,
} from '../../../src/service/accounts/suspended-feeds.js';
import { claimFeeds, LEASE_MS } from '../../../src/service/refresh/claim.js';
import { claimDueFeeds } from '../../../src/service/refresh/due.js';
import { RefreshPool } from '../../../src/service/refresh/pool.js';
import { type FeedSelection, selectFeeds } from '../../../src/service/refresh/select-feeds.js';
import { MAX_SUSPECTS } from '../../../src/service/refresh/suspension.js';
import { OWNER, type RefreshSetup, startSetup } from '../../support/refresh-setup.js';

const DAY = 86_400_000;
const ROOM = { limit: 16, busy: new Map<string, number>(), perDomain: 16 };

async function withFeeds(count: number) {
  const setup = await startSetup();
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const url = setup.sources.publish(`/${number}.xml`, { title: `F${number}`, items: [] });
    ids.push(await setup.create(url));
  }
  return { setup, ids, first: ids[0] ?? '' };
}

/** Another process claims the feeds, and dies with them; in its last moment it parses those. */
async function die(setup: RefreshSetup, ids: readonly string[], parsing: readonly string[] = []) {
  const { db } = setup.deps.store;
  await claimFeeds(setup.deps.store, ids, setup.clock.now());
  await db
    .updateTable('feeds')
    .set({ lease_token: 'of another process' })
    .where('id', 'in', ids)
    .execute();
  if (parsing.length > 0) {
    await db.updateTable('feeds').set({ is_parsing: 1 }).where('id', 'in', parsing).execute();
  }
  setup.clock.advance(LEASE_MS + 1);
}

const dueNow = (setup: RefreshSetup, suspects = 0) =>
  claimDueFeeds(setup.deps, { ...ROOM, suspects });

describe('a feed that a process died of', () => {
  it('is suspended after the second death, with a reason and a command', async () => {
    const { setup, first } = await withFeeds(1);
    await die(setup, [first]);
    await die(setup, [first], [first]);
    const result = await setup.refresh(first);
    expect(result).toMatchObject({ outcome: 'failed', error: { code: 'SOURCE_SUSPENDED' } });
    expect(setup.sources.hits('/0.xml')).toBe(1);
    const feeds = await setup.service.http.deps.store.db.selectFrom('feeds').selectAll().execute();
    expect(feeds[0]).toMatchObject({
      is_active: 0,
      inactive_reason: expect.stringContaining(`feedctl refresh ${first}`),
    });
    // Nothing but its name brings it back.
    setup.clock.advance(365 * DAY);
    expect(await dueNow(setup)).toEqual([]);
    const select = async (selection: FeedSelection) => {
      const page = { since: setup.clock.now(), after: null, limit: 10 };
      return (await selectFeeds(setup.deps.store.db, OWNER, selection, page)).ids;
    };
    expect(await select('all')).toEqual([]);
    expect(await select({ ids: [first] })).toEqual([first]);
  });

  it('is read again by its name, and is like any other after a success', async () => {
    const { setup, first } = await withFeeds(1);
    await die(setup, [first]);
    await die(setup, [first], [first]);
    await setup.refresh(first);
    expect(await setup.refresh(first)).toMatchObject({
      outcome: expect.not.stringMatching('failed'),
    });
    expect(await setup.row(first)).toMatchObject({
      is_active: 1,
      deaths: 0,
      is_parsing: 0,
      suspended_at: null,
    });
    setup.clock.advance(30 * DAY);
    expect(await dueNow(setup)).toHaveLength(1);
  });

  it('stays suspended when a process dies of it once more', async () => {
    const { setup, first } = await withFeeds(1);
    await die(setup, [first]);
    await die(setup, [first], [first]);
    await setup.refresh(first);
    await die(setup, [first], [first]);
    setup.clock.advance(30 * DAY);
    expect(await dueNow(setup)).toEqual([]);
  });

  it('is tried again by itself when reading it by name ends in an ordinary failure', async () => {
    const { setup, first } = await withFeeds(1);
    await die(setup, [first]);
    await die(setup, [first], [first]);
    await setup.refresh(first);
    setup.sources.on('/0.xml', (_, response) => response.writeHead(500).end());
    await setup.refresh(first);
    expect(await setup.row(first)).toMatchObject({ is_active: 1, deaths: 1, suspended_at: null });
  });

  it('stays where it is when its account is disabled and enabled', async () => {
    const { setup, first } = await withFeeds(1);
    await die(setup, [first]);
    await die(setup, [first], [first]);
    await setup.refresh(first);
    const before = await setup.row(first);
    await deferFeeds(setup.deps.store.db, OWNER.id);
    await restoreFeeds(setup.deps.store.db, OWNER.id);
    expect(await settleDeferred(setup.deps.store.db, setup.clock.now())).toBe(0);
    expect((await setup.row(first)).next_refresh_at).toBe(before.next_refresh_at);
  });
});

describe('innocent feeds', () => {
  it('are not suspended, however often a process dies while it waits for them', async () => {
    const { setup, first } = await withFeeds(1);
    for (let death = 0; death < 5; death += 1) await die(setup, [first]);
    expect(await setup.refresh(first)).toMatchObject({ error: null });
    expect(await setup.row(first)).toMatchObject({ deaths: 0, is_active: 1 });
  });

  it('of one death are cleared by the next success', async () => {
    const { setup, ids, first } = await withFeeds(2);
    await die(setup, ids);
    for (const id of ids) await setup.refresh(id);
    await die(setup, [first]);
    await setup.claim(first);
    expect((await setup.row(first)).deaths).toBe(1);
  });

  it('are not suspects because this process was slow', async () => {
    const { setup, first } = await withFeeds(1);
    await setup.claim(first);
    setup.clock.advance(LEASE_MS + 1);
    expect(await setup.claim(first)).toMatchObject({ deaths: 0 });
  });
});

describe('suspects', () => {
  it('are read at once, up to a number, beside all others', async () => {
    const { setup, ids } = await withFeeds(6);
    setup.clock.advance(30 * DAY);
    await die(setup, ids.slice(0, 4));
    const suspects = async (others: number) =>
      (await dueNow(setup, others)).filter(({ deaths }) => deaths > 0).length;
    expect(await suspects(MAX_SUSPECTS)).toBe(0);
    expect(await suspects(MAX_SUSPECTS - 1)).toBe(1);
    expect(await suspects(0)).toBe(3);
  });

  it('are parsed one at a time', async () => {
    const { setup, ids } = await withFeeds(6);
    await die(setup, ids);
    const { reader, store } = setup.deps;
    const parsing: number[] = [];
    const read: typeof reader.read = (source, state, before) =>
      reader.read(source, { ...state, bodyHash: null } as typeof state, async () => {
        await before?.();
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from feeds where is_parsing = 1`.execute(store.db);
        parsing.push(Number(rows[0]?.n));
      });
    const pool = new RefreshPool({ ...setup.deps, reader: { ...reader, read } });
    const claimed = await claimFeeds(store, ids, setup.clock.now());
    expect(claimed.map(({ deaths }) => deaths)).toEqual(ids.map(() => 1));
    await Promise.all(claimed.map((feed) => pool.read(feed)));
    expect(parsing).toEqual(ids.map(() => 1));
    expect(await setup.row(ids[5] ?? '')).toMatchObject({ deaths: 0, is_parsing: 0 });
  });

  it('are noted in the database before their document is parsed', async () => {
    const { setup, first } = await withFeeds(1);
    await die(setup, [first]);
    let noted: number | undefined;
    const reader = setup.deps.reader;
    const deps = {
      ...setup.deps,
      reader: {
        ...reader,
        read: async (...wanted: Parameters<typeof reader.read>) => {
          const reading = await reader.read(...wanted);
          noted = (await setup.row(first)).is_parsing;
          return reading;
        },
      },
    };
    const { refreshFeed } = await import('../../../src/service/refresh/refresh-feed.js');
    await refreshFeed(deps, await setup.claim(first));
    expect(noted).toBe(1);
    expect((await setup.row(first)).is_parsing).toBe(0);
  });
});
