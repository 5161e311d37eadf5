import { describe, expect, it } from 'vitest';
import { COMPARE } from '../../../src/service/feeds/compare-feeds.js';

type Row = Parameters<typeof COMPARE.title>[0];

function row(id: string, columns: Partial<Row> = {}): Row {
  return {
    ...{ id, title: id, title_override: null, source_url: '', created_at: 0 },
    ...{ is_active: 1, failures: 0, item_dates: null },
    ...columns,
  };
}

/** The ids in order, whichever way they were given. */
function sorted(order: keyof typeof COMPARE, rows: readonly Row[]): string {
  const ids = (given: readonly Row[]) =>
    given
      .toSorted(COMPARE[order])
      .map(({ id }) => id)
      .join('');
  expect(ids(rows.toReversed())).toBe(ids(rows));
  return ids(rows);
}

describe('the orders of feeds that a search found', () => {
  it('title: the one that is shown, letter case aside, then the id', () => {
    const rows = [
      row('d', { title: 'Zoo' }),
      row('c', { title: 'zebra', title_override: 'Apple' }),
      row('b', { title: 'BEE' }),
      row('a', { title: 'bee' }),
    ];
    expect(sorted('title', rows)).toBe('cabd');
  });

  it('last_item: the newest date first, feeds without dates last, then the id', () => {
    const rows = [
      row('a'),
      row('b', { item_dates: '[]' }),
      row('c', { item_dates: '[10,3]' }),
      row('e', { item_dates: '[20]' }),
      row('d', { item_dates: '[20,19]' }),
      row('f', { item_dates: '[-5]' }),
    ];
    expect(sorted('last_item', rows)).toBe('decfab');
  });

  it('health: the worst first, the most failures of a state first', () => {
    const rows = [
      row('a'),
      row('b', { failures: 2 }),
      row('c', { failures: 9 }),
      row('d', { is_active: 0, failures: 1 }),
      row('e', { is_active: 0, failures: 7 }),
    ];
    expect(sorted('health', rows)).toBe('edcba');
  });
});
