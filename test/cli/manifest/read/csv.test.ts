import { describe, expect, it } from 'vitest';
import { gist, problems, read } from './reading.js';

const gistOf = (text: string | Uint8Array) => gist(text, 'feeds.csv');
const problemsOf = (text: string | Uint8Array) => problems(text, 'feeds.csv');

describe('CSV', () => {
  it('says feeds, their bundles, and bundles with something to be said of them', async () => {
    const text = [
      'kind,url,keyword,headline,region,title,icon,bundles',
      'feed,https://a.example/,,,,"A, the ""first""",,News; Tech',
      ',,solar sails,,GB:en,,,News',
      ',,,Probe unfolds its sail,,,,',
      '',
      'bundle,,,,,News,https://a.example/i.png,',
      'bundle,,,,,Empty,,',
      '',
    ].join('\n');
    expect(await gistOf(text)).toEqual({
      feeds: [
        { source: { url: 'https://a.example/' }, title: 'A, the "first"' },
        { source: { mode: 'keyword', text: 'solar sails', region: 'GB:en' } },
        { source: { mode: 'headline', text: 'Probe unfolds its sail', region: 'US:en' } },
      ],
      bundles: {
        News: [
          { url: 'https://a.example/' },
          { mode: 'keyword', text: 'solar sails', region: 'GB:en' },
        ],
        Tech: [{ url: 'https://a.example/' }],
        Empty: [],
      },
      notes: [],
    });
    const { bundles } = await read(text, 'feeds.csv');
    expect(bundles[0]).toMatchObject({ name: 'News', icon: 'https://a.example/i.png' });
  });

  it.each([
    ['semicolons', 'url;title\nhttps://a.example/;A\n'],
    ['tabs', 'url\ttitle\nhttps://a.example/\tA\n'],
    ['the line that Excel writes', 'sep=;\r\nurl;title\r\nhttps://a.example/;A\r\n'],
    ['a byte order mark', '\ufeffurl,title\r\nhttps://a.example/,A\r\n'],
    ['names in another case and in quotes', '"URL","Title"\nhttps://a.example/,A\n'],
    ['no line end at the end', 'url,title\nhttps://a.example/,A'],
    ['the line ends of an old Macintosh', 'url,title\rhttps://a.example/,A\r'],
  ])('may have %s', async (_, text) => {
    expect((await gistOf(text)).feeds).toEqual([
      { source: { url: 'https://a.example/' }, title: 'A' },
    ]);
  });

  it('is known without its name', async () => {
    expect((await gist('url,bundles\nhttps://a.example/,A\n', 'export')).bundles).toEqual({
      A: [{ url: 'https://a.example/' }],
    });
  });

  it('takes the quote mark off a formula, and off nothing else', async () => {
    const { feeds } = await gistOf(
      "url,title\nhttps://a.example/,'=1+1\nhttps://b.example/,'tis\n",
    );
    expect(feeds.map(({ title }) => title)).toEqual(['=1+1', "'tis"]);
  });

  it('of 10,000 lines is read', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `https://a.example/${index},T,B`);
    const { feeds, bundles } = await read(`url,title,bundles\n${rows.join('\r\n')}`, 'feeds.csv');
    expect(feeds).toHaveLength(10_000);
    expect(feeds.at(-1)?.at).toEqual({ line: 10_001, column: 1 });
    expect(bundles[0]?.feeds).toHaveLength(10_000);
  });
});

describe('wrong CSV', () => {
  it.each([
    [
      'an unknown column',
      'url,titel\n',
      '1:5: the column "titel" is not known: did you mean "title".',
    ],
    ['a column twice', 'url,title,url\n', '1:11: the column "url" appears twice.'],
    [
      'a cell too many',
      'url\nhttps://a.example/,x\n',
      '2:20: this row has 2 cells, but there are 1 columns.',
    ],
    [
      'a quote without end',
      'url,title\nhttps://a.example/,"A\nx\n',
      '2:20: a quoted cell that starts here or earlier never ends.',
    ],
    [
      'a word for a kind',
      'kind,url\nfeeds,https://a.example/\n',
      '2:1: "kind" must be feed or bundle; blank means feed.',
    ],
    [
      'a bad region',
      'keyword,region\n"a, b",ZZ\n',
      '2:8: "region" must be a country and a language such as US:en or GB:en.',
    ],
    [
      'a row without a source',
      'url,title\n,A\n',
      '2:1: a feed has no source: set url, keyword or headline.',
    ],
    ['a bundle without a name', 'kind,title,url\nbundle,,\n', '2:8: "name" is missing.'],
    [
      'a source twice',
      'url\nhttps://a.example/\nhttps://a.example\n',
      '3:1: https://a.example is already in line 2.',
    ],
    [
      'a bundle twice',
      'kind,url,title\nbundle,,A\nbundle,,A\n',
      '3:1: the bundle "A" is already in line 2.',
    ],
    [
      'selectors that are none',
      'url,selectors\nhttps://a.example/,li\n',
      '2:20: "selectors" must be a map of keys and values, not text.',
    ],
    [
      'a choice of document that is none',
      'url,from\nhttps://a.example/,page\n',
      '2:20: "from" must be "auto", "html" or "feed".',
    ],
    ['nothing', '', '1:1: the file is empty.'],
  ])('%s is shown where it stands', async (_, text, expected) => {
    expect((await problemsOf(text))[0]).toBe(expected);
  });

  it('is shown in its line behind cells of several lines', async () => {
    const text = 'url,title\r\nhttps://a.example/,"one\r\ntwo"\r\n\r\nnope,B\r\n';
    expect(await problemsOf(text)).toEqual([
      '5:1: "url" must be an address such as https://example.com/news.',
    ]);
  });

  it('that is Latin-1 is refused with the place', async () => {
    const text = Buffer.from('url,title\nhttps://a.example/,Z\u00fcrich\n', 'latin1');
    expect(await problemsOf(text)).toEqual(['2:21: this is not UTF-8; the file may be Latin-1.']);
  });
});
