import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  deferFeeds,
  restoreFeeds,
  settleDeferred,
} from '../../../src/service/accounts/suspended-feeds.js';
import { DAY, HOUR, MINUTE, WEEK } from '../../../src/service/core/durations.js';
import { updateFeedSettings } from '../../../src/service/feeds/feed-settings.js';
import {
  claimFeeds,
  LEASE_MS,
  releaseLease,
  renewLeases,
} from '../../../src/service/refresh/claim.js';
import { claimDueFeeds, nextDueAt } from '../../../src/service/refresh/due.js';
import { RefreshPool } from '../../../src/service/refresh/pool.js';
import { blockDomain } from '../../../src/service/refresh/refresh-feed.js';
import { selectFeeds } from '../../../src/service/refresh/select-feeds.js';
import { nextFetch } from '../../../src/service/schedule/interval.js';
import { startRhythm } from '../../../src/service/schedule/rhythm.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';

const EMPTY = { limit: 16, busy: new Map<string, number>(), perDomain: 2 };

/** Feeds of the given registrable domains, due in their order, one a minute. */
async function withFeeds(domains: readonly (string | null)[]) {
  const setup = await startSetup();
  const { db } = setup.deps.store;
  const ids: string[] = [];
  for (const [index, domain] of domains.entries()) {
    const url = setup.sources.publish(`/${index}.xml`, { items: numberedItems(1) });
    const id = await setup.create(url);
    const due = setup.clock.now() + (index + 1) * MINUTE;
    const columns = { poll_domain: domain, next_refresh_at: due };
    await db.updateTable('feeds').set(columns).where('id', '=', id).execute();
    ids.push(id);
  }
  const claim = async (room = EMPTY) => {
    const claimed = await claimDueFeeds(setup.deps, room);
    return claimed.map(({ id }) => ids.indexOf(id));
  };
  return { ...setup, db, ids, claimDue: claim };
}

describe('claimDueFeeds', () => {
  it('claims what is due, the longest due first, and each feed once', async () => {
    const { clock, claimDue } = await withFeeds([null, null, null, null]);
    expect(await claimDue()).toEqual([]);
    clock.advance(3 * MINUTE);
    expect(await claimDue({ ...EMPTY, limit: 2 })).toEqual([0, 1]);
    expect(await claimDue()).toEqual([2]);
    expect(await claimDue()).toEqual([]);
  });

  it('never claims a feed that is paused, until it is not', async () => {
    const { clock, claimDue, deps, ids, db } = await withFeeds([null, null]);
    const [paused = '', other = ''] = ids;
    await updateFeedSettings(deps, OWNER, paused, { interval: 'paused' });
    clock.advance(3 * WEEK);
    expect(await claimDue()).toEqual([1]);
    await settleDeferred(db, clock.now());
    const { next_refresh_at: next } = await db
      .selectFrom('feeds')
      .select('next_refresh_at')
      .where('id', '=', paused)
      .executeTakeFirstOrThrow();
    expect(next).toBeGreaterThan(clock.now());
    expect(other).not.toBe('');
    await updateFeedSettings(deps, OWNER, paused, { interval: 'auto' });
    expect(await claimDue()).toEqual([0]);
  });

  it('claims a feed as often as its owner has decided', async () => {
    const { clock, claimDue, deps, ids } = await withFeeds([null]);
    await updateFeedSettings(deps, OWNER, ids[0] ?? '', { interval: '6h' });
    clock.advance(5 * HOUR);
    expect(await claimDue()).toEqual([]);
    clock.advance(2 * HOUR);
    expect(await claimDue()).toEqual([0]);
  });

  it('claims anew what was claimed by a process that has gone', async () => {
    const { clock, claimDue } = await withFeeds([null]);
    clock.advance(HOUR);
    expect(await claimDue()).toEqual([0]);
    clock.advance(LEASE_MS - 1);
    expect(await claimDue()).toEqual([]);
    clock.advance(1);
    expect(await claimDue()).toEqual([0]);
  });

  it('takes two of a domain and goes on with those behind them', async () => {
    const { clock, claimDue } = await withFeeds(['a.com', 'a.com', 'a.com', 'b.com', null]);
    clock.advance(HOUR);
    expect(await claimDue({ ...EMPTY, limit: 3 })).toEqual([0, 1, 3]);
    expect(await claimDue({ ...EMPTY, busy: new Map([['a.com', 2]]) })).toEqual([4]);
    expect(await claimDue({ ...EMPTY, busy: new Map([['a.com', 1]]) })).toEqual([2]);
  });

  it('finds others behind more feeds of one domain than it looks at', async () => {
    const many = Array.from({ length: 20 }, () => 'a.com');
    const { clock, claimDue } = await withFeeds([...many, 'b.com']);
    clock.advance(HOUR);
    expect(await claimDue({ limit: 3, busy: new Map(), perDomain: 2 })).toEqual([0, 1]);
    expect(await claimDue({ limit: 1, busy: new Map([['a.com', 2]]), perDomain: 2 })).toEqual([20]);
  });

  it('leaves a domain alone for as long as it asked to be', async () => {
    const { clock, claimDue, db } = await withFeeds(['a.com', 'b.com', null]);
    clock.advance(HOUR);
    await blockDomain(db, { domain: 'a.com', until: clock.now() + 2 * HOUR }, clock.now());
    await blockDomain(db, { domain: 'a.com', until: clock.now() + HOUR }, clock.now());
    expect(await claimDue()).toEqual([1, 2]);
    clock.advance(HOUR);
    expect(await claimDue()).not.toContain(0);
    clock.advance(HOUR);
    expect(await claimDue()).toContain(0);
  });
});

describe('after a clock that was ahead', () => {
  const YEAR = 365 * DAY;

  it('claims what is due later than any schedule allows, after what is due', async () => {
    const { clock, claimDue, db, ids } = await withFeeds([null, null, null]);
    const at = (next_refresh_at: number, index: number) =>
      db
        .updateTable('feeds')
        .set({ next_refresh_at })
        .where('id', '=', ids[index] ?? '')
        .execute();
    await at(clock.now() + YEAR, 0);
    await at(clock.now() - 1, 1);
    await at(clock.now() + WEEK, 2);
    expect(await claimDue()).toEqual([1, 0]);
    expect(await claimDue()).toEqual([]);
  });

  it('leaves what waits as long as its publisher and its days to skip allow', async () => {
    const { clock, claimDue, db } = await withFeeds([null]);
    const publisher = {
      now: clock.now(),
      rhythm: startRhythm([], clock.now()),
      hints: { minIntervalMs: YEAR, skipHours: [], skipDays: [0, 1, 2, 3, 4, 5] },
      freshForMs: YEAR,
      retryAfterMs: YEAR,
      random: () => 1,
    };
    await db
      .updateTable('feeds')
      .set({ next_refresh_at: nextFetch(publisher).at })
      .execute();
    expect(await claimDue()).toEqual([]);
  });

  it('leaves what waits for the interval that the operator has set', async () => {
    const { clock, deps, db } = await withFeeds([null]);
    await db
      .updateTable('feeds')
      .set({ next_refresh_at: clock.now() + 60 * DAY })
      .execute();
    const slow = { ...deps, refreshFloorMs: 60 * DAY };
    expect(await claimDueFeeds(slow, EMPTY)).toEqual([]);
    expect(await claimDueFeeds(deps, EMPTY)).toHaveLength(1);
  });

  it('leaves the feeds of a disabled account, and ends leases and blocks of that time', async () => {
    const { clock, claimDue, db } = await withFeeds(['a.com', 'b.com']);
    await deferFeeds(db, OWNER.id);
    expect(await claimDue()).toEqual([]);
    await restoreFeeds(db, OWNER.id);
    clock.advance(HOUR);
    await blockDomain(db, { domain: 'a.com', until: clock.now() + YEAR }, clock.now());
    await db
      .updateTable('feeds')
      .set({ lease_token: 'gone', lease_expires_at: clock.now() + YEAR })
      .where('poll_domain', '=', 'b.com')
      .execute();
    expect(await claimDue()).toEqual([0, 1]);
  });

  it('counts such a feed as due for refresh --due', async () => {
    const { clock, deps, db, ids } = await withFeeds([null]);
    const select = async () => {
      const page = { floorMs: deps.refreshFloorMs, after: null, limit: 10 };
      return (await selectFeeds(db, OWNER, 'due', { since: clock.now(), ...page })).ids;
    };
    expect(await select()).toEqual([]);
    await db
      .updateTable('feeds')
      .set({ next_refresh_at: clock.now() + YEAR })
      .execute();
    expect(await select()).toEqual(ids);
  });
});

describe('leases', () => {
  it('hold for as long as they are renewed', async () => {
    const { clock, ids, deps } = await withFeeds([null]);
    const [feed] = await claimFeeds(deps.store, ids, clock.now());
    for (let renewal = 0; renewal < 5; renewal += 1) {
      clock.advance(LEASE_MS / 2);
      await renewLeases(deps.store, feed === undefined ? [] : [feed], clock.now());
      expect(await claimFeeds(deps.store, ids, clock.now())).toEqual([]);
    }
  });

  it('are renewed while the source is read, early enough for one renewal to fail', async () => {
    const timer = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(() => timer.mockRestore());
    const { clock, ids, deps, db, sources } = await withFeeds([null]);
    const end = async () => {
      const row = await db.selectFrom('feeds').select('lease_expires_at').executeTakeFirstOrThrow();
      return row.lease_expires_at;
    };
    const leaseMs = 120;
    sources.on('/0.xml', async (_, response) => {
      clock.advance(HOUR);
      await expect.poll(end, { interval: 10 }).toBe(clock.now() + leaseMs);
      response.writeHead(404).end();
    });
    const pool = new RefreshPool({ ...deps, leaseMs });
    const [feed] = await pool.claim(() => claimFeeds(deps.store, ids, clock.now(), { leaseMs }));
    timer.mockClear();
    expect(feed && (await pool.read(feed))).toMatchObject({ outcome: 'failed' });
    const [[, interval = Infinity] = []] = timer.mock.calls.filter(([, ms]) => ms !== 10);
    expect(2 * interval).toBeLessThan(leaseMs);
  });

  it('are given back by their holder alone', async () => {
    const { clock, ids, deps, db } = await withFeeds([null]);
    const [feed] = await claimFeeds(deps.store, ids, clock.now());
    const id = feed?.id ?? '';
    await releaseLease(db, { id, lease_token: 'of somebody else' });
    expect(await claimFeeds(deps.store, ids, clock.now())).toEqual([]);
    await releaseLease(db, { id, lease_token: feed?.lease_token ?? '' });
    expect(await claimFeeds(deps.store, ids, clock.now())).toHaveLength(1);
  });
});

describe('nextDueAt', () => {
  it('tells when the next feed becomes due, of those that are not', async () => {
    const { clock, deps } = await withFeeds([null, null]);
    const start = clock.now();
    expect(await nextDueAt(deps.store, start)).toBe(start + MINUTE);
    expect(await nextDueAt(deps.store, start + MINUTE)).toBe(start + 2 * MINUTE);
    expect(await nextDueAt(deps.store, start + HOUR)).toBeNull();
  });
});
