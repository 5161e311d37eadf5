import { expect, it } from 'vitest';
import { ttlMinutes } from '../../../src/service/feeds/feed.js';

const MINUTE = 60_000;

it.each([
  [30 * MINUTE, 30],
  [90.4 * MINUTE, 90],
  [MINUTE, 5],
  [-MINUTE, 5],
  [7 * 24 * 60 * MINUTE, 1440],
])('a feed read every %i ms has a ttl of %i minutes', (interval, minutes) => {
  expect(ttlMinutes(interval)).toBe(minutes);
});
