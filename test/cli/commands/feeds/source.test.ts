import { describe, expect, it } from 'vitest';
import { readSourceFlags, type SourceOptions } from '../../../../src/cli/commands/feeds/source.js';
import { UsageError } from '../../../../src/cli/kit/errors.js';

function source(options: Partial<SourceOptions>) {
  return readSourceFlags({
    url: undefined,
    keyword: undefined,
    headline: undefined,
    region: undefined,
    ...options,
  });
}

describe('what a feed is made from', () => {
  it.each<[Partial<SourceOptions>, object]>([
    [{ url: 'https://example.com' }, { url: 'https://example.com' }],
    [{ url: ' HTTP://example.com/x ' }, { url: 'HTTP://example.com/x' }],
    [{ url: 'example.com/a?b=1,2' }, { url: 'https://example.com/a?b=1,2' }],
    [{ url: ' //example.com/a ' }, { url: 'https://example.com/a' }],
    [{ url: 'example.com:8080' }, { url: 'https://example.com:8080' }],
    [{ url: 'feed://example.com/rss' }, { url: 'https://example.com/rss' }],
    [{ url: 'localhost:8080/x' }, { url: 'http://localhost:8080/x' }],
    [{ url: '127.0.0.1:8080' }, { url: 'http://127.0.0.1:8080' }],
    [{ keyword: 'solar sails' }, { text: 'solar sails', mode: 'keyword', region: 'US:en' }],
    [{ headline: ' A  b ' }, { text: 'A b', mode: 'headline', region: 'US:en' }],
    [
      { keyword: 'x', region: 'gb' },
      { text: 'x', mode: 'keyword', region: 'GB:en' },
    ],
    [
      { keyword: 'x', region: 'en-US' },
      { text: 'x', mode: 'keyword', region: 'US:en' },
    ],
    [
      { keyword: 'x', region: 'BR:pt-419' },
      { text: 'x', mode: 'keyword', region: 'BR:pt-419' },
    ],
  ])('%j', (options, expected) => {
    expect(source(options).source).toEqual(expected);
  });

  it('says which fields are for pages only', () => {
    const selectors = { items: 'li' };
    const page = { url: 'https://example.com', keyword: undefined, region: undefined };
    const made = readSourceFlags({ ...page, headline: undefined }, { selectors });
    expect(made.values).toEqual({ selectors });
    const search = { ...page, url: undefined, headline: 'x' };
    expect(() => readSourceFlags(search, { selectors })).toThrow('--select is for web pages');
    expect(() => readSourceFlags(search, { render: 'always' })).toThrow(
      '--render is for web pages',
    );
  });

  it.each<[Partial<SourceOptions>, string, string | undefined]>([
    [{}, 'pass a URL, --keyword or --headline', 'feedctl feeds create https'],
    [{ url: 'https://a.example', keyword: 'x' }, 'a URL and --keyword were given', undefined],
    [{ keyword: 'a', headline: 'b' }, '--keyword and --headline were given', undefined],
    [{ region: 'US:en' }, 'pass a URL, --keyword or --headline', undefined],
    [{ url: 'https://a.example', region: 'US:en' }, '--region works only with', undefined],
    [{ url: '' }, 'Type an address', undefined],
    [{ url: 'not an address' }, 'is not an address', 'Type an address, such as'],
    [{ url: 'solar sails' }, 'is not an address', "feeds create --keyword 'solar sails'"],
    [{ url: 'newsletter:a@b.example' }, 'only http and https', undefined],
    [{ url: 'someone@example.com' }, 'is not an address', 'Type an address'],
    [{ url: 'host:8080/x' }, 'is not an address', 'Type an address'],
    [{ url: 'ftp://example.com/x' }, 'only http and https', undefined],
    [{ url: 'file:///etc/passwd' }, 'only http and https', undefined],
    [{ url: 'javascript:alert(1)' }, 'only http and https', undefined],
    [{ keyword: '  ' }, '--keyword must not be empty', undefined],
    [{ keyword: 'x', region: 'Mars' }, '"Mars" is not a region', 'such as US:en'],
    [{ keyword: 'x', region: 'XX:en' }, '"XX:en" is not a region', 'such as US:en'],
  ])('%j is refused', (options, message, hint) => {
    const attempt = () => source(options);
    expect(attempt).toThrow(UsageError);
    expect(attempt).toThrow(message);
    if (hint !== undefined) {
      expect(attempt).toThrow(expect.objectContaining({ hint: expect.stringContaining(hint) }));
    }
  });
});
