import { describe, expect, it } from 'vitest';
import {
  formatDuration,
  formatInterval,
  parseDuration,
  parseInterval,
  parseKeyLife,
} from '../../src/contract/interval.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('an interval', () => {
  it.each([
    ['auto', 'auto', 'auto'],
    ['paused', 'paused', 'paused'],
    ['60s', 60_000, '1m'],
    ['90s', 90_000, '90s'],
    ['90m', 90 * 60_000, '90m'],
    ['24h', DAY, '1d'],
    ['7d', 7 * DAY, '7d'],
    ['1w', 7 * DAY, '7d'],
  ])('is %s', (text, value, shortest) => {
    expect(parseInterval(text)).toBe(value);
    expect(formatInterval(parseInterval(text) ?? 0)).toBe(shortest);
  });

  it.each(['59s', '169h', '', '5', 'm', '5y', '-5m', '1.5h', 'never', 'none'])(
    'is not %j',
    (text) => {
      expect(parseInterval(text)).toBeNull();
    },
  );

  it('is told below a second, too', () => {
    expect(formatInterval(250)).toBe('250ms');
  });
});

describe('a duration', () => {
  it.each([
    ['none', 'none', 'none'],
    ['1h', HOUR, '1h'],
    ['48h', 2 * DAY, '2d'],
    ['10000d', 10_000 * DAY, '10000d'],
  ])('is %s', (text, value, shortest) => {
    expect(parseDuration(text)).toBe(value);
    expect(formatDuration(parseDuration(text) ?? 0)).toBe(shortest);
  });

  it.each(['59m', '10001d', 'auto', ''])('is not %j', (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});

it.each([
  ['1h', HOUR],
  ['90d', 90 * DAY],
  ['none', null],
  ['5m', null],
])('the life of a key: %s is %s', (text, life) => {
  expect(parseKeyLife(text)).toBe(life);
});
