import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunningDigest, rowText } from '../../../src/service/maintenance/digest.js';

function digest(rows: readonly string[]) {
  const running = new RunningDigest();
  for (const row of rows) running.add(row);
  return running.value();
}

describe('RunningDigest', () => {
  it('is the same in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e']), (rows) => {
        expect(digest(rows)).toEqual(digest(rows.toSorted()));
      }),
    );
  });

  it('sees a row that is missing, twice, or different', () => {
    const seen = [['a', 'b'], ['a'], ['a', 'b', 'b'], ['a', 'c'], ['ab'], []].map(digest);
    expect(new Set(seen.map(({ checksum }) => checksum)).size).toBe(seen.length);
    expect(digest(['a', 'a'])).toMatchObject({ rows: 2 });
  });
});

describe('rowText', () => {
  it('goes by the order of the columns, and tells null from empty', () => {
    expect(rowText({ b: null, a: '' }, ['a', 'b'])).toBe('["",null]');
    expect(rowText({ b: '', a: null }, ['a', 'b'])).toBe('[null,""]');
  });
});
