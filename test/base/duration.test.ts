import { expect, it } from 'vitest';
import { formatMilliseconds, parseMilliseconds } from '../../src/base/duration.js';

it.each<[string, Parameters<typeof parseMilliseconds>[1], number | null]>([
  ['15m', {}, 900_000],
  ['15 m', {}, 900_000],
  ['2s', {}, 2000],
  ['3h', {}, 10_800_000],
  ['1d', {}, 86_400_000],
  ['1w', {}, 604_800_000],
  ['5ms', {}, null],
  ['5ms', { units: ['ms'] }, 5],
  ['5m', { units: ['ms'] }, null],
  ['5', {}, null],
  ['5', { bare: 's' }, 5000],
  ['1.5h', {}, null],
  ['1.5h', { fractions: true }, 5_400_000],
  ['0.0005s', { fractions: true }, null],
  ['-5m', {}, null],
  ['5 months', {}, null],
])('%j with %j is %s', (text, form, expected) => {
  expect(parseMilliseconds(text, form)).toBe(expected);
});

it.each([
  [250, '250ms'],
  [90_000, '90s'],
  [5_400_000, '90m'],
  [7_200_000, '2h'],
  [604_800_000, '7d'],
])('%i is written %s', (milliseconds, text) => {
  expect(formatMilliseconds(milliseconds)).toBe(text);
});
