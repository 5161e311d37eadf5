import { expect, it } from 'vitest';
import { credibleTime } from '../../../src/service/core/credible-time.js';

it.each([
  [90, 100, 20, 90],
  [110, 100, 20, 110],
  [120, 100, 20, 120],
  [121, 100, 20, 100],
])('%i is at %i, with a longest wait of %i, %i', (at, now, longest, expected) => {
  expect(credibleTime(at, now, longest)).toBe(expected);
});
