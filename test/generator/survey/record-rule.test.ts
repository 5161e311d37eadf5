import { expect, it } from 'vitest';
import { readRecordRule } from '../../../src/generator/survey/record-rule.js';

const PLACE = { family: 'path', signature: 's'.repeat(20_000), level: 0 };
const SET = { count: 3, places: [PLACE] };

it.each([
  [[]],
  [[SET]],
  [[{ ...SET, places: new Array(8).fill(PLACE) }]],
  [[{ ...SET, shape: 's'.repeat(2_000), anyAddress: true }]],
])('reads a rule that was stored', (rule) => {
  expect(readRecordRule(JSON.parse(JSON.stringify(rule)))).toEqual(rule);
});

it.each([
  [{ ...SET, places: [] }],
  [{ ...SET, places: new Array(9).fill(PLACE) }],
  [{ ...SET, places: [{ ...PLACE, signature: 's'.repeat(20_001) }] }],
  [{ ...SET, places: [{ ...PLACE, family: 'no' }] }],
  [{ ...SET, shape: 's'.repeat(2_001) }],
  [{ ...SET, anyAddress: false }],
])('refuses others', (set) => {
  expect(readRecordRule([set])).toBeUndefined();
});
