import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contributions, predict, type TreeModel } from '../../../src/generator/model/trees.js';

/** A fork on `a` at 10; a fork on `b` at 0 with another on `a` at 3 behind it. */
const MODEL: TreeModel = {
  features: ['a', 'b'],
  trees: [
    [[0.5, 0, 10, 1, 2], [1], [-1]],
    [[0.25, 1, 0, 1, 2], [2], [0.75, 0, 3, 3, 4], [4], [-4]],
  ],
};

it.each([
  [[10, 0], 3],
  [[11, 0], 1],
  [[3, 1], 5],
  [[4, 1], -3],
  [[11, 1], -5],
  [[], 3],
])('predicts for %j the sum of the leaves, %i', (values, expected) => {
  expect(predict(MODEL, values)).toBe(expected);
});

it('says how much each feature moved the prediction', () => {
  expect([...contributions(MODEL, [11, 1])]).toEqual([
    ['a', -1.5 + (-4 - 0.75)],
    ['b', 0.5],
  ]);
  expect(contributions(MODEL, [10, 0]).get('b')).toBe(1.75);
});

it('the contributions and the means of all trees are the prediction', () => {
  const mean = MODEL.trees.reduce((sum, [root]) => sum + (root?.[0] ?? 0), 0);
  fc.assert(
    fc.property(fc.nat(20), fc.integer({ min: -2, max: 2 }), (a, b) => {
      const moved = [...contributions(MODEL, [a, b]).values()];
      expect(moved.reduce((sum, one) => sum + one, mean)).toBeCloseTo(predict(MODEL, [a, b]));
    }),
  );
});

it('a model without trees says nothing', () => {
  expect(predict({ features: [], trees: [] }, [1])).toBe(0);
  expect(predict({ features: [], trees: [[]] }, [1])).toBe(0);
});
