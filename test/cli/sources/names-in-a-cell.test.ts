import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinNames, splitNames } from '../../../src/cli/sources/csv-rows.js';
import { name } from '../../support/arbitrary-manifest.js';

describe('names in one cell', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        expect(splitNames(joinNames(names))).toEqual(names);
      }),
    );
  });

  it('may be written by hand', () => {
    expect(splitNames('News;  Tech ; ; News')).toEqual(['News', 'Tech']);
    expect(splitNames('')).toEqual([]);
    expect(splitNames('ends\\')).toEqual(['ends\\']);
  });
});
