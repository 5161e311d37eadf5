import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableTitle, similarTitles } from '../../../src/service/items/title-similarity.js';
import { runs } from '../../support/property-runs.js';

function similar(one: string, other: string): boolean {
  const a = comparableTitle(one);
  const b = comparableTitle(other);
  return a !== null && b !== null && similarTitles(a, b);
}

describe('similarTitles', () => {
  const cases: [string, string, boolean][] = [
    ['Council votes for free buses', 'Council votes for free busses', true],
    ['Council votes for free buses', 'COUNCIL VOTES FOR FREE BUSES!', true],
    ['Council votes for free buses', 'Mayor vetoes free buses', false],
    ['Daily thread Nov 20', 'Daily thread Nov 21', false],
    ['Daily thread, November 20, 2024', 'Daily thread - November 20 2024', true],
    ['Release 1.2.3', 'Release 12.3', false],
    ['Word of the Day: progeny', 'Word of the Day: inveigle', false],
    ['速報：地震がありました', '速報：地震がありました。', true],
    ['1234567890', '1234567890', true],
    ['abcdefghij', 'abcdefghix', true],
    ['abcdefghi', 'abcdefghx', false],
    ['', '', false],
    ['!!!', '???', false],
  ];
  it.each(cases)('«%s» and «%s»: %s', (one, other, expected) => {
    expect(similar(one, other)).toBe(expected);
    expect(similar(other, one)).toBe(expected);
  });

  /** A tenth of the longer title. */
  const allowed = (a: string, b: string) => Math.floor(Math.max(a.length, b.length) / 10);

  it('agrees with a plain edit distance', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 30 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const a = comparableTitle(one);
        const b = comparableTitle(other);
        fc.pre(a !== null && b !== null);
        expect(similarTitles(a, b)).toBe(distance(a.text, b.text) <= allowed(a.text, b.text));
      }),
      { numRuns: runs(500) },
    );
    const edited = fc.tuple(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 10, maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(60), fc.constantFrom('', 'x', 'yz')), { maxLength: 6 }),
    );
    fc.assert(
      fc.property(edited, ([text, edits]) => {
        const other = edits.reduce((t, [at, put]) => t.slice(0, at) + put + t.slice(at + 1), text);
        const a = comparableTitle(text);
        const b = comparableTitle(other);
        fc.pre(a !== null && b !== null);
        expect(similarTitles(a, b)).toBe(distance(a.text, b.text) <= allowed(a.text, b.text));
      }),
      { numRuns: runs(500) },
    );
  });
});

/** Levenshtein's distance as the textbook has it. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1),
      );
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
