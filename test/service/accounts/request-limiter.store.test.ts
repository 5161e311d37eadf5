import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  draw,
  drawTokens,
  RequestLimiter,
  readBucket,
} from '../../../src/service/accounts/request-limiter.js';
import { testDatabase } from '../../support/database.js';
import { startSetup } from '../../support/limits-setup.js';
import { runs } from '../../support/property-runs.js';

const SECOND = 1000;

describe('drawTokens', () => {
  it('does in the database what the policy says', async () => {
    const { store, clock, account } = await startSetup();
    const draws = fc.record({
      pause: fc.integer({ min: 0, max: 40 * SECOND }),
      count: fc.integer({ min: 1, max: 5 }),
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          perMinute: fc.integer({ min: 1, max: 100_000 }),
          burst: fc.integer({ min: 5, max: 50 }),
        }),
        fc.array(draws, { minLength: 1, maxLength: 20 }),
        async (rate, steps) => {
          number += 1;
          const { apiKey } = await account(`account ${number}`);
          let fullAt = 0;
          for (const { pause, count } of steps) {
            clock.advance(pause);
            const now = clock.now() * 1000;
            const expected = draw(fullAt, rate, now, count);
            expect(await drawTokens(store.db, apiKey, rate, now, count)).toBe(expected);
            fullAt = expected ?? fullAt;
            expect(await readBucket(store.db, apiKey)).toBe(fullAt);
          }
        },
      ),
      { numRuns: runs(40) },
    );
  });
});

describe('RequestLimiter', () => {
  it('admits the burst, says what is left, and then when to come again', async () => {
    const { store, clock, account } = await startSetup();
    const { apiKey } = await account('a');
    const limiter = new RequestLimiter(store, clock);
    const rate = { perMinute: 30, burst: 3 };
    const admit = () => limiter.admit(apiKey, rate);

    expect(await admit()).toEqual({ admitted: true, remaining: 2, resetSeconds: 2 });
    expect(await admit()).toEqual({ admitted: true, remaining: 1, resetSeconds: 4 });
    expect(await admit()).toEqual({ admitted: true, remaining: 0, resetSeconds: 6 });
    expect(await admit()).toEqual({ admitted: false, remaining: 0, resetSeconds: 2 });
    clock.advance(1999);
    expect(await admit()).toEqual({ admitted: false, remaining: 0, resetSeconds: 1 });
    clock.advance(1);
    expect(await admit()).toEqual({ admitted: true, remaining: 0, resetSeconds: 6 });
    clock.advance(60 * SECOND);
    expect(await admit()).toEqual({ admitted: true, remaining: 2, resetSeconds: 2 });
  });

  it.each([1, 7, 365])('admits again when a clock %i days ahead was put back', async (days) => {
    const { store, clock, account } = await startSetup();
    const { apiKey } = await account('a');
    const limiter = new RequestLimiter(store, clock);
    const rate = { perMinute: 30, burst: 3 };
    const admit = async (by = limiter) => (await by.admit(apiKey, rate)).admitted;
    clock.advance(days * 86_400 * SECOND);
    for (const expected of [true, true, true, false]) expect(await admit()).toBe(expected);
    clock.advance(-days * 86_400 * SECOND);
    // Here, and in a process that knows only what is stored.
    expect(await admit()).toBe(true);
    expect(await admit(new RequestLimiter(store, clock))).toBe(true);
    expect(await admit()).toBe(true);
    expect(await admit()).toBe(false);
  });

  it('counts each key by itself', async () => {
    const { store, clock, account } = await startSetup();
    const limiter = new RequestLimiter(store, clock);
    const rate = { perMinute: 1, burst: 1 };
    for (const name of ['a', 'b']) {
      const { apiKey } = await account(name);
      expect(await limiter.admit(apiKey, rate)).toMatchObject({ admitted: true });
      expect(await limiter.admit(apiKey, rate)).toMatchObject({ admitted: false });
    }
  });

  it('holds one limit over several processes that ask at once', async () => {
    const location = await testDatabase();
    const one = await startSetup(location);
    const other = await startSetup(location);
    const { apiKey } = await one.account('a');
    const rate = { perMinute: 6000, burst: 200 };
    const limiters = [one, other].map(({ store, clock }) => new RequestLimiter(store, clock));
    const admissions = await Promise.all(
      Array.from({ length: 150 }, () =>
        limiters.map((limiter) => limiter.admit(apiKey, rate)),
      ).flat(),
    );
    expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(200);
  });

  it('asks the database little: for a fast key seldom, for one that is refused not at all', async () => {
    const { store, clock, account } = await startSetup();
    const { apiKey } = await account('a');
    let queries = 0;
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const limiter = new RequestLimiter({ ...store, db }, clock);
    const rate = { perMinute: 6000, burst: 1000 };
    for (let request = 0; request < 1000; request += 1) {
      expect((await limiter.admit(apiKey, rate)).admitted).toBe(true);
    }
    expect(queries).toBe(40);
    await limiter.admit(apiKey, rate);
    const before = queries;
    for (let request = 0; request < 100; request += 1) {
      expect((await limiter.admit(apiKey, rate)).admitted).toBe(false);
    }
    expect(queries).toBe(before);
  });
});
