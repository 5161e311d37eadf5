import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/service/core/durations.js';
import { nextDue } from '../../../src/service/texts/settle-texts.js';

const NOW = 1_000_000;

describe('pages are fetched next', () => {
  it.each([
    ['never, without any', { open: 0, retry: 0 }, true, null],
    ['at once, while there are more', { open: 1, retry: 3 }, true, NOW],
    ['soon, when there was no time for one', { open: 2, retry: 0 }, false, NOW + 5 * SECOND],
    ['later, when one failed', { open: 0, retry: 1 }, true, NOW + 15 * MINUTE],
    ['later, when one failed and none was tried', { open: 0, retry: 1 }, false, NOW + 15 * MINUTE],
  ])('%s', (_, pending, isProgress, at) => {
    expect(nextDue(pending, NOW, isProgress)).toBe(at);
  });
});
