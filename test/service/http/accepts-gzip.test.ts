import { expect, it } from 'vitest';
import { acceptsGzip } from '../../../src/service/http/published.js';

it.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['deflate, gzip;q=0.5, br', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0', false],
  ['*', true],
  ['*;q=0', false],
  ['*, gzip;q=0', false],
  ['br', false],
  ['x-gzip', true],
  ['gzip;q=nonsense', false],
])('Accept-Encoding: %s', (header, accepted) => {
  expect(acceptsGzip(header)).toBe(accepted);
});
