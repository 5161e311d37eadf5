import { describe, expect, it } from 'vitest';
import { freshForMs } from '../../../src/service/sources/reading-state.js';

const now = Date.UTC(2026, 0, 1, 12);

describe('freshForMs', () => {
  it.each([
    [{}, null],
    [{ 'cache-control': 'max-age=600' }, 600_000],
    [{ 'cache-control': 'public, max-age=600, must-revalidate', age: '100' }, 500_000],
    [{ 'cache-control': 'max-age=600', age: '700' }, null],
    [{ 'cache-control': 'max-age="60"' }, 60_000],
    [{ 'cache-control': 'max-age=0' }, null],
    [{ 'cache-control': 'no-cache, max-age=600' }, null],
    [{ 'cache-control': 'no-store' }, null],
    [{ 'cache-control': 's-maxage=600' }, null],
    [{ expires: 'Thu, 01 Jan 2026 12:10:00 GMT' }, 600_000],
    [{ expires: 'Thu, 01 Jan 2026 12:10:00 GMT', date: 'Thu, 01 Jan 2026 12:05:00 GMT' }, 300_000],
    [{ expires: 'Thu, 01 Jan 2026 11:00:00 GMT' }, null],
    [{ expires: '0' }, null],
    [{ expires: '-1' }, null],
    [{ 'cache-control': 'max-age=60', expires: 'Thu, 01 Jan 2026 13:00:00 GMT' }, 60_000],
  ])('%j: %j', (headers, expected) => {
    expect(freshForMs(headers as Record<string, string>, now)).toBe(expected);
  });
});
