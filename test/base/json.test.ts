import { expect, it } from 'vitest';
import { isObject, parseJson } from '../../src/base/json.js';

it('reads JSON, and is undefined for what is none', () => {
  expect(parseJson('{"a": [1]}')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
  expect(parseJson('{')).toBeUndefined();
});

it.each([
  [{}, true],
  [[], false],
  [null, false],
  ['{}', false],
])('isObject(%j)', (value, expected) => {
  expect(isObject(value)).toBe(expected);
});
