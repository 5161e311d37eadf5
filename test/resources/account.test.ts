import { expect, it } from 'vitest';
import { ACCOUNT_FIELDS, KEY_FIELDS, LIMIT_FIELDS } from '../../src/resources/account.js';
import { columnsOf } from './columns.js';

it('keeps the columns of accounts in this order on a narrow terminal', () => {
  expect(
    columnsOf({ ...LIMIT_FIELDS, ...ACCOUNT_FIELDS, 'max feeds': LIMIT_FIELDS.feeds }),
  ).toEqual([
    ...['id', 'name', 'enabled', 'feeds', 'max feeds', 'requests_per_minute', 'created_at'],
  ]);
});

it('keeps the columns of keys in this order on a narrow terminal', () => {
  expect(columnsOf(KEY_FIELDS)).toEqual([
    ...['id', 'name', 'last_used_at', 'created_at'],
    ...['revoked_at', 'last_used_from', 'read_only', 'expires_at'],
  ]);
});

it('has a least and a most for each limit', () => {
  const ranges = Object.entries(LIMIT_FIELDS).map(([name, { range }]) => [name, range]);
  expect(Object.fromEntries(ranges)).toEqual({
    requests_per_minute: [1, 100_000],
    burst: [1, 100_000],
    feeds: [0, 10_000_000],
    concurrent_creations: [1, 1000],
  });
});
