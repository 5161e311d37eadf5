import { expect, it } from 'vitest';
import { readData } from '../../train/data.js';
import { comesOutOf } from '../../train/fit.js';

// All trees of all models: npm run train -- check.
it('the first trees of the stored models come out of the stored data, bit by bit', {
  tags: 'slow',
  timeout: 900_000,
}, () => {
  expect(comesOutOf(readData(), 1, 10)).toBe(true);
});
