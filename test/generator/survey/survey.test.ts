import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onceASurvey, type Survey } from '../../../src/generator/survey/survey.js';
import { surveyOf } from '../made-sets.js';

const DAY = Date.parse('2026-03-09');
const SENTENCE =
  'A sentence that goes on for a good while and has more than eighty characters in all';

/** The date of the first list element, and whether it has one. */
function dateOf(inner: string): number | null {
  const survey = surveyOf(`<ul><li>${inner}</li><li>2 March 2026</li></ul>`);
  const [item] = survey.page.elements('li');
  if (item === undefined) throw new Error('no list');
  const found = survey.firstDate(item.index, item.end);
  expect(survey.hasDate(item.index, item.end)).toBe(found !== null);
  return found?.time ?? null;
}

it.each([
  ['a text', '9 March 2026', DAY],
  ['the first of two texts', '<b>9 March 2026</b><b>3 March 2026</b>', DAY],
  ['a time for machines', '<time datetime="2026-03-09">then</time>', DAY],
  [
    'a time for machines before a text',
    '<b>3 March 2026</b><time datetime="2026-03-09">then</time>',
    DAY,
  ],
  ['the text of a time without one', '<time>9 March 2026</time>', DAY],
  ['what stands before the dash of a long text', `March 9, 2026 — ${SENTENCE}`, DAY],
  ['a text of 80 characters', `9 March 2026${' x'.repeat(34)}`, DAY],
  ['no text of 81 characters', `9 March 2026${' x'.repeat(33)} xx`, null],
  ['no date in a sentence', `${SENTENCE} on 9 March 2026`, null],
  ['no date', 'No date', null],
  ['nothing', '', null],
])('the date of an element is %s', (_, inner, time) => {
  expect(dateOf(inner)).toBe(time);
});

it('a time that no machine reads says less than a text', () => {
  const { page, firstDate } = surveyOf('<time datetime="soon">x</time><b>9 March 2026</b>');
  expect(firstDate(0, page.nodes.length)?.time).toBe(DAY);
});

describe('any range of positions', () => {
  const part = fc.constantFrom(
    '<p>No date</p>',
    '<p>9 March 2026</p>',
    '<time datetime="2026-03-08">x</time>',
    '<div><b>Two</b> <i>words</i></div>',
  );

  /** By looking at every text and time of the range. */
  function isDated({ page, dateIn }: Survey, start: number, end: number): boolean {
    return page.nodes
      .slice(start, end)
      .some((node) => (node.kind === 'text' ? dateIn(node) !== null : node.tag === 'time'));
  }

  it('has a date where one of its texts or times is one, in whatever order it is asked for', () => {
    const range = fc.tuple(fc.nat(60), fc.nat(20));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(range), (parts, ranges) => {
        const survey = surveyOf(parts.join(''));
        const size = survey.page.nodes.length;
        for (const [from, length] of ranges) {
          const [start, end] = [Math.min(from, size), Math.min(from + length, size)];
          const expected = isDated(survey, start, end);
          expect(survey.hasDate(start, end)).toBe(expected);
          expect(survey.firstDate(start, end) !== null).toBe(expected);
        }
      }),
    );
  });
});

it('an answer is found once for each page', () => {
  let asked = 0;
  const answer = onceASurvey(() => {
    asked += 1;
    return { asked };
  });
  const [one, other] = [surveyOf('x'), surveyOf('y')];
  expect(answer(one)).toBe(answer(one));
  expect(answer(other)).not.toBe(answer(one));
  expect(asked).toBe(2);
});
