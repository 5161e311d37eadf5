import { expect, it } from 'vitest';
import { addressProblem } from '../../../src/cli/bulk/source-address.js';

it.each(['https://example.com/news', ' http://example.com '])('takes %s', (typed) => {
  expect(addressProblem(typed)).toBeNull();
});

it('names the address that is missing, wrong or of another protocol', () => {
  expect(addressProblem(' ')?.message).toContain('Type an address');
  expect(addressProblem('localhost:8080/x')?.message).toBe('"localhost:8080/x" is not an address.');
  expect(addressProblem('ftp://example.com')?.message).toContain('only http and https');
});

it('offers a news search for words, when they are short enough for one', () => {
  const searches = (typed: string) => addressProblem(typed)?.hint?.includes('--keyword');
  expect(searches('coral reefs')).toBe(true);
  expect(searches('x y'.padEnd(100, 'z'))).toBe(true);
  expect(searches('x y'.padEnd(101, 'z'))).toBe(false);
  expect(searches('coral reefs: news')).toBe(false);
  expect(searches('- reefs')).toBe(false);
});
