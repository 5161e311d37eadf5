import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Body } from '../../../src/service/fetch/body.js';

it('is the same in any pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (parts) => {
      const pieces = parts.map((part) => Buffer.from(part));
      const whole = Buffer.concat(pieces);
      const body = new Body(pieces);
      const { hash } = body;
      expect(hash).toBe(createHash('sha256').update(whole).digest('hex'));
      expect(body.length).toBe(whole.length);
      expect(body.bytes).toEqual(whole);
      expect(body.bytes).toBe(body.bytes);
      expect([body.hash, new Body([body.bytes]).hash]).toEqual([hash, hash]);
    }),
  );
});
