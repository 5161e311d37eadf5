import { expect, it } from 'vitest';
import { parentSelector } from '../../../src/generator/page/parent-selector.js';

it.each([
  ['ul.jobs > li', 'ul.jobs'],
  ['.list .card', '.list'],
  ['ul>li:not(.x, .y)', 'ul'],
  ['main a[href*=" > "]', 'main'],
  ['a b, c > d', 'a, c'],
  ['a b, c', null],
  ['.job', null],
  ['h2 + ul', null],
])('%s is in %s', (selector, parent) => {
  expect(parentSelector(selector)).toBe(parent);
});
