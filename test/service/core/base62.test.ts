import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBundleId, newFeedId, randomBase62, toBase62 } from '../../../src/service/core/ids.js';

describe('toBase62', () => {
  it('has one length for one number of bytes, and differs for different bytes', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        expect(toBase62(one)).toMatch(/^[0-9A-Za-z]{43}$/);
        expect(toBase62(one) === toBase62(other)).toBe(Buffer.from(one).equals(other));
      }),
    );
  });

  it('counts like any number', () => {
    expect(toBase62(Uint8Array.of(0))).toBe('00');
    expect(toBase62(Uint8Array.of(61))).toBe('0z');
    expect(toBase62(Uint8Array.of(255))).toBe('47');
  });
});

describe('ids', () => {
  it('have the shape that the interface promises, and do not repeat', () => {
    const ids = Array.from({ length: 1000 }, newFeedId);
    for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{16}$/);
    expect(new Set(ids).size).toBe(1000);
    expect(newBundleId()).toMatch(/^_[0-9A-Za-z]{16}$/);
  });

  it('use every digit', () => {
    expect(new Set(randomBase62(20_000)).size).toBe(62);
  });
});
