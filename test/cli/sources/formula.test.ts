import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeFormula,
  joinNames,
  splitNames,
  unescapeFormula,
} from '../../../src/cli/sources/source-spec.js';
import { name } from '../../support/arbitrary-manifest.js';

describe('a cell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '＠a', "'=1"])(
    'that would be run is text: %j',
    (text) => {
      expect(escapeFormula(text)).toBe(`'${text}`);
    },
  );

  it.each(['plain', "'quoted'", 'a=b', '', "don't"])('that would not is left alone: %j', (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  });

  it('comes back as it was', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^'*[ \t]*[=+@'-]?.*$/));
    fc.assert(
      fc.property(text, (each) => {
        expect(unescapeFormula(escapeFormula(each))).toBe(each);
      }),
    );
  });
});

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
