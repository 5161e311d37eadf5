import { describe, expect, it } from 'vitest';
import { relativeTime, roundedSpan, timeSpan } from '../../src/base/relative-time.js';
import { timeForPeople } from '../../src/cli/output/cell.js';

const NOW = Date.UTC(2026, 5, 15, 12);
const HOUR = 3_600_000;

describe('a moment in words', () => {
  it.each([
    [0, 'just now'],
    [-59_999, 'just now'],
    [59_999, 'just now'],
    [-60_000, '1 min ago'],
    [HOUR - 1, 'in 59 min'],
    [-HOUR, '1 h ago'],
    [47.9 * HOUR, 'in 47 h'],
    [-48 * HOUR, '2 d ago'],
    [-31 * 24 * HOUR + 1, '30 d ago'],
    [-31 * 24 * HOUR, undefined],
    [31 * 24 * HOUR, undefined],
  ])('%i ms from now is %s', (distance, words) => {
    expect(relativeTime(NOW + distance, NOW)).toBe(words);
  });
});

describe('a length of time', () => {
  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [60_000, '1 min'],
    [HOUR - 1, '59 min'],
    [HOUR, '1 h'],
    [48 * HOUR - 1, '47 h'],
    [48 * HOUR, '2 d'],
  ])('%i ms is %s', (length, words) => {
    expect(timeSpan(length)).toBe(words);
  });
});

describe('an average length of time', () => {
  it.each([
    [59_400, '59 s'],
    [59.6 * 60_000, '1 h'],
    [HOUR - 1, '1 h'],
    [36 * HOUR, '36 h'],
    [47.4 * HOUR, '47 h'],
    [47.9 * HOUR, '2 d'],
    [6.99 * 24 * HOUR, '7 d'],
    [6.4 * 24 * HOUR, '6 d'],
  ])('%i ms is %s', (length, words) => {
    expect(roundedSpan(length)).toBe(words);
  });
});

describe('a time for people', () => {
  it.each([
    ['2026-06-15T11:59:01Z', 'just now'],
    ['2026-06-15T15:30:00Z', 'in 3 h'],
    ['2026-05-16T12:00:00Z', '30 d ago'],
    ['2026-05-15T12:00:00Z', '2026-05-15'],
    ['1999-12-31T12:00:00Z', '1999-12-31'],
    ['Mon, 15 Jun 2026 10:00:00 GMT', '2 h ago'],
    ['', ''],
    ['soon', 'soon'],
  ])('%s is %s', (text, shown) => {
    expect(timeForPeople(text, NOW)).toBe(shown);
  });
});
