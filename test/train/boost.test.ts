import { describe, expect, it } from 'vitest';
import { contributions, meanPrediction, predict } from '../../src/generator/training.js';
import { type BoostOptions, boost } from '../../train/boost.js';
import { meanOf } from '../../train/figures.js';
import { toChoice } from '../../train/objectives.js';

const OPTIONS: BoostOptions = {
  trees: 40,
  leaves: 4,
  rate: 0.3,
  least: 0.1,
  shrinkage: 0.1,
  columns: 1,
  models: 2,
  seed: 0,
};
const NAMES = ['first', 'second', 'constant'];
/** Pages of four lists: the best one is where the first value is large and the second is not. */
const ROWS = Array.from({ length: 200 }, (_, at) => [(at * 7) % 11, (at * 5) % 13, 1]);
const worthOf = ([first = 0, second = 0]: readonly number[]) => (first > 5 && second < 6 ? 1 : 0);
const PAGES = Array.from({ length: 50 }, (_, page) => ROWS.slice(page * 4, page * 4 + 4));
const isList = (lists: readonly (readonly number[])[]) => lists.some((row) => worthOf(row) === 1);
const OBJECTIVE = toChoice(
  PAGES.map((lists) => ({ worth: lists.map(worthOf), isList: isList(lists), weight: 1 })),
  20,
);
const make = () => boost(NAMES, ROWS, () => OBJECTIVE, OPTIONS);

describe('boosting', () => {
  it('learns to put the best list of a page first, and none where it has none', () => {
    const model = make();
    for (const lists of PAGES) {
      const [best = []] = lists.toSorted((a, b) => predict(model, b) - predict(model, a));
      if (isList(lists)) expect(worthOf(best)).toBe(1);
      expect(predict(model, best) > 0).toBe(isList(lists));
    }
  });

  it('gives the same trees for the same rows, and asks for nothing that says nothing', () => {
    expect(JSON.stringify(make())).toBe(JSON.stringify(make()));
    expect(contributions(make(), ROWS[0] ?? []).has('constant')).toBe(false);
  });

  it('gives other trees with another seed, and learns only from pages that count', () => {
    const drawn = (seed: number) =>
      boost(NAMES, ROWS, () => OBJECTIVE, { ...OPTIONS, columns: 0.5, seed }).nodes;
    expect(drawn(1)).not.toEqual(drawn(0));
    const none = toChoice(
      PAGES.map((lists) => ({ worth: lists.map(worthOf), isList: true, weight: 0 })),
      20,
    );
    const { nodes } = boost(NAMES, ROWS, () => none, { ...OPTIONS, trees: 1, models: 1 });
    expect([...nodes]).toEqual([0, 0, 0]);
  });

  it('says by which values a prediction came about', () => {
    const model = make();
    for (const row of ROWS.slice(0, 20)) {
      const parts = [...contributions(model, row).values()].reduce((sum, part) => sum + part, 0);
      expect(meanPrediction(model) + parts).toBeCloseTo(predict(model, row), 9);
    }
  });
});

it('an interval holds the mean, and is narrow where the values are alike', () => {
  const { mean, low, high } = meanOf(ROWS.map(([first = 0]) => first));
  expect(low).toBeLessThan(mean);
  expect(high).toBeGreaterThan(mean);
  expect(meanOf([3, 3, 3])).toEqual({ mean: 3, low: 3, high: 3 });
});
