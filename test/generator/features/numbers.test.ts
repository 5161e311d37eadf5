import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countsOf,
  meanOf,
  mostOf,
  orderOf,
  quantile,
  ratio,
  shareThat,
  spread,
} from '../../../src/generator/features/numbers.js';

it.each([
  [3, 4, 0.75],
  [3, 1, 3],
  [0, 0, 0],
])('%i of %i is %f', (part, whole, expected) => {
  expect(ratio(part, whole)).toBe(expected);
});

it('a share counts what passes, and is 0 of nothing', () => {
  expect(shareThat([1, 2, 3, 4], (value) => value > 3)).toBe(0.25);
  expect(shareThat([], () => true)).toBe(0);
});

it('a mean is between the least and the greatest value', () => {
  expect(meanOf([1, 2, 6])).toBe(3);
  expect(meanOf([])).toBe(0);
  const values = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1 });
  fc.assert(
    fc.property(values, (list) => {
      expect(meanOf(list)).toBeGreaterThanOrEqual(Math.min(...list) - 1e-9);
      expect(meanOf(list)).toBeLessThanOrEqual(Math.max(...list) + 1e-9);
    }),
  );
});

it.each([
  [[10, 20, 30, 40], 0, 10],
  [[10, 20, 30, 40], 0.5, 30],
  [[10, 20, 30, 40], 0.9, 40],
  [[10, 20, 30, 40], 1, 40],
  [[10], 0.5, 10],
  [[], 0.5, 0],
])('of %j the quantile %f is %i', (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});

it.each([
  [[2, 2, 2], 0],
  [[1, 3], 0.5],
  [[2, 6], 0.5],
  [[0, 0], 0],
  [[], 0],
])('%j spread by %f of their mean', (values, expected) => {
  expect(spread(values)).toBe(expected);
});

describe('the order of neighbours', () => {
  const rising = (values: (number | null)[]) => orderOf(values, (one, next) => one <= next);

  it.each([
    ['rising', [1, 2, 3], 1],
    ['falling', [3, 2, 1], 0],
    ['one of three falls', [1, 2, 2, 1], 2 / 3],
    ['those without a value are left out', [1, null, 2, null, 3], 1],
    ['two say nothing', [1, 2], 0.5],
    ['two with a value say nothing', [2, null, 1, null], 0.5],
    ['none', [], 0.5],
  ] as const)('%s', (_, values, expected) => {
    expect(rising([...values])).toBeCloseTo(expected);
  });
});

it('counts how often each text occurs, and the most frequent', () => {
  const counts = countsOf(['a', 'b', 'a']);
  expect([...counts]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(mostOf(counts)).toBe(2);
  expect(mostOf(new Map())).toBe(0);
});
