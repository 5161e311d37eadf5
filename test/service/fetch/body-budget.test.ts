import { expect, it } from 'vitest';
import { BodyBudget } from '../../../src/service/fetch/body-budget.js';

/** The state of a promise once everything that can go on has gone on. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await new Promise(setImmediate);
  return done;
}

it('lets bodies wait for each other, the oldest for none', async () => {
  const budget = new BodyBudget(100);
  const oldest = budget.enter();
  const other = budget.enter();
  await oldest.take(60);
  await other.take(40);
  const more = other.take(1);
  expect(await isDone(more)).toBe(false);
  // More than all of the budget: without it no body could end.
  await oldest.take(500);
  expect(budget.bytes).toBe(600);
  oldest.leave();
  await more;
  expect(budget.bytes).toBe(41);
  other.leave();
  other.leave();
  expect(budget.bytes).toBe(0);
});

it('makes the next body the oldest when one ends', async () => {
  const budget = new BodyBudget(10);
  const shares = [budget.enter(), budget.enter(), budget.enter()];
  const takes = shares.map((share) => share.take(11));
  expect(await Promise.all(takes.map(isDone))).toEqual([true, false, false]);
  shares[0]?.leave();
  expect(await Promise.all(takes.map(isDone))).toEqual([true, true, false]);
  shares[1]?.leave();
  await takes[2];
  shares[2]?.leave();
  expect(budget.bytes).toBe(0);
});
