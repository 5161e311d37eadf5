import { expect, it } from 'vitest';
import { readData } from '../../train/data.js';
import { comesOutOf } from '../../train/fit.js';

it('the first of the stored models comes out of the stored data, bit by bit', {
  tags: 'slow',
  timeout: 900_000,
}, () => {
  expect(comesOutOf(readData(), 1)).toBe(true);
});
