import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isUrl, parseUrl } from '../../src/base/url.js';

it('reads absolute and relative addresses', () => {
  expect(parseUrl('HTTP://Example.com:80/a b')?.href).toBe('http://example.com/a%20b');
  expect(parseUrl('../c?d', 'https://example.com/a/b')?.href).toBe('https://example.com/c?d');
  expect(parseUrl('example.com/a')).toBeNull();
  expect(parseUrl('/a', 'nowhere')).toBeNull();
  expect(isUrl('https://example.com')).toBe(true);
  expect(isUrl('https://exa mple.com')).toBe(false);
});

it('reads addresses with letters of Latin-1 however often it was called before', () => {
  // V8 optimizes a call that runs this often; URL.canParse is wrong from then on.
  for (let call = 0; call < 20_000; call += 1) isUrl(`https://example.com/${call % 7}`);
  expect(isUrl('https://bücher.example/')).toBe(true);
  expect(parseUrl('https://example.com/é?ü')?.href).toBe('https://example.com/%C3%A9?%C3%BC');
});

it('is what all code uses instead of URL.canParse', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => path.replaceAll('\\', '/') !== 'base/url.ts');
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((path) => readFileSync(`src/${path}`, 'utf8').includes('canParse'))).toEqual(
    [],
  );
});
