import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../src/service/core/durations.js';
import { claimDueFeeds, spreadOverDomains } from '../../../src/service/refresh/due.js';
import { isDue, isMisdated } from '../../../src/service/refresh/is-due.js';
import { MAX_SUSPECTS } from '../../../src/service/refresh/suspension.js';
import { longestWait } from '../../../src/service/schedule/longest-wait.js';
import { insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

/** A feed by its domain; one with `!` is a suspect. */
function candidates(...domains: (string | null)[]) {
  return domains.map((domain, at) => ({
    id: String(at),
    poll_domain: domain?.replace('!', '') || null,
    deaths: domain?.endsWith('!') ? 1 : 0,
    lease_token: null,
  }));
}

function chosen(
  domains: (string | null)[],
  room: Partial<Parameters<typeof spreadOverDomains>[1]>,
) {
  const all = { limit: 9, busy: new Map<string, number>(), perDomain: 2, ...room };
  return spreadOverDomains(candidates(...domains), all).join('');
}

describe('the feeds that a process starts with', () => {
  it('are the first ones, as many as there is room for', () => {
    expect(chosen([null, null, null], { limit: 2 })).toBe('01');
    expect(chosen([null, null, null], { limit: 0 })).toBe('');
    expect(chosen([null, null, null], { limit: 3 })).toBe('012');
  });

  it('are at most so many of a domain, with those that are being read', () => {
    expect(chosen(['a', 'a', 'a', 'b', null, null], {})).toBe('01345');
    expect(chosen(['a', 'a', 'b'], { busy: new Map([['a', 1]]) })).toBe('02');
    expect(chosen(['a', 'b'], { busy: new Map([['a', 2]]) })).toBe('1');
    expect(chosen(['a', 'b', 'b'], { perDomain: 1 })).toBe('01');
  });

  it('have few suspects among them, or none while as many are read', () => {
    expect(chosen(['a!', 'b!', 'c', '!'], {})).toBe('0123');
    expect(chosen(['a!', 'b!', 'c', '!'], { suspects: MAX_SUSPECTS - 1 })).toBe('02');
    expect(chosen(['a!', 'b', '!'], { suspects: MAX_SUSPECTS })).toBe('1');
    const left = candidates('a', 'b').map((one) => ({ ...one, lease_token: 'of a dead process' }));
    const room = { limit: 9, busy: new Map(), perDomain: 2, suspects: MAX_SUSPECTS - 1 };
    expect(spreadOverDomains(left, room)).toEqual(['0']);
  });

  it('a suspect that its domain has no room for does not keep another one out', () => {
    expect(chosen(['a', 'a', 'a!', 'b!'], { suspects: MAX_SUSPECTS - 1 })).toBe('013');
  });

  it('keep to all limits, and leave nobody out for whom there is room', () => {
    const domain = fc.constantFrom('a', 'b', 'a!', 'b!', '!', null);
    fc.assert(
      fc.property(
        fc.array(domain),
        fc.nat(5),
        fc.integer({ min: 1, max: 3 }),
        (all, limit, most) => {
          const given = candidates(...all);
          const room = { limit, busy: new Map(), perDomain: most, suspects: MAX_SUSPECTS - 1 };
          const ids = spreadOverDomains(given, room);
          const taken = given.filter(({ id }) => ids.includes(id));
          expect(taken.map(({ id }) => id)).toEqual(ids);
          expect(ids.length).toBeLessThanOrEqual(limit);
          expect(taken.filter(({ deaths }) => deaths > 0).length).toBeLessThanOrEqual(1);
          for (const name of ['a', 'b']) {
            const of = taken.filter(({ poll_domain }) => poll_domain === name);
            expect(of.length).toBeLessThanOrEqual(most);
          }
          const free = given.filter(
            ({ poll_domain, deaths }) => poll_domain === null && deaths === 0,
          );
          if (ids.length < limit) expect(taken).toEqual(expect.arrayContaining(free));
        },
      ),
    );
  });
});

describe('whether a feed is due', () => {
  const FLOOR = 40 * DAY;

  it.each([
    ['now', 0, true],
    ['a moment ago', -1, true],
    ['a moment later', 1, false],
    ['as late as a schedule can be', Math.ceil(longestWait(FLOOR)), false],
    ['later than that', Math.ceil(longestWait(FLOOR)) + 1, true],
  ])('%s', async (_, wait, due) => {
    const { clock, deps } = await startSetup();
    const { db } = deps.store;
    const now = clock.now();
    await insertFeeds(db, OWNER.id, [
      { next_refresh_at: now + wait },
      { next_refresh_at: now + wait, refresh_interval: MINUTE },
      { next_refresh_at: now + wait, refresh_interval: 0 },
    ]);
    const all = db.selectFrom('feeds').select('id');
    expect(await all.where(isDue(now, FLOOR)).execute()).toHaveLength(due ? 2 : 0);
    const misdated = await all.where(isMisdated(now, FLOOR)).execute();
    expect(misdated).toHaveLength(due && wait > 0 ? 3 : 0);
    const room = { limit: 9, busy: new Map<string, number>(), perDomain: 2 };
    const claimed = await claimDueFeeds({ ...deps, refreshFloorMs: FLOOR }, room);
    expect(claimed).toHaveLength(due ? 2 : 0);
  });
});
