import { expect, it } from 'vitest';
import { scopeId } from '../../../../../src/cli/commands/webhooks/manage/input-options.js';
import type { Context } from '../../../../../src/cli/verbs/context.js';
import { run } from '../../../../support/cli-host.js';

it.each([
  [['create', '--url', 'https://h.example/', '--max-items', '0'], 'from 1 to 100, not "0"'],
  [['create', '--url', 'https://h.example/', '--max-items', '101'], 'from 1 to 100, not "101"'],
])('webhooks %j is wrong usage', async (words, message) => {
  const { code, stdout, stderr } = await run(['webhooks', ...words]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

it.each([undefined, 'all'])('the scope %s is no name to look up', async (scope) => {
  expect(await scopeId({} as Context, scope)).toBe(scope);
});
