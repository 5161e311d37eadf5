import { expect, it } from 'vitest';
import { explainOther } from '../../../../src/cli/commands/feeds/set-details.js';
import type { NextRequest } from '../../../../src/client/errors.js';
import { refusal } from '../../../support/api-error.js';

function refused(next: NextRequest | undefined, code = 'FEED_EXISTS') {
  const errors = [{ title: 'Refused.', code, next }];
  return refusal({
    status: 409,
    codes: [code],
    errorBody: { message: 'Refused.', statusCode: 409, errors },
  });
}

const VALUES = {
  title: 'Mine',
  filters: { include: ['a b'], exclude: ['c'] },
  selectors: { items: 'li' },
  render: 'always',
  steps: ['click=a', 'scroll'],
} as const;
const ACCESS = { headers: { 'X-Token': 'env:TOKEN' }, cookie: '@cookies' } as never;

it.each([
  [['render'], '--render always'],
  [['steps'], '--step click=a --step scroll'],
  [['filters', 'selectors'], "--include 'a b' --exclude c --select items=li"],
  [['access'], "--header 'X-Token: env:TOKEN' --cookie @cookies"],
  [
    ['steps', 'access'],
    "--step click=a --step scroll --header 'X-Token: env:TOKEN' --cookie @cookies",
  ],
])('a feed with other %j is changed by these and no others', (fields, flags) => {
  const error = refused({ operation: 'updateFeed', id: 'f', fields });
  const explained = explainOther(error, { ...VALUES, steps: [...VALUES.steps] } as never, ACCESS);
  expect(explained).toMatchObject({
    exitCode: 5,
    code: 'FEED_EXISTS',
    message: error.message,
    cause: error,
    hint: `To change them: feedctl feeds update f ${flags}`,
  });
});

it.each([
  new Error('Other.'),
  refused(undefined),
  refused({ operation: 'createFeed', id: 'f', fields: ['render'] }),
  refused({ operation: 'updateFeed', id: 'f', fields: ['render'] }, 'FEED_LIMIT'),
])('another error stays as it is: %o', (error) => {
  expect(explainOther(error, { render: 'always' }, undefined)).toBe(error);
});
