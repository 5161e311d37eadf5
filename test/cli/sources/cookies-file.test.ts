import { expect, it } from 'vitest';
import { cookiesFor } from '../../../src/cli/sources/cookies-file.js';

const NOW = Date.UTC(2026, 0, 1);
const LATER = NOW / 1000 + 60;

/** As browsers export them. */
const FILE = [
  '# Netscape HTTP Cookie File',
  '',
  `.example.com\tTRUE\t/\tFALSE\t${LATER}\ta\t1`,
  `#HttpOnly_.example.com\tTRUE\t/members\tTRUE\t${LATER}\tb\t2=x y`,
  `www.example.com\tFALSE\t/\tFALSE\t0\tsession\ts`,
  `.example.com\tTRUE\t/\tFALSE\t${LATER - 120}\told\t3`,
  `.bank.example\tTRUE\t/\tTRUE\t${LATER}\tsecret\t4`,
  '# a remark',
].join('\r\n');

it.each([
  ['https://www.example.com/members/feed', 'b=2=x y; a=1; session=s'],
  ['https://www.example.com/membership', 'a=1; session=s'],
  ['http://www.example.com/members/', 'a=1; session=s'],
  ['https://example.com/', 'a=1'],
  ['https://other.www.example.com/', 'a=1'],
  ['https://notexample.com/', ''],
  ['https://bank.example/', 'secret=4'],
])('of a cookies.txt, %s gets: %s', (address, expected) => {
  expect(cookiesFor(FILE, address, NOW)).toBe(expected);
});

it.each(['a=1; b=2', '', '# Netscape HTTP Cookie File', 'a\tb'])('%j is no cookies.txt', (text) => {
  expect(cookiesFor(text, 'https://example.com/', NOW)).toBeNull();
});
