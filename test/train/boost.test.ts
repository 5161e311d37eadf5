import { describe, expect, it } from 'vitest';
import { contributions, predict, probability } from '../../src/service/generate/model/trees.js';
import { boost } from '../../train/boost.js';
import { meanOf } from '../../train/figures.js';
import { toClasses, toOrder } from '../../train/objectives.js';

const OPTIONS = { trees: 40, leaves: 4, rate: 0.3, least: 0.1, shrinkage: 0.1, columns: 1 };
const NAMES = ['first', 'second', 'constant'];
/** Pages of four rows: the best one is where the first value is large and the second is not. */
const ROWS = Array.from({ length: 200 }, (_, at) => [(at * 7) % 11, (at * 5) % 13, 1]);
const worthOf = ([first = 0, second = 0]: readonly number[]) => (first > 5 && second < 6 ? 1 : 0);
const PAGES = Array.from({ length: 51 }, (_, page) => page * 4);
const ONES = Array(200).fill(1);

describe('boosting', () => {
  it('learns which of two classes a row is of', () => {
    const model = boost(NAMES, ROWS, toClasses(ROWS.map(worthOf), ONES), OPTIONS);
    for (const row of ROWS) {
      expect(probability(predict(model, row)) > 0.5).toBe(worthOf(row) === 1);
    }
  });

  it('learns to put the best row of a page first', () => {
    const objective = toOrder(PAGES, ROWS.map(worthOf), ONES, 20);
    const model = boost(NAMES, ROWS, objective, OPTIONS);
    for (const from of PAGES.slice(0, -1)) {
      const page = ROWS.slice(from, from + 4);
      const best = page.toSorted((a, b) => predict(model, b) - predict(model, a))[0] ?? [];
      expect(worthOf(best)).toBe(Math.max(...page.map(worthOf)));
    }
  });

  it('gives the same trees for the same rows, and asks for nothing that says nothing', () => {
    const make = () => boost(NAMES, ROWS, toClasses(ROWS.map(worthOf), ONES), OPTIONS);
    expect(JSON.stringify(make())).toBe(JSON.stringify(make()));
    expect(contributions(make(), ROWS[0] ?? []).has('constant')).toBe(false);
  });

  it('says by which values a prediction came about', () => {
    const model = boost(NAMES, ROWS, toClasses(ROWS.map(worthOf), ONES), OPTIONS);
    for (const row of ROWS.slice(0, 20)) {
      const parts = [...contributions(model, row).values()].reduce((sum, part) => sum + part, 0);
      const roots = model.trees.reduce((sum, [root]) => sum + (root?.[0] ?? 0), model.start);
      expect(roots + parts).toBeCloseTo(predict(model, row), 9);
    }
  });
});

it('an interval holds the mean, and is narrow where the values are alike', () => {
  const { mean, low, high } = meanOf(ROWS.map(([first = 0]) => first));
  expect(low).toBeLessThan(mean);
  expect(high).toBeGreaterThan(mean);
  expect(meanOf([3, 3, 3])).toEqual({ mean: 3, low: 3, high: 3 });
});
