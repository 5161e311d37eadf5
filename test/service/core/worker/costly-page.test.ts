import { expect, it } from 'vitest';
import { isCostly } from '../../../../src/service/core/worker/costly-page.js';

it.each([
  ['64 KB of text', 'x'.repeat(65_536), false],
  ['one character more', 'x'.repeat(65_537), true],
  ['2000 tags', '<'.repeat(2000), false],
  ['one tag more', '<'.repeat(2001), true],
])('a page of %s', (_, html, expected) => {
  expect(isCostly(html)).toBe(expected);
});
