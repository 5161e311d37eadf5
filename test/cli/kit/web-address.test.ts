import { describe, expect, it } from 'vitest';
import { webAddress } from '../../../src/cli/kit/index.js';

describe('webAddress', () => {
  it.each([
    ['example.com/news', 'https://example.com/news'],
    [' https://example.com/ ', 'https://example.com/'],
    ['feed://example.com/rss', 'https://example.com/rss'],
    ['FEED:https://example.com/rss', 'https://example.com/rss'],
    ['feed://http://example.com/rss', 'http://example.com/rss'],
    ['feed://localhost:8080/rss', 'http://localhost:8080/rss'],
    ['feed://intranet/rss', 'https://intranet/rss'],
    ['ftp://example.com', 'ftp://example.com'],
    ['no address', 'no address'],
  ])('%s is %s', (typed, address) => {
    expect(webAddress(typed)).toBe(address);
  });
});
