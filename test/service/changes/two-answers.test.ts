import { expect, it } from 'vitest';
import { compareLines } from '../../../src/service/changes/compare-lines.js';
import { type Line, lineOf } from '../../../src/service/changes/lines.js';
import { inBothAnswers } from '../../../src/service/changes/two-answers.js';

const BEFORE = ['Prices', 'Basic: 10 EUR', 'Plus: 20 EUR', 'Contact us'];

/** What two answers of the page that had those lines have in common. */
function compared(first: string[], second: string[]) {
  const linesOf = (texts: string[]) => texts.map((text) => lineOf(text, false));
  const [before, one, other] = [BEFORE, first, second].map(linesOf) as [Line[], Line[], Line[]];
  const both = inBothAnswers(one, compareLines(before, one), compareLines(before, other));
  const textsOf = (lines: Line[]) => lines.map(({ text }) => text);
  return {
    lasting: both.lasting.map(({ removed, added }) => ({
      removed: textsOf(removed),
      added: textsOf(added),
    })),
    passing: textsOf(both.passing),
    lines: textsOf(both.lines),
  };
}

it('what both answers say is a change', () => {
  const now = ['Prices', 'Basic: 12 EUR', 'Plus: 20 EUR', 'Contact us'];
  expect(compared(now, now)).toEqual({
    lasting: [{ removed: ['Basic: 10 EUR'], added: ['Basic: 12 EUR'] }],
    passing: [],
    lines: now,
  });
});

it('a line that is only added, or only taken away, is a change too', () => {
  const longer = [...BEFORE, 'Imprint'];
  expect(compared(longer, longer).lasting).toEqual([{ removed: [], added: ['Imprint'] }]);
  const shorter = BEFORE.slice(0, 3);
  expect(compared(shorter, shorter).lasting).toEqual([{ removed: ['Contact us'], added: [] }]);
});

it('what came in one answer only passes, and is left out of the lines', () => {
  const first = [...BEFORE, 'Tip of the day: tea'];
  const second = [...BEFORE, 'Tip of the day: coffee'];
  expect(compared(first, second)).toEqual({
    lasting: [],
    passing: ['Tip of the day: tea', 'Tip of the day: coffee'],
    lines: BEFORE,
  });
});

it('what went in one answer only passes, and stays among the lines', () => {
  const first = ['Prices', 'Basic: 10 EUR', 'Plus: 20 EUR'];
  const both = compared(first, BEFORE);
  expect(both).toEqual({ lasting: [], passing: ['Contact us'], lines: BEFORE });
  // The second answer alone missed it: it is among the lines of the first already.
  expect(compared(BEFORE, first)).toEqual({ ...both, lines: BEFORE });
});

it('a change stands beside what passes', () => {
  const first = ['Prices', 'Basic: 12 EUR', 'Plus: 20 EUR', 'Contact us', 'Advert one'];
  const second = ['Prices', 'Basic: 12 EUR', 'Plus: 20 EUR', 'Contact us'];
  expect(compared(first, second)).toEqual({
    lasting: [{ removed: ['Basic: 10 EUR'], added: ['Basic: 12 EUR'] }],
    passing: ['Advert one'],
    lines: second,
  });
});
