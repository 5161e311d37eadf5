import { expect, it } from 'vitest';
import { changeEntry } from '../../../src/service/changes/change-entry.js';
import { compareLines, hunksOf } from '../../../src/service/changes/compare.js';
import { lineOf } from '../../../src/service/changes/lines.js';

const titleOf = (before: string, after: string) =>
  changeEntry(
    {
      hunks: hunksOf(compareLines([lineOf(before, false)], [lineOf(after, false)]).parts),
      relinked: [],
    },
    [],
    { url: 'https://example.com/', now: 0 },
  )?.title;

it.each([
  [
    'The current version of the program is 2.2.40. See the downloads.',
    'The current version of the program is 2.2.41. See the downloads.',
    '…the program is 2.2.41. See the downloads.',
  ],
  ['It is 3.0', 'It is 3.1', 'It is 3.1'],
  ['We keep data for 30 days.', 'We keep all data for 30 days.', 'We keep all data for 30 days.'],
  [
    `Read https://example.com/${'path/'.repeat(20)}1 first`,
    `Read https://example.com/${'path/'.repeat(20)}2 first`,
    '…2 first',
  ],
])('the title begins with whole words: %s', (before, after, title) => {
  expect(titleOf(before, after)).toBe(title);
});
