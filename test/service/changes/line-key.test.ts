import { expect, it } from 'vitest';
import { keyOf, lineHash, shapeOf } from '../../../src/service/changes/line-key.js';

it.each([
  ['Session 8f3a9c2e-41bb-77d0 is open', 'Session 11aa22bb-33cc-44dd is open', true],
  ['Read internationalisation', 'Read internationalization', false],
  ['Version 1.2.3', 'Version 1.2.4', false],
  ['release-2024-version', 'release-2025-version', false],
])('%j and %j are one line to a reader: %s', (a, b, same) => {
  expect(keyOf(a) === keyOf(b)).toBe(same);
});

it.each(['', '---', '…', '8f3a9c2e-41bb-77d0'])('%j is no line at all', (line) => {
  expect(keyOf(line)).toBe('');
});

it('numbers of any length have one shape', () => {
  expect(shapeOf('1,204 of 3.5 at 10:30')).toBe('0 of 0 at 0');
  expect(shapeOf('no number')).toBe('no number');
});

it('the hash of a line is short, and another for another line', () => {
  expect(lineHash('a')).toMatch(/^[\w-]{10}$/);
  expect(lineHash('a')).not.toBe(lineHash('b'));
});
