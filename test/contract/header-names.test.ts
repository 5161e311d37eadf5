import { expect, it } from 'vitest';
import { headerNameProblem, webhookHeaderProblem } from '../../src/contract/header-names.js';

const NO_NAME = 'is not the name of a header';
const BY_SERVICE = 'is set by the service and cannot be changed';
const longest = 'x'.repeat(100);

it.each([
  ['Authorization', null, null],
  ['x-1!#$%', null, null],
  [longest, null, null],
  [`${longest}x`, NO_NAME, NO_NAME],
  ['', NO_NAME, NO_NAME],
  ['two words', NO_NAME, NO_NAME],
  ['Überschrift', NO_NAME, NO_NAME],
  ['Host', BY_SERVICE, BY_SERVICE],
  ['transfer-encoding', BY_SERVICE, BY_SERVICE],
  ['If-None-Match', BY_SERVICE, BY_SERVICE],
  ['Cookie', 'has a field of its own: "cookie"', null],
  ['User-Agent', 'has a field of its own: "user_agent"', null],
  ['Webhook-Id', null, BY_SERVICE],
  ['webhook-signature', null, BY_SERVICE],
])('a header %j of a source (%s), and of a webhook (%s)', (name, source, webhook) => {
  expect(headerNameProblem(name)).toBe(source);
  expect(webhookHeaderProblem(name)).toBe(webhook);
});

it('names the field in the words of the caller', () => {
  const problem = headerNameProblem('Cookie', (field) => `--${field}`);
  expect(problem).toBe('has a field of its own: --cookie');
});
