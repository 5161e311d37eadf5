import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstToHideEach } from '../../../src/service/filters/match-in-worker.js';
import {
  filtersColumn,
  firstToHide,
  itemFilter,
  NO_FILTERS,
  readFilters,
} from '../../../src/service/filters/stored-filters.js';

const item = (title: string) => ({
  ...{ title, description_text: '', authors: [], url: 'https://a.test/1' },
});
const column = (include: string[], exclude: string[] = []) =>
  filtersColumn({ include, exclude }) ?? '';

it('filters without rules are no column', () => {
  expect(filtersColumn(NO_FILTERS)).toBeNull();
  expect(readFilters(null)).toEqual(NO_FILTERS);
});

it('filters are read as they were stored, also with rules of one kind alone', () => {
  const rules = fc.array(fc.string(), { maxLength: 3 });
  fc.assert(
    fc.property(rules, rules, (include, exclude) => {
      const stored = filtersColumn({ include, exclude });
      expect(stored === null).toBe(include.length + exclude.length === 0);
      expect(readFilters(stored)).toEqual({ include, exclude });
    }),
  );
});

it('a filter is compiled once while it is in use', async () => {
  const [often, rarely] = [column(['often']), column(['rarely'])];
  const [first, second] = [itemFilter(often), itemFilter(rarely)];
  for (let n = 0; n < 499; n += 1) {
    itemFilter(column([`rule ${n}`]));
    expect(itemFilter(often)).toBe(first);
  }
  expect(itemFilter(rarely)).not.toBe(second);
  await Promise.all([first, second]);
});

describe('the first of several filters that hides an item', () => {
  const columns = [column(['news']), column([], ['storm'])];

  it.each([
    ['news of the day', null],
    ['sport', 0],
    ['news of a storm', 1],
    ['a storm', 0],
  ])('of "%s" is %s', async (title, filter) => {
    expect((await firstToHide(item(title), columns))?.filter ?? null).toBe(filter);
  });

  it('is found for each of several items, by its own filters', async () => {
    const items = [
      { item: item('news'), columns },
      { item: item('sport'), columns: [] },
      { item: item('sport'), columns },
    ];
    expect((await firstToHideEach(items)).map((hidden) => hidden?.filter ?? null)).toEqual([
      null,
      null,
      0,
    ]);
  });
});
