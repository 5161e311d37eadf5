import { describe, expect, it } from 'vitest';
import { pathToRoot } from '../../../../src/service/http/dashboard/frame/responses.js';
import { doneMessage } from '../../../../src/service/http/dashboard/views/form.js';
import { relativeTime } from '../../../../src/service/http/dashboard/views/relative-time.js';
import { pageNumber } from '../../../../src/service/http/dashboard/views/table.js';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [-4999, 'just now'],
    [-5000, '5 s ago'],
    [59_000, 'in 59 s'],
    [-60_000, '1 min ago'],
    [HOUR - 1, 'in 59 min'],
    [-HOUR, '1 h ago'],
    [47.9 * HOUR, 'in 47 h'],
    [-48 * HOUR, '2 days ago'],
    [-44 * 24 * HOUR, '44 days ago'],
    [-45 * 24 * HOUR, '2025-12-01'],
    [45 * 24 * HOUR, '2026-03-01'],
  ])('%i ms from now is %s', (distance, words) => {
    expect(relativeTime(NOW + distance, NOW)).toBe(words);
  });
});

describe('pageNumber', () => {
  it.each([
    [undefined, 1],
    ['1', 1],
    ['42', 42],
    ['0', 1],
    ['-3', 1],
    ['1e9', 1],
    ['9999999', 1_000_000],
    ['99999999', 1],
  ])('of %s is %i', (asked, number) => {
    expect(pageNumber(asked)).toBe(number);
  });
});

describe('pathToRoot', () => {
  it.each(['/dashboard', '/dashboard/', '/dashboard/feeds', '/dashboard/feeds/a/history'])(
    'leads from %s to the dashboard, also below a prefix',
    (path) => {
      for (const prefix of ['', '/sub/path']) {
        const { pathname } = new URL(pathToRoot(path), `https://x.example${prefix}${path}`);
        expect(pathname).toBe(`${prefix}/dashboard/`);
      }
    },
  );
});

describe('doneMessage', () => {
  it('knows its keys and repeats nothing else', () => {
    expect(doneMessage('key-revoked')).toContain('revoked');
    expect(doneMessage('<script>')).toBeNull();
    expect(doneMessage('constructor')).toBeNull();
    expect(doneMessage(undefined)).toBeNull();
  });
});
