import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Body } from '../../../src/service/fetch/body.js';
import { readExcerpt } from '../../../src/service/fetch/read-body.js';

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

it.each([
  [2, 'ab'],
  [3, 'abc'],
  [5, 'abcde'],
  [9, 'abcde'],
])('an excerpt of %i bytes is the beginning', async (bytes, expected) => {
  const body = Readable.from(['ab', 'cd', 'e'].map((piece) => Buffer.from(piece)));
  const excerpt = await readExcerpt(body, bytes);
  expect(excerpt.bytes.toString()).toBe(expected);
  expect(body.destroyed).toBe(true);
});
