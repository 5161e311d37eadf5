import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { progressLine } from '../../../src/cli/bulk/progress.js';

const facts = { label: 'Creating', total: 200, done: 50, failed: 0, elapsedMs: 25_000, note: '' };

describe('the progress line', () => {
  it.each([
    ['in the middle', {}, 'Creating  [######------------------]  50/200  2.0/s  1 min 15 s left'],
    ['at the start', { done: 0, elapsedMs: 0 }, 'Creating  [------------------------]  0/200'],
    [
      'with failures',
      { failed: 3 },
      'Creating  [######------------------]  50/200  3 failed  2.0/s  1 min 15 s left',
    ],
    [
      'at a slow service',
      { elapsedMs: 3_000_000 },
      'Creating  [######------------------]  50/200  1.0/min  2 h 30 min left',
    ],
    ['at the end', { done: 200 }, 'Creating  [########################]  200/200  8.0/s  0 s left'],
    [
      'while it waits',
      { done: 0, note: 'waiting 12 s: Rate limited.' },
      'Creating  [------------------------]  0/200  waiting 12 s: Rate limited.',
    ],
    ['of nothing', { total: 0, done: 0 }, 'Creating  [########################]  0/0'],
  ])('%s', (_, over, expected) => {
    expect(progressLine({ ...facts, ...over }, 120)).toBe(expected);
  });

  it('never wraps', () => {
    for (const width of [1, 20, 60, 80]) {
      expect(stringWidth(progressLine(facts, width))).toBeLessThan(Math.max(1, width) + 1);
    }
  });
});
