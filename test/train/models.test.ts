import { expect, it } from 'vitest';
import { readData, readTitleData } from '../../train/data.js';
import { comesOutOf } from '../../train/fit.js';
import { titlesComeOutOf } from '../../train/titles.js';

// All trees of all models: npm run train -- check.
it('the first trees of the stored models come out of the stored data, bit by bit', {
  tags: 'slow',
  timeout: 900_000,
}, () => {
  expect(comesOutOf(readData(), 1, 10)).toBe(true);
  expect(titlesComeOutOf(readTitleData(), 1, 10)).toBe(true);
});
