import { describe, expect, it } from 'vitest';
import { isSlug, SLUG, slugKey, slugProblem } from '../../src/contract/slug.js';

const RULE = 'must be 1 to 80 letters, digits, - or _, because it names files';
const longest = 'a'.repeat(SLUG.maxLength);

describe('a slug', () => {
  it.each(['a', '7', 'News_2026-01', longest, 'statuses', 'com10', 'con-1'])('is %j', (text) => {
    expect(isSlug(text)).toBe(true);
  });

  it.each([
    ['', RULE],
    ['-', RULE],
    ['日本', RULE],
    ['a b.c', `${RULE}; write a-b-c`],
    ['../up/', `${RULE}; write up`],
    ['_news', `${RULE}; write news`],
    [`${longest}b`, `${RULE}; write ${longest}`],
    ['status', 'must not be status, which is a file of the site itself'],
    ['Index', 'must not be index, which is a file of the site itself'],
    ['nul', 'must not be nul, which is a device on Windows'],
    ['COM1', 'must not be com1, which is a device on Windows'],
    ['lpt0', 'must not be lpt0, which is a device on Windows'],
    // What would be written in its place is reserved, too.
    ['index.', RULE],
  ])('is not %j', (text, problem) => {
    expect(isSlug(text)).toBe(false);
    expect(slugProblem(text)).toBe(problem);
  });

  it('is one with another in another case', () => {
    expect(slugKey('News')).toBe(slugKey('nEWS'));
  });
});
