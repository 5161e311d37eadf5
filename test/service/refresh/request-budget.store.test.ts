import { describe, expect, it } from 'vitest';
import { adjustedCost, createRequestBudget } from '../../../src/service/refresh/request-budget.js';
import { HOUR, MINUTE } from '../../../src/service/schedule/durations.js';
import { DEFAULT_FETCH_COST } from '../../../src/service/schedule/patience.js';
import { startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';

/** A database with one feed, and processes with a budget of 24 requests a day. */
async function withBudget() {
  const { deps, clock, sources, create } = await startSetup();
  await create(sources.publish('/feed.xml', { items: numberedItems(1) }));
  const start = () => createRequestBudget(deps.store, clock, 24);
  const advance = async (budgets: ReturnType<typeof start>[], ms: number) => {
    clock.advance(ms);
    for (const budget of budgets) await budget.sync();
  };
  return { start, advance, clock };
}

function spend(budget: { count(): void }, requests: number): void {
  for (let request = 0; request < requests; request += 1) budget.count();
}

describe('a request budget', () => {
  it('begins with the usual cost, and keeps it while the budget is met', async () => {
    const { start, advance } = await withBudget();
    const budget = start();
    await budget.sync();
    for (let hour = 0; hour < 5; hour += 1) {
      spend(budget, 1);
      await advance([budget], HOUR);
    }
    expect(budget.fetchCost).toBeCloseTo(DEFAULT_FETCH_COST);
  });

  it('raises the cost while more is spent, and lowers it while less is', async () => {
    const { start, advance } = await withBudget();
    const budget = start();
    await budget.sync();
    spend(budget, 10);
    await advance([budget], HOUR);
    const raised = budget.fetchCost;
    expect(raised).toBeGreaterThan(DEFAULT_FETCH_COST);
    await advance([budget], HOUR);
    expect(budget.fetchCost).toBeLessThan(raised);
  });

  it('is one for all processes on a database', async () => {
    const { start, advance } = await withBudget();
    const [one, other] = [start(), start()];
    await advance([one, other], 0);
    spend(one, 3);
    spend(other, 3);
    await advance([one, other], 30 * MINUTE);
    await advance([one, other], 30 * MINUTE);
    expect(one.fetchCost).toBe(other.fetchCost);
    expect(one.fetchCost).toBe(
      adjustedCost(DEFAULT_FETCH_COST, { requestsPerDay: 6 * 24, budget: 24 }),
    );
  });

  it.each([
    ['a long standstill', 5 * HOUR],
    ['a clock that went back', -5 * HOUR],
  ])('learns nothing from %s', async (_, jump) => {
    const { start, advance } = await withBudget();
    const budget = start();
    await budget.sync();
    spend(budget, 100);
    await advance([budget], jump);
    expect(budget.fetchCost).toBe(DEFAULT_FETCH_COST);
    spend(budget, 100);
    await advance([budget], HOUR);
    expect(budget.fetchCost).toBeGreaterThan(DEFAULT_FETCH_COST);
  });

  it('never changes the cost by more than a factor of two', () => {
    expect(adjustedCost(1000, { requestsPerDay: 1e9, budget: 1 })).toBe(2000);
    expect(adjustedCost(1000, { requestsPerDay: 0, budget: 1 })).toBe(500);
  });
});
