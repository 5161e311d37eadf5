import { expect, describe as group, it } from 'vitest';
import { describe, listText } from '../../../src/cli/errors/describe.js';
import { UnwritableOutput, UsageError } from '../../../src/cli/kit/errors.js';
import {
  type ApiErrorFacts,
  ConfigurationError,
  NetworkError,
  UnsupportedError,
} from '../../../src/client/errors.js';
import { refusal } from '../../support/api-error.js';

const refused = (facts: Partial<ApiErrorFacts>) => describe(refusal({ status: 502, ...facts }));

group('an answer of the service', () => {
  it('has its beginning as detail, unless that is a page for browsers', () => {
    expect(refused({ bodyStart: 'upstream is down' }).detail).toBe('upstream is down');
    expect(refused({ bodyStart: '\n <html><body>' })).not.toHaveProperty('detail');
    expect(refused({})).not.toHaveProperty('detail');
  });

  it('has the code of its status where it names none', () => {
    expect(refused({}).code).toBe('HTTP_502');
  });

  it('has the identifier of the request only when there is one', () => {
    expect(refused({ requestId: 'r-1' }).requestId).toBe('r-1');
    expect(refused({})).not.toHaveProperty('requestId');
  });
});

group('what nobody expected', () => {
  it('is said to be a bug, with what shows its place', () => {
    expect(describe(new TypeError('x is not a function'))).toMatchObject({
      message: 'x is not a function',
      code: 'UNEXPECTED',
      exitCode: 1,
      hint: expect.stringContaining('--debug'),
    });
  });
});

it('says what is wrong with the command line, with its detail and hint', () => {
  expect(describe(new UsageError('No.', { detail: 'Line 2.', hint: 'Run a.' }))).toEqual({
    message: 'No.',
    code: 'USAGE',
    exitCode: 2,
    detail: 'Line 2.',
    hint: 'Run a.',
  });
  expect(describe(new UsageError('No.'))).toEqual({ message: 'No.', code: 'USAGE', exitCode: 2 });
});

it.each([
  ['ENOSPC', 'the disk is full', 'Free some space', 7],
  ['EDQUOT', 'the disk is full', 'Free some space', 7],
  ['EIO', 'i/o error', 'Check where the output leads', 1],
])('says why the output cannot be written: %s', (code, why, hint, exitCode) => {
  const cause = Object.assign(new Error('i/o error'), { code });
  expect(describe(new UnwritableOutput(cause))).toMatchObject({
    message: `The output cannot be written: ${why}.`,
    exitCode,
    hint: expect.stringContaining(hint),
  });
});

it('has a code and a suggestion for what the client refuses', () => {
  const refused = new NetworkError('No.', { kind: 'refused', host: 'a', suggestion: 'Start it.' });
  expect(describe(refused)).toEqual({
    message: 'No.',
    code: 'NETWORK_REFUSED',
    exitCode: 7,
    hint: 'Start it.',
  });
  expect(describe(new UnsupportedError('webhooks', null))).toMatchObject({
    code: 'UNSUPPORTED',
    exitCode: 5,
  });
  const wrong = describe(new ConfigurationError('path', 'No.'));
  expect(wrong).toEqual({ message: 'No.', code: 'USAGE', exitCode: 2 });
});

it('shows that a list has more than its first titles', () => {
  const list = { titles: ['A', 'B'], selectors: { items: 'li' } };
  expect(listText({ ...list, items: 2 })).toBe('Its most likely list has 2 items: "A", "B"');
  expect(listText({ ...list, items: 3 })).toBe('Its most likely list has 3 items: "A", "B", …');
});
