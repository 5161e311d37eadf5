import { expect, it } from 'vitest';
import { PAGE } from '../../../src/contract/index.js';
import { pageOf } from '../../../src/service/core/paging.js';

it('the requested part of a list is the first page, unless a query says otherwise', () => {
  expect(pageOf({})).toEqual({ limit: PAGE.defaultLimit, offset: 0 });
  expect(pageOf({ limit: 5, offset: 30 })).toEqual({ limit: 5, offset: 30 });
});
