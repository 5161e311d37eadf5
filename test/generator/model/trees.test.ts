import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  contributions,
  meanPrediction,
  predict,
  readModel,
  STEP,
  type TreeModel,
} from '../../../src/generator/model/trees.js';

const leaf = (value: number) => [0, ((value / STEP) >> 8) & 0xff, (value / STEP) & 0xff];
const fork = (feature: number, limit: number, low: number[], high: number[]) => [
  ...[feature, limit, low.length / 3],
  ...low,
  ...high,
];
const model = (nodes: number[]): TreeModel => ({
  features: ['a', 'b'],
  limits: [[3, 10], [0]],
  models: 2,
  nodes: Uint8Array.from(nodes),
});
/** A fork on `a` at 10; a fork on `b` at 0 with another on `a` at 3 behind it. */
const MODEL = model([
  ...fork(1, 1, leaf(1), leaf(-1)),
  ...fork(2, 0, leaf(2), fork(1, 0, leaf(3.5), leaf(-3.5))),
]);

it.each([
  [[10, 0], 3],
  [[11, 0], 1],
  [[3, 1], 4.5],
  [[4, 1], -2.5],
  [[11, 1], -4.5],
  [[], 3],
])('predicts for %j the sum of the leaves, %i, shared by the models', (values, sum) => {
  expect(predict(MODEL, values)).toBe(sum / 2);
});

it('says how much each feature moved the prediction', () => {
  expect([...contributions(MODEL, [11, 1])]).toEqual([
    ['a', (-1 - 3.5) / 2],
    ['b', (0 - 1) / 2],
  ]);
  expect(contributions(MODEL, [10, 0]).get('b')).toBe((2 - 1) / 2);
});

it('the contributions and the means of all trees are the prediction', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.integer({ min: -2, max: 2 }), (a, b) => {
      const moved = [...contributions(MODEL, [a, b]).values()];
      expect(moved.reduce((sum, one) => sum + one, meanPrediction(MODEL))).toBeCloseTo(
        predict(MODEL, [a, b]),
      );
    }),
  );
});

it('a model without trees says nothing', () => {
  expect(predict(model([]), [1])).toBe(0);
});

it('is stored as text', () => {
  const stored = { ...MODEL, nodes: Buffer.from(MODEL.nodes).toString('base64') };
  expect(readModel(JSON.parse(JSON.stringify(stored)))).toEqual(MODEL);
});
