import { expect, it } from 'vitest';
import { outputError } from '../../../src/cli/site/output-errors.js';

it.each([
  ['ENOSPC', 'Free some space'],
  ['EACCES', 'Make the directory writable'],
])('%s of a site says what to do', (code, hint) => {
  const cause = Object.assign(new Error(`${code}: it failed`), { code });
  expect(outputError('written', 'public/a.xml', cause)).toMatchObject({
    message: 'public/a.xml cannot be written.',
    ...{ code: 'OUTPUT_UNUSABLE', exitCode: 1, detail: `${code}: it failed`, cause },
    hint: expect.stringContaining(hint),
  });
});
