import { describe, expect, it } from 'vitest';
import { relativeTime } from '../../../src/cli/output/cell.js';

const NOW = Date.UTC(2026, 5, 15, 12);

describe('a time for people', () => {
  it.each([
    ['2026-06-15T12:00:00Z', 'just now'],
    ['2026-06-15T11:59:01Z', 'just now'],
    ['2026-06-15T11:59:00Z', '1 min ago'],
    ['2026-06-15T11:00:01Z', '59 min ago'],
    ['2026-06-15T11:00:00Z', '1 h ago'],
    ['2026-06-13T12:00:01Z', '47 h ago'],
    ['2026-06-13T12:00:00Z', '2 d ago'],
    ['2026-05-16T12:00:00Z', '30 d ago'],
    ['2026-05-15T12:00:00Z', '2026-05-15'],
    ['1999-12-31T12:00:00Z', '1999-12-31'],
    ['2026-06-15T15:30:00Z', 'in 3 h'],
    ['Mon, 15 Jun 2026 10:00:00 GMT', '2 h ago'],
    ['', ''],
    ['soon', 'soon'],
  ])('%s is %s', (text, shown) => {
    expect(relativeTime(text, NOW)).toBe(shown);
  });
});
