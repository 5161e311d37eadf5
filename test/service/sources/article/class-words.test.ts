import { expect, it } from 'vitest';
import { namesOfFrame } from '../../../../src/service/sources/article/class-words.js';

it.each([
  ['story-body lead', 'story-body lead'],
  ['social-links', 'social-links'],
  ['siteFooter', 'siteFooter'],
  ['social-impact', ''],
  ['footer-note', ''],
  ['lead social-impact site-footer', 'lead site-footer'],
  ['social-x-2-links', 'social-x-2-links'],
  ['social-a11y', 'social-a11y'],
  ['socialite', ''],
  ['list-com-item', ''],
  [`social-impact${'x'.repeat(87)}`, ''],
  [`social-impact${'x'.repeat(88)}`, `social-impact${'x'.repeat(88)}`],
])('of %j, %j is said of a frame', (names, kept) => {
  expect(namesOfFrame(names)).toBe(kept);
});
