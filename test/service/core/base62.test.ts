import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toBase62 } from '../../../src/service/core/ids.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

it('is the number that the bytes write, in base 62', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
      const hex = Buffer.from(bytes).toString('hex');
      const text = toBase62(hex);
      const value = [...text].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);
      expect(text).toHaveLength(17);
      expect(value).toBe(BigInt(`0x${hex}`));
    }),
  );
});
