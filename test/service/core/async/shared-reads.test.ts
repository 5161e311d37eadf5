import { expect, it } from 'vitest';
import { SharedReads } from '../../../../src/service/core/async/shared-reads.js';

it('answers all that ask for a key in one round with one read, and later ones with another', async () => {
  const reads = new SharedReads<number>();
  let value = 0;
  const read = async () => ++value;
  const asked = [reads.get('a', read), reads.get('a', read), reads.get('b', read)];
  expect(value).toBe(0);
  expect(await Promise.all(asked)).toEqual([1, 1, 2]);
  expect(await reads.get('a', read)).toBe(3);
});
