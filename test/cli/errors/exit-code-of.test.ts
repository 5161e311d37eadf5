import { describe, expect, it } from 'vitest';
import { fileError } from '../../../src/cli/bulk/read-input.js';
import { exitCodeOf, exitCodeOfStatus } from '../../../src/cli/errors/describe.js';
import {
  CliError,
  ClosedPipe,
  CredentialsError,
  Interrupted,
  UnwritableOutput,
  UsageError,
} from '../../../src/cli/kit/errors.js';
import { outputError } from '../../../src/cli/site/output-errors.js';
import {
  ConfigurationError,
  NetworkError,
  RedirectError,
  UnreadableResponseError,
} from '../../../src/client/errors.js';
import { FACTS, refusal } from '../../support/api-error.js';

describe('exit codes of statuses', () => {
  it.each([
    [400, 5],
    [401, 4],
    [402, 5],
    [403, 4],
    [404, 3],
    [405, 5],
    [408, 7],
    [409, 5],
    [413, 5],
    [415, 5],
    [421, 5],
    [422, 5],
    [429, 6],
    [500, 7],
    [502, 7],
    [503, 7],
    [504, 7],
  ])('%d: %d', (status, code) => {
    expect(exitCodeOfStatus(status)).toBe(code);
    expect(exitCodeOf(refusal({ status }))).toBe(code);
  });
});

const systemError = (code: string) => Object.assign(new Error(code), { code });
const causedBy = (cause: Error) => new Error('x', { cause });

describe('exit codes of errors', () => {
  it.each<[unknown, number]>([
    [new UsageError('x'), 2],
    [new CredentialsError('x'), 4],
    [new UnwritableOutput(systemError('ENOSPC')), 7],
    [new UnwritableOutput(systemError('EIO')), 1],
    [fileError('out.opml', 'written', systemError('EDQUOT')), 7],
    [fileError('out.opml', 'written', systemError('EACCES')), 2],
    [outputError('written', 'public/a.xml', systemError('ENOSPC')), 7],
    [new CliError('x', { exitCode: 1, code: 'X', cause: causedBy(systemError('SQLITE_FULL')) }), 7],
    [new CliError('x', { exitCode: 8, code: 'SOME_FAILED' }), 8],
    [new ConfigurationError('path', 'x'), 2],
    [new ConfigurationError('apiSecret', 'x'), 4],
    [new NetworkError('x', { kind: 'refused', host: 'a' }), 7],
    [new NetworkError('x', { kind: 'timeout', host: 'a' }), 7],
    [new UnreadableResponseError('x', FACTS), 7],
    [new RedirectError('x', { ...FACTS, status: 302 }, { locationOrigin: undefined }), 7],
    [new ClosedPipe(), 0],
    [new Interrupted(130), 130],
    [new Interrupted(143), 143],
    [new Error('a fault'), 1],
    ['a text', 1],
  ])('%s: %d', (error, code) => {
    expect(exitCodeOf(error)).toBe(code);
  });
});
