import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/service/core/durations.js';
import { claimDueFeeds } from '../../../src/service/refresh/due.js';
import { learnPace, readPaces } from '../../../src/service/refresh/host-paces.js';
import { createRefresher } from '../../../src/service/refresh/refresher.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';

const ROOM = { limit: 16, busy: new Map<string, number>(), perDomain: 2 };

/** Due feeds, of `slow.com` except the last. */
async function withFeeds(count: number) {
  const setup = await startSetup();
  const { deps, clock, sources } = setup;
  const { db } = deps.store;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const url = sources.publish(`/${index}.xml`, { items: numberedItems(1) });
    const id = await setup.create(url);
    const poll_domain = index === count - 1 ? 'fast.com' : 'slow.com';
    const columns = { poll_domain, next_refresh_at: clock.now() - count + index };
    await db.updateTable('feeds').set(columns).where('id', '=', id).execute();
    ids.push(id);
  }
  const refuse = (retryAfterMs: number | null) =>
    learnPace(
      db,
      { account_id: OWNER.id },
      {
        domain: 'slow.com',
        failure: { status: 429, retryAfterMs, code: 'SOURCE_UNREACHABLE', message: '' },
        now: clock.now(),
      },
    );
  const claim = async (busy = ROOM.busy) => {
    const claimed = await claimDueFeeds(deps, { ...ROOM, busy });
    return claimed.map(({ id }) => ids.indexOf(id));
  };
  const pace = async () => (await readPaces(db)).get('slow.com');
  return { ...setup, db, ids, refuse, claim, pace };
}

describe('a domain that refused requests', () => {
  it('is read one feed at a time, with a gap; others are read as ever', async () => {
    const { claim, refuse, clock, pace } = await withFeeds(4);
    await refuse(MINUTE);
    expect(await pace()).toMatchObject({ gapMs: 66 * SECOND, requests: 0 });
    expect(await claim()).toEqual([3]);
    clock.advance(66 * SECOND);
    // The lease of the last one has ended meanwhile.
    expect(await claim()).toEqual([0, 3]);
    expect(await pace()).toMatchObject({ requests: 1, nextStartAt: clock.now() + 59_400 });
    expect(await claim()).toEqual([]);
    clock.advance(59_400);
    expect(await claim(new Map([['slow.com', 1]]))).toEqual([]);
    expect(await claim()).toEqual([1]);
  });

  it('is read as before once its gap is short', async () => {
    const { claim, refuse, clock, db, pace } = await withFeeds(4);
    await refuse(MINUTE);
    await db.updateTable('host_paces').set({ gap_ms: 1001 }).execute();
    clock.advance(66 * SECOND);
    expect(await claim()).toEqual([0, 3]);
    expect(await pace()).toBeUndefined();
    expect(await claim()).toEqual([1, 2]);
  });

  it('begins at the need of its feeds where it names no time', async () => {
    const { refuse, pace } = await withFeeds(4);
    await refuse(null);
    expect((await pace())?.gapMs).toBe(MINUTE);
    await refuse(3 * HOUR);
    expect((await pace())?.gapMs).toBe(MINUTE);
  });

  it('is read by request, too, one feed at a time', async () => {
    const { deps, ids, refuse, clock } = await withFeeds(4);
    await refuse(MINUTE);
    clock.advance(2 * MINUTE);
    const refresher = createRefresher(deps, { slots: 3 });
    const outcomes = new Map<string, string>();
    for await (const { feedId, outcome } of refresher.refresh(OWNER, ids)) {
      outcomes.set(feedId, outcome);
    }
    expect(ids.map((id) => outcomes.get(id))).toEqual([
      ...['unchanged', 'skipped', 'skipped', 'unchanged'],
    ]);
  });

  it('waits for no time that a wrong clock has set', async () => {
    const { claim, refuse, db, clock } = await withFeeds(2);
    await refuse(MINUTE);
    const next_start_at = clock.now() + DAY;
    await db.updateTable('host_paces').set({ next_start_at }).execute();
    expect(await claim()).toEqual([0, 1]);
  });
});
