import { describe, expect, it } from 'vitest';
import { CliError } from '../../../../src/cli/kit/errors.js';
import { readSources } from '../../../../src/cli/manifest/read/read-sources.js';

async function sources(text: string | Uint8Array): Promise<unknown[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const read = await readSources(bytes, 'list');
  return read.map((one) => ('problem' in one ? one.problem : one.source));
}

const A = { url: 'https://a.example/' };
const B = { url: 'https://b.example/?x=1,2;3' };

describe('sources from a file', () => {
  it.each([
    ['a list', 'https://a.example/\nhttps://b.example/?x=1,2;3\n', [A, B]],
    [
      'a list with Windows line ends and a byte order mark',
      '\ufeffhttps://a.example/\r\nhttps://b.example/?x=1,2;3\r\n',
      [A, B],
    ],
    [
      'a list with remarks, blanks and no end',
      '# mine\n\n  https://a.example/  \n#x\nfeed://b.example/',
      [A, { url: 'https://b.example/' }],
    ],
    [
      'a list with notes',
      'https://a.example/  # the first\n\t# b:\nhttps://b.example/?x=1,2;3\t#2',
      [A, B],
    ],
    ['nothing', '\n\n', []],
    ['CSV', 'url\nhttps://a.example/\n', [A]],
    ['CSV of a spreadsheet', 'Title;URL\r\nA;https://a.example/\r\n', [A]],
    ['CSV of another program', 'Title,XMLURL\n"T, u",https://a.example/\n', [A]],
    [
      'CSV of an export',
      'kind,url,keyword,headline,region,title\nfeed,,solar  sails,,gb,T\nfeed,,,Probe unfolds its sail,,\nbundle,,,,,News\n',
      [
        { mode: 'keyword', text: 'solar sails', region: 'GB:en' },
        { mode: 'headline', text: 'Probe unfolds its sail', region: 'US:en' },
      ],
    ],
  ])('may be %s', async (_, text, expected) => {
    expect(await sources(text)).toEqual(expected);
  });

  it('without an address are problems of their own', async () => {
    expect(await sources('url,title\nhttps://a.example/,A\n,B\n"",,\n')).toEqual([
      A,
      'Line 3 of list: a feed has no source: set url, keyword or headline.',
    ]);
  });

  it('bring the values of their columns, which are those of an import', async () => {
    const text =
      'url,title,interval,full_text,bundles\na.example,"A, b",15m,TRUE,News; Tech\nb.example,,,,\n';
    const read = await readSources(Buffer.from(text), 'list');
    expect(read).toEqual([
      {
        input: 'a.example',
        source: { url: 'https://a.example' },
        values: { title: 'A, b', interval: '15m', full_text: true },
        bundles: ['News', 'Tech'],
      },
      { input: 'b.example', source: { url: 'https://b.example' }, values: {}, bundles: [] },
    ]);
  });

  it.each([
    ['url,titel', 'list:1:5: the column "titel" is not known: did you mean "title"'],
    [
      'url,popularity',
      'list:1:5: the column "popularity" is not known; all columns: feedctl help import',
    ],
  ])('have no unknown columns: %s', async (heading, message) => {
    await expect(sources(`${heading}\na.example,1\n`)).rejects.toMatchObject({
      exitCode: 2,
      code: 'INVALID_FILE',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['url,interval\na.example,often\n', 'Line 2 of list: "interval" must be'],
    ['url,title\na.example,"A",x\n', 'Line 2 of list: this row has 3 cells'],
  ])('with values that are none are problems of their own: %j', async (text, problem) => {
    expect(await sources(text)).toEqual([expect.stringContaining(problem)]);
  });

  it('that are no addresses are problems of their own', async () => {
    expect(
      await sources('https://a.example/\nexample.com/news\nhost:80\nsolar sails\nftp://a/\n'),
    ).toEqual([
      A,
      { url: 'https://example.com/news' },
      '"host:80" is not an address. Type an address, such as example.com/news',
      `"solar sails" is not an address. Type an address, such as example.com/news; for a news search: feedctl feeds create --keyword 'solar sails'`,
      '"ftp://a/" is not supported: only http and https addresses are.',
    ]);
    expect(await sources('keyword,region\nx,nowhere\n')).toEqual([
      'Line 2 of list: "region" must be a country and a language such as US:en or GB:en.',
    ]);
  });

  it('that are no addresses may be a search, while they are short', async () => {
    const [, short, long] = await sources(`a.example\n${'a'.repeat(100)}\n${'a'.repeat(101)}\n`);
    expect(short).toContain('; for a news search: feedctl feeds create --keyword aaa');
    expect(long).toMatch(/, such as example\.com\/news$/);
  });

  it('may leave the scheme out, also in the first line', async () => {
    expect(await sources('# mine\nexample.com/news\nhttps://a.example/\n')).toEqual([
      { url: 'https://example.com/news' },
      A,
    ]);
    expect(await sources('url\nexample.com/news\nhttps://a.example/\n')).toEqual([
      { url: 'https://example.com/news' },
      A,
    ]);
  });

  it.each([
    ['a heading without addresses', 'name,site\n', 'list:1:1: "name,site" is neither an address'],
    [
      'rows without a heading',
      'a.example/x,T\n',
      'list:1:1: "a.example/x,T" is neither an address',
    ],
    ['a text', '\n# x\nHello\n', 'list:3:1: "Hello" is neither an address'],
    [
      'Latin-1',
      Buffer.from('https://a.example/\nhttps://b.example/\u00fc\n', 'latin1'),
      'list:2:19: this is not UTF-8',
    ],
  ])('are refused with the place: %s', async (_, text, message) => {
    const error = await sources(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CliError);
    expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  });

  it.each([
    '<?xml version="1.0"?>\n<opml/>',
    '\ufeff<opml version="2.0">',
    'feeds:\n  - url: a.example',
    '{"feeds": []}',
  ])('are not those of a file to import, which is said: %j', async (text) => {
    await expect(sources(text)).rejects.toMatchObject({
      exitCode: 2,
      hint: 'Import it: feedctl import list',
    });
  });

  it('may be 50,000', async () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `https://a.example/${index}`);
    expect(await sources(text.join('\r\n'))).toHaveLength(50_000);
  });
});
