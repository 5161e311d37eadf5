import { expect, it } from 'vitest';
import {
  endBeforeNext,
  type PageRecord,
  siblingRuns,
  wholeSubtree,
} from '../../../src/generator/survey/record.js';
import { surveyOf } from '../made-sets.js';

/** The elements around the links of a page, as records. */
const recordsIn = (html: string): PageRecord[] =>
  surveyOf(html).page.links.map((link) => wholeSubtree(link, link.element.parent ?? link.element));

const ranges = (records: readonly PageRecord[]) => records.map(({ start, end }) => [start, end]);

it.each([
  [
    'inside it',
    [
      [1, 9],
      [4, 6],
    ],
    [
      [1, 4],
      [4, 6],
    ],
  ],
  [
    'right behind it',
    [
      [1, 4],
      [4, 6],
    ],
    [
      [1, 4],
      [4, 6],
    ],
  ],
  [
    'behind it',
    [
      [1, 3],
      [5, 6],
    ],
    [
      [1, 3],
      [5, 6],
    ],
  ],
  [
    'at its beginning',
    [
      [1, 9],
      [1, 6],
    ],
    [
      [1, 9],
      [1, 6],
    ],
  ],
  [
    'before it',
    [
      [4, 9],
      [1, 6],
    ],
    [
      [4, 9],
      [1, 6],
    ],
  ],
])('a record whose next one begins %s', (_, given, expected) => {
  const [record] = recordsIn('<p><a href="/1">One</a></p>');
  if (record === undefined) throw new Error('no record');
  const records = given.map(([start = 0, end = 0]) => ({ ...record, start, end }));
  expect(ranges(endBeforeNext(records))).toEqual(expected);
});

it('a run is of several records that follow each other below one parent', () => {
  const item = '<p><a href="/x">Item</a></p>';
  const records = recordsIn(
    `<div>${item.repeat(2)}</div><div>${item}</div><div>${item.repeat(3)}</div>`,
  );
  expect(siblingRuns(records).map(ranges)).toEqual([
    ranges(records.slice(0, 2)),
    ranges(records.slice(3)),
  ]);
  expect(siblingRuns([])).toEqual([]);
});
