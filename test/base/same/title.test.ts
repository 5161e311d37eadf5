import { expect, it } from 'vitest';
import { titleMark } from '../../../src/base/same/title.js';

it.each([
  ['Parliament passes the budget', '  PARLIAMENT – passes\u00a0the “budget”! '],
  ['Ｖersion ２', 'version 2'],
  ['In\u00adstall', 'install'],
  ['हिन्दी समाचार', 'हिन्दी, समाचार'],
])('%j and %j are one title', (one, other) => {
  expect(titleMark(one)).toBe(titleMark(other));
});

it.each([
  ['Part 1', 'Part 2'],
  ['हिन्दी', 'हनद'],
  ['Übung', 'Ubung'],
])('%j and %j are two', (one, other) => {
  expect(titleMark(one)).not.toBe(titleMark(other));
});

it('is empty without words', () => {
  expect(titleMark(' … # ')).toBe('');
});
