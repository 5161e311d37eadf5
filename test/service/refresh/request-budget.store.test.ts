import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../bench/freshness-replay.js';
import { HOUR, MINUTE } from '../../../src/service/core/durations.js';
import { adjustedCost, createRequestBudget } from '../../../src/service/refresh/request-budget.js';
import { ceilingFor, nextFetch } from '../../../src/service/schedule/interval.js';
import { DEFAULT_FETCH_COST } from '../../../src/service/schedule/patience.js';
import { learn, startRhythm } from '../../../src/service/schedule/rhythm.js';
import { startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';

/** A database with one feed, and processes with a budget of 24 requests a day. */
async function withBudget() {
  const { deps, clock, sources, create } = await startSetup();
  let feeds = 0;
  const add = () => create(sources.publish(`/feed-${feeds++}.xml`, { items: numberedItems(1) }));
  await add();
  const start = () => createRequestBudget(deps.store, clock, 24);
  const advance = async (budgets: ReturnType<typeof start>[], ms: number) => {
    clock.advance(ms);
    for (const budget of budgets) await budget.sync();
  };
  return { start, advance, clock, store: deps.store, add };
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

  it('keeps what a process counted before it ended', async () => {
    const { start, advance } = await withBudget();
    const [first, second] = [start(), start()];
    await advance([first, second], 0);
    spend(first, 50);
    await first.close();
    await advance([second], HOUR);
    expect(second.fetchCost).toBe(adjustedCost(DEFAULT_FETCH_COST, { requests: 50, expected: 1 }));
  });

  it('is shared by the feeds of the automatic schedule only', async () => {
    const { start, advance, store, add } = await withBudget();
    await add();
    await add();
    const [first] = await store.db.selectFrom('feeds').select('id').execute();
    await store.db
      .updateTable('feeds')
      .set({ refresh_interval: 5 * MINUTE })
      .where('id', '=', String(first?.id))
      .execute();
    const budget = start();
    await budget.sync();
    spend(budget, 2);
    await advance([budget], HOUR);
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
    expect(one.fetchCost).toBe(adjustedCost(DEFAULT_FETCH_COST, { requests: 6, expected: 1 }));
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

  it('never changes the cost by more than a factor of two, and never leaves its bounds', () => {
    expect(adjustedCost(9000, { requests: 1e9, expected: 1 })).toBe(18_000);
    expect(adjustedCost(9000, { requests: 0, expected: 1e9 })).toBeGreaterThan(4500);
    expect(adjustedCost(2100, { requests: 0, expected: 1e9 })).toBe(2000);
  });

  it.each([36, 25])('settles on %i requests a feed and day, day and night together', (budget) => {
    const random = randomNumbers(1, `${budget}`);
    const [feeds, days, settling] = [30, 10, 3];
    const rates = Array.from({ length: feeds }, (_, feed) => 0.1 * 1.2 ** feed);
    let cost = DEFAULT_FETCH_COST;
    let settled = 0;
    const states = rates.map(() => ({ at: 0, next: random() * HOUR, rhythm: startRhythm([], 0) }));
    for (let hour = 1; hour <= days * 24; hour += 1) {
      let requests = 0;
      for (const [feed, state] of states.entries()) {
        while (state.next < hour * HOUR) {
          const now = state.next;
          // Posts from 8 to 18 o'clock only.
          const isOpen = (now / HOUR) % 24 >= 8 && (now / HOUR) % 24 < 18;
          const expected = isOpen ? ((rates[feed] ?? 0) * (now - state.at)) / (10 * HOUR) : 0;
          if (random() < expected) state.rhythm = learn(state.rhythm, { times: [now], now });
          state.at = now;
          const none = { minIntervalMs: null, skipHours: [], skipDays: [] };
          const due = nextFetch({
            ...{ now, rhythm: state.rhythm, hints: none, freshForMs: null, retryAfterMs: null },
            ...{ fetchCost: cost, ceilingMs: ceilingFor(budget), random },
          });
          state.next = due.at;
          requests += 1;
        }
      }
      if (hour > settling * 24) settled += requests;
      cost = adjustedCost(cost, { requests, expected: (budget * feeds) / 24 });
    }
    expect(Math.abs(settled / (days - settling) / feeds / budget - 1)).toBeLessThan(0.05);
  });
});
