import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CliError } from '../../../../src/cli/kit/errors.js';
import { checkedManifest } from '../../../../src/cli/manifest/read/checked.js';
import { readJson } from '../../../../src/cli/manifest/read/json.js';
import { readYaml } from '../../../../src/cli/manifest/read/yaml.js';
import { gist, problems, read } from './reading.js';

const URL = 'https://example.com/news';

describe('YAML', () => {
  it('says feeds of all three kinds, and bundles', async () => {
    const { feeds, bundles } = await read(`
feeds:
  - url: ${URL}
    title: Example
    description: ""
    customAuthor: null
    from: html
    selectors: { items: li }
  - keyword: solar   sails
    region: gb
  - headline: Probe unfolds its sail
bundles:
  - name: Mornings
    icon: https://example.com/i.png
    feeds:
      - ${URL}
      - { keyword: solar sails, region: GB:en }
  - name: Empty
    feeds: []
  - name: Untouched
`);
    expect(feeds).toEqual([
      {
        source: { url: URL },
        selectors: { items: 'li' },
        from: 'html',
        title: 'Example',
        description: '',
        customAuthor: null,
        at: { line: 3, column: 5 },
      },
      {
        source: { mode: 'keyword', text: 'solar sails', region: 'GB:en' },
        at: { line: 9, column: 5 },
      },
      {
        source: { mode: 'headline', text: 'Probe unfolds its sail', region: 'US:en' },
        at: { line: 11, column: 5 },
      },
    ]);
    expect(bundles).toEqual([
      {
        name: 'Mornings',
        icon: 'https://example.com/i.png',
        feeds: [
          { source: { url: URL }, at: { line: 16, column: 9 } },
          {
            source: { mode: 'keyword', text: 'solar sails', region: 'GB:en' },
            at: { line: 17, column: 9 },
          },
        ],
        at: { line: 13, column: 5 },
      },
      { name: 'Empty', feeds: [], at: { line: 18, column: 5 } },
      { name: 'Untouched', at: { line: 20, column: 5 } },
    ]);
  });

  it.each([
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\ufeff${text}`],
    ['a comment and a document mark in front', (text: string) => `# mine\n---\n${text}`],
  ])('may have %s', async (_, change) => {
    const text = change(`feeds:\n  - url: ${URL}\n    title: Grüße\n`);
    expect((await gist(text)).feeds).toEqual([{ source: { url: URL }, title: 'Grüße' }]);
  });

  it('may be UTF-16 with a byte order mark', async () => {
    const text = Buffer.from(`\ufefffeeds:\n  - url: ${URL}\n`, 'utf16le');
    expect((await gist(text)).feeds).toEqual([{ source: { url: URL } }]);
  });

  it('may use anchors as people do', async () => {
    const { feeds } = await gist(
      `feeds:\n  - url: ${URL}\n    customAuthor: &who Desk\n  - url: ${URL}/2\n    customAuthor: *who\n`,
    );
    expect(feeds.map(({ customAuthor }) => customAuthor)).toEqual(['Desk', 'Desk']);
  });
});

describe('a file of many entries', () => {
  it('is read in parts: a call with 130,000 arguments overflows the stack', async () => {
    const text = `{"other":[${'0,'.repeat(130_000)}0]}`;
    expect(await problems(text)).toEqual([
      expect.stringMatching(/^1:2: "other" is not a known key/),
    ]);
  });
});

describe('wrong YAML', () => {
  it.each([
    [
      'an unknown key',
      `feeds:\n  - url: ${URL}\n    titel: x\n`,
      '3:5: "titel" is not a known key: did you mean "title".',
    ],
    [
      'an unknown list',
      'feed:\n  - url: x\n',
      '1:1: "feed" is not a known key: did you mean "feeds".',
    ],
    [
      'a number',
      `feeds:\n  - url: ${URL}\n    title: 2026\n`,
      '3:5: "title" must be text: put this number in quotes.',
    ],
    [
      'no value',
      `feeds:\n  - url: ${URL}\n    title:\n`,
      '3:5: "title" has no value: set one or remove the key.',
    ],
    ['text in place of a list', 'feeds: none\n', '1:1: "feeds" must be a list, not text.'],
    [
      'text in place of a feed',
      'feeds:\n  - just text\n',
      '2:5: a feed must be a map of keys and values, not text.',
    ],
    [
      'no source',
      'feeds:\n  - title: x\n',
      '2:5: a feed has no source: set url, keyword or headline.',
    ],
    [
      'two sources',
      `feeds:\n  - url: ${URL}\n    keyword: x\n`,
      '2:5: a feed has one source, not url and keyword.',
    ],
    [
      'a region for an address',
      `feeds:\n  - url: ${URL}\n    region: US:en\n`,
      '2:5: a feed has a region, which works only with keyword and headline.',
    ],
    [
      'a choice of document for a search',
      'feeds:\n  - keyword: x\n    from: html\n',
      '2:5: a feed has from, which requires url.',
    ],
    [
      'selectors for a search',
      'feeds:\n  - keyword: x\n    selectors: { items: li }\n',
      '2:5: a feed has selectors, which requires url.',
    ],
    [
      'selectors for a feed document',
      `feeds:\n  - url: ${URL}\n    from: feed\n    selectors: { items: li }\n`,
      '2:5: a feed has selectors, which select items of a page; "from" must not be feed.',
    ],
    [
      'no address',
      'feeds:\n  - url: nowhere\n',
      '2:5: "url" must be an address such as https://example.com/news.',
    ],
    [
      'another scheme',
      'feeds:\n  - url: ftp://a/\n',
      '2:5: "url" must be an address such as https://example.com/news.',
    ],
    [
      'an unknown region',
      'feeds:\n  - keyword: x\n    region: ZZ:en\n',
      '3:5: "region" must be a country and a language such as US:en or GB:en.',
    ],
    ['an empty search', 'feeds:\n  - keyword: " "\n', '2:5: "keyword" must not be empty.'],
    [
      'an icon that is none',
      `feeds:\n  - url: ${URL}\n    icon: star\n`,
      '3:5: "icon" must be the address of an image, or "" for none.',
    ],
    [
      'a title without end',
      `feeds:\n  - url: ${URL}\n    title: ${'x'.repeat(1001)}\n`,
      '3:5: "title" must be at most 1000 characters long.',
    ],
    [
      'a value that is not a choice',
      `feeds:\n  - url: ${URL}\n    render: sometimes\n`,
      '3:5: "render" must be "auto", "always" or "never".',
    ],
    [
      'too many steps',
      `feeds:\n  - url: ${URL}\n    steps: [${'scroll, '.repeat(11)}]\n`,
      '3:5: "steps" must be at most 5 entries long.',
    ],
    ['a bundle without a name', 'bundles:\n  - feeds: []\n', '2:5: "name" is missing.'],
    [
      'a key twice',
      `feeds:\n  - url: ${URL}\n    title: a\n    title: b\n`,
      '4:5: "title" appears twice here.',
    ],
    [
      'a source twice',
      `feeds:\n  - url: ${URL}\n  - url: http://www.example.com/news/#top\n`,
      '3:5: http://www.example.com/news/#top is already in line 2.',
    ],
    [
      'a bundle twice',
      'bundles:\n  - name: A\n  - name: A\n',
      '3:5: the bundle "A" is already in line 2.',
    ],
    [
      'a stray member',
      'bundles:\n  - name: A\n    feeds: [https://a.example/]\n',
      '3:13: https://a.example/ is in the bundle "A" but not among the feeds of this file.',
    ],
    [
      'a member twice',
      `feeds:\n  - url: ${URL}\nbundles:\n  - name: A\n    feeds:\n      - ${URL}\n      - ${URL}\n`,
      `7:9: ${URL} in "A" is already in line 6.`,
    ],
    [
      'a member that is no reference',
      'bundles:\n  - name: A\n    feeds: [7]\n',
      '3:13: a member must be the url of one of the feeds, or { keyword, region }, or { headline, region }.',
    ],
    ['a tab', `feeds:\n\t- url: ${URL}\n`, '2:1: Tabs are not allowed as indentation.'],
    ['no YAML', 'feeds: [\n', '1:8: the "[" is never closed.'],
    [
      'an alias of nothing',
      'feeds: *none\n',
      '1:8: *none has no anchor: there is no &none before it.',
    ],
    ['two documents', 'feeds: []\n---\nfeeds: []\n', undefined],
    ['nothing in it', '\n# nothing\n', '1:1: the file is empty.'],
    [
      'a list at the top',
      `- ${URL}\n`,
      '1:1: the file must be a map of keys and values, not a list.',
    ],
  ])('%s is shown where it stands', async (_, text, expected) => {
    const [first] = await problems(text);
    if (expected === undefined) expect(first).toMatch(/^\d+:\d+: ./);
    else expect(first).toBe(expected);
  });

  it('is shown with all its problems, in the order of the file', async () => {
    const text = `feeds:\n  - url: nope\n    x: 1\n  - {}\nbundles:\n  - nome: A\n`;
    expect((await problems(text)).map((line) => line.split(':').slice(0, 2).join(':'))).toEqual([
      '2:5',
      '3:5',
      '4:5',
      '6:5',
      '6:5',
    ]);
  });

  it('that is wrong throughout shows the first twenty-one', async () => {
    const text = `feeds:\n${'  - url: nope\n'.repeat(100)}`;
    const lines = await problems(text);
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('… and 79 more.');
  });

  it.each([
    ['unfolds for ever', bomb(), 'the aliases of this file expand to more than the limit'],
    ['is nested for ever', `feeds: ${'['.repeat(20_000)}`, ''],
    ['is nested for ever in blocks', `feeds:\n${'- '.repeat(20_000)}`, ''],
  ])('that %s is refused in time', async (_, text, message) => {
    const [first] = await problems(text);
    expect(first).toContain(message);
  });

  it('with thousands of keys is refused by the first of them', async () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `key${index}: 1`).join('\n');
    const [first] = await problems(text);
    expect(first).toMatch(/^1:1: "key0" is not a known key/);
  });
});

describe('JSON', () => {
  const text = fc.constantFrom('A title', 'with "quotes" \\', 'é\u2028 🌍', '', '{"a": [1]}');
  const value = fc.oneof(text, fc.constantFrom(1.5e3, true, null, [], {}, ['x'], { items: 'li' }));
  const feed = fc.dictionary(
    fc.constantFrom('url', 'title', 'slug', 'titel', 'from', 'select"ors', 'selectors'),
    fc.oneof({ weight: 3, arbitrary: fc.constant(URL) }, value),
  );
  const bundle = fc.record({
    name: text,
    feeds: fc.array(fc.oneof(fc.constant(URL), value, feed)),
  });
  const file = fc.oneof(
    value,
    fc.record({ feeds: fc.array(fc.oneof(feed, value)), bundles: fc.array(bundle) }),
  );

  it('is read as well, indented by tabs or not at all', async () => {
    const value = {
      $schema: 'x',
      feeds: [{ url: URL, title: 'A "quoted" \\ \u00e9\ud83d\ude00' }],
    };
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, '\t')]) {
      expect((await gist(text, 'feeds.json')).feeds).toEqual([
        { source: { url: URL }, title: 'A "quoted" \\ \u00e9\ud83d\ude00' },
      ]);
    }
  });

  it('that is wrong is shown where it is wrong', async () => {
    const text = '{\n  "feeds": [\n    { "url": "https://a.example/", "titel": "x" }\n  ]\n}\n';
    expect(await problems(text, 'feeds.json')).toEqual([
      '3:36: "titel" is not a known key: did you mean "title".',
    ]);
    const [cut] = await problems(text.slice(0, 60), 'feeds.json');
    expect(cut).toMatch(/^\d+:\d+: /);
  });

  it('is read as the YAML that it is, with the same problems at the same places', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom('', ' ', '\t', '\r\n  '), async (contents, space) => {
        const text = JSON.stringify(contents, null, 2).replaceAll('\n', `\n${space}`);
        const outcome = async (reading: () => unknown) =>
          Promise.resolve()
            .then(reading)
            .catch((error: CliError) => [error.message, error.detail]);
        expect(await outcome(async () => checkedManifest(await readJson(text, 'f')))).toEqual(
          await outcome(() => checkedManifest(readYaml(text, 'f'))),
        );
      }),
    );
  });

  it('may not repeat a key, however it is written', async () => {
    const twice = `{"feeds": [{"url": "${URL}",\n "title": "a\\\\", "t\\u0069tle" : ["]", -1]}]}`;
    expect(await problems(twice, 'feeds.json')).toEqual(['2:18: "title" appears twice here.']);
  });

  it('says that it is nested too deeply', async () => {
    const deep = `{"feeds": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(String(await problems(deep, 'feeds.json'))).toContain('nested too deeply');
    const yaml = `feeds: ${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const found = await problems(yaml, 'feeds.yaml');
    expect(String(found)).toContain('nested too deeply');
    expect(String(found)).not.toContain('call stack');
  });
});

describe('a file that is no text', () => {
  it('is refused with the place of the first wrong byte', async () => {
    const text = Buffer.from(`feeds:\n  - url: ${URL}\n    title: Gr\u00fc\u00dfe\n`, 'latin1');
    expect(await problems(text)).toEqual(['3:14: this is not UTF-8; the file may be Latin-1.']);
    expect(await problems(Buffer.from('feeds:\n  - \0'))).toEqual([
      '2:5: this is not a text file: it contains a NUL character.',
    ]);
  });
});

/** Nine lists of nine aliases: 9^9 entries from a few lines. */
function bomb(): string {
  const levels = 'abcdefghi'.split('');
  return levels
    .map((name, index) => {
      const entry = index === 0 ? 'x' : `*${levels[index - 1]}`;
      return `${name}: &${name} [${Array(9).fill(entry).join(', ')}]`;
    })
    .join('\n');
}

it('means a page whose changes are followed by its address, too', async () => {
  const text = `feeds:
  - url: https://a.example/terms
    mode: changes
  - url: https://a.example/news
bundles:
  - name: Both
    feeds: [https://a.example/terms, https://a.example/news]
  - name: Named
    feeds: [{ url: https://a.example/terms, mode: changes }]
`;
  const changes = { url: 'https://a.example/terms', mode: 'changes' };
  expect((await gist(text, 'feeds.yaml')).bundles).toEqual({
    Both: [changes, { url: 'https://a.example/news' }],
    Named: [changes],
  });
});
