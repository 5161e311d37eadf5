import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  comparable,
  labelled,
  lineHash,
  lineOf,
  packLines,
  unpackLines,
} from '../../../src/service/changes/lines.js';

it.each([
  ['Session 8f3a9c2e-41bb-77d0 is open', 'Session 11aa22bb-33cc-44dd is open', true],
  ['Lamp, posted 9h', 'Lamp, posted 3d', true],
  ['Read internationalisation', 'Read internationalization', false],
  ['Version 1.2.3', 'Version 1.2.4', false],
  ['release-2024-version', 'release-2025-version', false],
])('%j and %j are one line to a reader: %s', (a, b, same) => {
  expect(comparable(a) === comparable(b)).toBe(same);
});

it.each(['', '---', '…', '8f3a9c2e-41bb-77d0'])('%j is no line at all', (line) => {
  expect(comparable(line)).toBe('');
});

it('everything in a line that was selected counts', () => {
  expect(lineOf('Read  9h', true).key).toBe('Read 9h');
  expect(lineOf('Session 8f3a9c2e-41bb-77d0', true).key).toContain('8f3a9c2e');
});

it('the hash of a line is short, and another for another line', () => {
  expect(lineHash('a')).toMatch(/^[\w-]{10}$/);
  expect(lineHash('a')).not.toBe(lineHash('b'));
});

it('lines are stored with their labels and links', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.nat(5)), { maxLength: 20 }), (made) => {
      const lines = made.map(([text], at) => ({ ...lineOf(text, true), links: at % 2 ? 'x' : '' }));
      lines.forEach((line, at) => {
        const back = made[at]?.[1] ?? 0;
        line.under = back === 0 ? null : (lines[at - back] ?? null);
      });
      const stored = { ...packLines(lines), seen: {}, changes: [] } as never;
      const read = unpackLines(stored, true);
      expect(read.map(({ text, links }) => [text, links])).toEqual(
        lines.map(({ text, links }) => [text, links]),
      );
      expect(read.map(labelled)).toEqual(lines.map(labelled));
    }),
  );
});
