import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../src/service/core/durations.js';
import {
  adjustedCost,
  boundedCost,
  createRequestBudget,
} from '../../../src/service/refresh/request-budget.js';
import { DEFAULT_FETCH_COST } from '../../../src/service/schedule/patience.js';
import { startSetup } from '../../support/refresh-setup.js';

describe('the cost of a request', () => {
  it.each([
    [100_000, 20, 20, 100_000],
    [100_000, 0, 0, 100_000],
    // A twofold excess of 98 requests: exp(0.2 × 98 / 100).
    [100_000, 196, 98, 121_653],
    [100_000, 0, 98, 82_201],
    [100_000, 2, 0, 122_140],
    [100_000, 1e6, 10, 200_000],
    [2000, 0, 1000, 2000],
    [0.9e12, 1e6, 10, 1e12],
  ])('of %d ms after %d requests of %d becomes %d ms', (cost, requests, expected, next) => {
    expect(adjustedCost(cost, { requests, expected })).toBeCloseTo(next, -1);
  });

  it('rises with every request and falls with the budget, at most by a factor of two', () => {
    const count = fc.integer({ min: 0, max: 5000 });
    const start = fc.double({ min: 1e4, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(start, count, count, (cost, requests, expected) => {
        const next = adjustedCost(cost, { requests, expected });
        const more = adjustedCost(cost, { requests: requests + 1, expected });
        const roomier = adjustedCost(cost, { requests, expected: expected + 1 });
        expect(more).toBeGreaterThanOrEqual(next);
        expect(roomier).toBeLessThanOrEqual(next);
        expect(Math.sign(next - cost)).toBe(Math.sign(requests - expected));
        expect(next).toBeLessThanOrEqual(2 * cost);
        expect(next).toBeGreaterThanOrEqual(cost / 2);
      }),
    );
  });

  it.each([
    [0, 2000],
    [1999, 2000],
    [2001, 2001],
    [1e12, 1e12],
    [1e13, 1e12],
  ])('%d ms are at least 2 s and at most a billion: %d', (cost, bounded) => {
    expect(boundedCost(cost)).toBe(bounded);
  });
});

describe('a process with a budget', () => {
  async function withBudget() {
    const { deps, clock } = await startSetup();
    const budget = createRequestBudget(deps.store, clock, 24);
    const stored = async () =>
      (await deps.store.db.selectFrom('request_budget').selectAll().execute())[0];
    const spend = (requests: number) => {
      for (let request = 0; request < requests; request += 1) budget.count();
    };
    return { budget, clock, deps, stored, spend };
  }

  it('sends what it counted once a minute, and when it ends', async () => {
    const { budget, clock, stored, spend } = await withBudget();
    await budget.sync();
    expect(await stored()).toMatchObject({ requests: 0, fetch_cost: DEFAULT_FETCH_COST });
    spend(3);
    clock.advance(MINUTE - 1);
    await budget.sync();
    expect(await stored()).toMatchObject({ requests: 0 });
    clock.advance(1);
    await budget.sync();
    expect(await stored()).toMatchObject({ requests: 3 });
    spend(2);
    await budget.close();
    expect(await stored()).toMatchObject({ requests: 5 });
    await budget.close();
    expect(await stored()).toMatchObject({ requests: 5 });
  });

  it('does not wait for a clock that went back', async () => {
    const { budget, clock, stored, spend } = await withBudget();
    await budget.sync();
    spend(1);
    clock.advance(-MINUTE);
    await budget.sync();
    expect((await stored())?.since).toBe(clock.now());
  });

  it('adjusts the cost after an hour, not before, and begins to count anew', async () => {
    const { budget, clock, stored, spend } = await withBudget();
    await budget.sync();
    spend(9);
    clock.advance(HOUR - 1);
    await budget.sync();
    expect(budget.fetchCost).toBe(DEFAULT_FETCH_COST);
    clock.advance(MINUTE);
    await budget.sync();
    expect(budget.fetchCost).toBeGreaterThan(DEFAULT_FETCH_COST);
    expect(await stored()).toEqual({
      ...{ id: 'all', fetch_cost: budget.fetchCost, requests: 0, since: clock.now() },
    });
  });

  it.each([
    [3 * HOUR, true],
    [3 * HOUR + 1, false],
  ])('after %i ms, what was counted says something: %s', async (time, counted) => {
    const { budget, clock, spend } = await withBudget();
    await budget.sync();
    spend(90);
    clock.advance(time);
    await budget.sync();
    expect(budget.fetchCost > DEFAULT_FETCH_COST).toBe(counted);
  });

  it('keeps its count while the database is away', async () => {
    const { budget, clock, deps, stored, spend } = await withBudget();
    await budget.sync();
    const { db } = deps.store;
    await db.schema.alterTable('request_budget').renameTo('away').execute();
    spend(4);
    clock.advance(MINUTE);
    await budget.sync();
    await db.schema.alterTable('away').renameTo('request_budget').execute();
    clock.advance(MINUTE);
    spend(1);
    await budget.sync();
    expect(await stored()).toMatchObject({ requests: 5 });
  });
});
