import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys } from '../../../src/service/maintenance/compare-keys.js';
import { anyText } from '../../support/any-text.js';

describe('compareKeys', () => {
  it('orders text as its bytes in UTF-8 are ordered', () => {
    const text = anyText();
    fc.assert(
      fc.property(text, text, (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(compareKeys([a], [b]))).toBe(bytes);
      }),
    );
  });

  it('puts what is above U+FFFF after what is below, which UTF-16 does not', () => {
    expect(['\u{1f702}', '\uffee'].sort()).toEqual(['\u{1f702}', '\uffee']);
    expect(compareKeys(['\u{1f702}'], ['\uffee'])).toBeGreaterThan(0);
  });

  it('compares column by column, numbers as numbers', () => {
    expect(compareKeys(['a', 10], ['a', 9])).toBeGreaterThan(0);
    expect(compareKeys(['a', 10], ['b', 9])).toBeLessThan(0);
    expect(compareKeys(['a', 10], ['a', 10])).toBe(0);
  });
});
