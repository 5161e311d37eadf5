import { expect, it } from 'vitest';
import { MAX_PAGE, tooLong } from '../../src/generator/read-site.js';

it('a page of more than 4 MB is refused, and nothing is claimed to be known of it', () => {
  const url = 'https://a.example/';
  expect(MAX_PAGE).toBe(4_194_304);
  expect(tooLong('x'.repeat(MAX_PAGE), url)).toBeNull();
  expect(tooLong('x'.repeat(MAX_PAGE + 1), url)).toMatchObject({
    ...{ refused: 'SOURCE_TOO_LARGE', likely: null },
    message: `The page at ${url} has 4 MB of text; pages up to 4 MB are read.`,
    explanation: { strategy: null, confidence: 0, replayed: false },
  });
});
