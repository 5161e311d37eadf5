import { expect, it } from 'vitest';
import { explained } from '../../../src/cli/connection/embedded.js';
import { CliError } from '../../../src/cli/kit/index.js';
import { ServiceError } from '../../../src/service/core/errors.js';
import { SourceError } from '../../../src/service/fetch/http-failure.js';

const failing = (error: unknown) =>
  explained(() => Promise.reject(error)).catch((caught) => caught);

it.each([
  [new ServiceError('INVALID_FIELD', 'FEEDCTL_PORT must be a number.'), 2],
  [new ServiceError('STORE_UNAVAILABLE', 'The database is locked.'), 7],
  [new SourceError('SOURCE_BLOCKED', 'The site refuses.'), 5],
])('%s of the start of the service ends the command with %i', async (error, exitCode) => {
  const explainedError = await failing(error);
  expect(explainedError).toBeInstanceOf(CliError);
  const { code, message } = error;
  expect(explainedError).toMatchObject({ code, message, exitCode, cause: error });
});

it('another error stays what it is, and a result too', async () => {
  const bug = new TypeError('x is not a function');
  expect(await failing(bug)).toBe(bug);
  expect(await explained(async () => 'open')).toBe('open');
});
