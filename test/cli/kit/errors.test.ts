import { expect, it } from 'vitest';
import { Interrupted } from '../../../src/cli/kit/errors.js';
import { COMMON_EXIT_CODES } from '../../../src/cli/kit/exit-codes.js';
import { CliError, CredentialsError, Declined, UsageError } from '../../../src/cli/kit/index.js';
import { spelledLike } from '../../../src/cli/kit/spelled-like.js';

it.each([
  [new UsageError('Wrong.', { hint: 'Right.' }), 2, 'USAGE'],
  [new CredentialsError('No key.'), 4, 'NO_CREDENTIALS'],
  [new Declined('Nothing was deleted.'), 1, 'DECLINED'],
])('%s ends with %i', (error, exitCode, code) => {
  expect(error).toMatchObject({ exitCode, code });
  expect(error).not.toHaveProperty('cause');
});

it('every verb may be done, and typed wrongly', () => {
  expect(COMMON_EXIT_CODES).toEqual([0, new UsageError('Wrong.').exitCode]);
});

it('keeps what caused an error', () => {
  const cause = new Error('why');
  expect(new CliError('What.', { exitCode: 1, code: 'X', cause })).toMatchObject({ cause });
});

it('tells the signal that interrupted', () => {
  expect(new Interrupted(130).message).toBe('interrupted');
  expect(new Interrupted(143).message).toBe('terminated');
});

it.each([
  ['fedes', ['feeds', 'items', 'feeds'], ['feeds']],
  ['lisp', ['list', 'lips', 'help'], ['lips', 'list']],
  ['feeds', ['feeds'], []],
  ['zzz', ['feeds', 'items'], []],
])('%s of %j may mean %j', (word, known, meant) => {
  expect([...spelledLike(word, known)].sort()).toEqual(meant);
});
