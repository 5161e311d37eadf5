import { expect, it } from 'vitest';
import { PAGE } from '../../../src/contract/index.js';
import { isoTimeOrNull, pageOf } from '../../../src/service/core/time.js';

it('the requested part of a list is the first page, unless a query says otherwise', () => {
  expect(pageOf({})).toEqual({ limit: PAGE.defaultLimit, offset: 0 });
  expect(pageOf({ limit: 5, offset: 30 })).toEqual({ limit: 5, offset: 30 });
});

it('a time that is not known stays null', () => {
  expect(isoTimeOrNull(null)).toBeNull();
  expect(isoTimeOrNull(0)).toBe('1970-01-01T00:00:00.000Z');
});
