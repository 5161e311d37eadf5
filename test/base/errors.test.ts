import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCode, messageOf } from '../../src/base/errors.js';

function failure(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

it('tells the code of a failed system call, and nothing of other errors', () => {
  expect(errorCode(failure(() => readFileSync('/nowhere/at/all')))).toBe('ENOENT');
  expect(errorCode(new Error('no code'))).toBeUndefined();
  expect(errorCode(Object.assign(new Error('a number'), { code: 7 }))).toBeUndefined();
  expect(errorCode({ code: 'ENOENT' })).toBeUndefined();
});

it('says what was thrown, whatever it is', () => {
  expect(messageOf(new TypeError('wrong'))).toBe('wrong');
  expect(messageOf('a text')).toBe('a text');
});
