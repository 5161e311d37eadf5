import { expect, it } from 'vitest';
import {
  accountLimitChangesSchema,
  createAccountBodySchema,
  createKeyBodySchema,
  updateAccountBodySchema,
} from '../../src/contract/accounts.js';
import { LIMIT_FIELDS } from '../../src/resources/account.js';
import { describeSchema } from '../support/describe-schema.js';

describeSchema(
  'a key to be created',
  createKeyBodySchema,
  [
    ['a name', { name: 'cron' }],
    ['one that ends', { name: 'cron', read_only: true, expires_in: '90d' }],
  ],
  [
    ['no name', {}],
    ['a name of spaces', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(201) }],
    ['no time', { name: 'cron', expires_in: 'none' }],
    ['too short a time', { name: 'cron', expires_in: '5m' }],
  ],
);

describeSchema(
  'an account to be created',
  createAccountBodySchema,
  [
    ['a name', { name: 'Ann' }],
    ['a name with a limit', { name: 'Ann', limits: { feeds: 10 } }],
  ],
  [
    ['no name', { limits: {} }],
    ['a control character', { name: 'A\u0007nn' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['an unknown limit', { name: 'Ann', limits: { wishes: 3 } }],
  ],
);

describeSchema(
  'changes of an account',
  updateAccountBodySchema,
  [
    ['none', {}],
    ['a limit that goes', { limits: { feeds: null }, enabled: false }],
  ],
  [['a name', { name: 'Bob' }]],
);

it.each(Object.entries(LIMIT_FIELDS))('the limit %s has its range', (name, { range }) => {
  const takes = (value: number) => accountLimitChangesSchema.safeParse({ [name]: value }).success;
  const [min, max] = range;
  expect([min - 1, min, max, max + 1].map(takes)).toEqual([false, true, true, false]);
});
