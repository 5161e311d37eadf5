import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../src/cli/manifest/read/read-manifest.js';
import { gist, problems, read } from './reading.js';

const gistOf = (text: string | Uint8Array) => gist(text, 'feeds.opml');
const problemsOf = (text: string | Uint8Array) => problems(text, 'feeds.opml');

function opml(...outlines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n<head><title>Mine</title></head>\n<body>\n${outlines.join('\n')}\n</body>\n</opml>\n`;
}

describe('OPML', () => {
  it('makes a bundle of a folder, and a member of a feed in it', async () => {
    const text = opml(
      '<outline text="News" title="News">',
      '  <outline type="rss" text="A" title="A &amp; co" xmlUrl="https://a.example/?x=1&amp;y=2" htmlUrl="https://a.example/"/>',
      '</outline>',
      '<outline text="Tech"><outline type="rss" text="A" xmlUrl="https://a.example/?x=1&amp;y=2"/></outline>',
      '<outline text="Loose" type="rss" xmlUrl="feed://b.example/rss" description="About b"></outline>',
      '<outline text="Empty"></outline>',
    );
    expect(await gistOf(text)).toEqual({
      feeds: [
        { source: { url: 'https://a.example/?x=1&y=2' }, title: 'A & co' },
        { source: { url: 'https://b.example/rss' }, title: 'Loose', description: 'About b' },
      ],
      bundles: {
        News: [{ url: 'https://a.example/?x=1&y=2' }],
        Tech: [{ url: 'https://a.example/?x=1&y=2' }],
        Empty: [],
      },
      notes: [],
    });
  });

  it('is refused with invalid filters of a folder or a feed, which would show other items', async () => {
    const wrong = {
      '{&quot;exclude&quot;:[&quot;title:&quot;]}': '"filters.exclude" cannot match',
      '{&quot;excluded&quot;:[]}': '"excluded" is not a known key: did you mean "exclude"',
      sponsored: '"filters" must be a map of keys and values, not text',
    };
    for (const [filters, expected] of Object.entries(wrong)) {
      const folder = opml(`<outline text="News" feedctl:filters="${filters}"></outline>`);
      const feed = opml(
        `<outline text="A" type="rss" xmlUrl="https://a.example/" feedctl:filters="${filters}"/>`,
      );
      expect(await problemsOf(folder)).toEqual([expect.stringContaining(expected)]);
      expect(await problemsOf(feed)).toEqual([expect.stringContaining(expected)]);
    }
  });

  it('explains what becomes of a folder in a folder', async () => {
    const text = opml(
      '<outline text="Tech">',
      '<outline text="Linux"><outline text="A" xmlUrl="https://a.example/"/></outline>',
      '<outline text="B" xmlUrl="https://b.example/"/>',
      '</outline>',
    );
    const { bundles, notes } = await gistOf(text);
    expect(bundles).toEqual({
      Tech: [{ url: 'https://a.example/' }, { url: 'https://b.example/' }],
      'Tech / Linux': [{ url: 'https://a.example/' }],
    });
    expect(notes).toEqual([
      'Bundles do not nest: the folder "Linux" in "Tech" becomes the bundle "Tech / Linux", and its feeds are also in "Tech".',
    ]);
  });

  it('reads what exporters get wrong', async () => {
    const text = opml(
      '<OUTLINE TITLE="Caf&eacute;&nbsp;&#8212; R&D" XMLURL="https://a.example/?a=1&b=2&copy=3"/>',
      '<outline text="Bookmark" type="link" url="https://c.example/"/>',
      '<outline><outline text="In no folder" xmlUrl=" https://b.example/ "/></outline>',
      '<!-- <outline xmlUrl="https://commented.example/"/> -->',
    );
    expect(await gistOf(text)).toEqual({
      feeds: [
        { source: { url: 'https://a.example/?a=1&b=2&copy=3' }, title: 'Café\u00a0— R&D' },
        { source: { url: 'https://b.example/' }, title: 'In no folder' },
      ],
      bundles: {},
      notes: [
        'Links are no feeds and were left out; feeds create URL makes a feed of one: "Bookmark" (line 6).',
      ],
    });
  });

  it('makes bundles of the categories of a feed, beside its folder', async () => {
    const text = opml(
      '<outline text="A" xmlUrl="https://a.example/" category="Science"/>',
      '<outline text="B" xmlUrl="https://b.example/" category="/Tech/News, /Fun,,Science,/"/>',
      '<outline text="Fun"><outline text="C" xmlUrl="https://c.example/" category="Fun"/></outline>',
    );
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example/` }));
    expect((await gistOf(text)).bundles).toEqual({
      Science: [a, b],
      'Tech / News': [b],
      Fun: [b, c],
    });
  });

  it.each([
    ['in tags', 'description="by <a href="https://x.example">X</a>, <b>daily</b>"'],
    ['of a single word', 'description="say "hi" > all"'],
    ['of the other kind', "description='it's > 5'"],
  ])('ends at a quotation mark %s, and is read up to there', async (_, broken) => {
    const text = opml(
      '<outline text="F">',
      '<outline text="A" xmlUrl="https://a.example/"/>',
      `<outline text="B" xmlUrl="https://b.example/" ${broken} htmlUrl="https://b.example/"/>`,
      '<outline text="C" xmlUrl="https://c.example/"/>',
      '</outline>',
      '<outline text="D" xmlUrl="https://d.example/"/>',
    );
    const { feeds, bundles, notes } = await gistOf(text);
    expect(feeds.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D']);
    expect(bundles.F).toHaveLength(3);
    expect(notes).toEqual([expect.stringMatching(/so check them: "B" \(line 7\)\.$/)]);
  });

  it('is skipped and named where the quotation mark stands before its address', async () => {
    const text = opml(
      '<outline text="A" xmlUrl="https://a.example/"/>',
      '<outline text="B" description="by <a href="/x">X</a>" xmlUrl="https://b.example/"/>',
      '<outline text="C" title="a "c" b" xmlUrl="https://c.example/"/>',
      '<outline text="E" title="no end xmlUrl="https://e.example/" type="rss"/>',
      '<outline text="D" xmlUrl="https://d.example/"/>',
    );
    const { feeds, skipped } = await readManifest(Buffer.from(text), 'a.opml', {
      skipUnusable: 'foreign',
    });
    expect(feeds.map(({ title }) => title)).toEqual(['A', 'a', 'D']);
    expect(skipped.map(({ title, problems }) => [title, problems[0]])).toEqual(
      ['B', 'E'].map((title) => [
        title,
        {
          at: { line: title === 'B' ? 6 : 8, column: 1 },
          message: expect.stringContaining('a quotation mark inside an attribute ends it'),
        },
      ]),
    );
  });

  it('ends a feed without an end tag before the next one, and says so', async () => {
    const text = opml(
      '<outline text="F">',
      '<outline text="A" xmlUrl="https://a.example/">',
      '<outline text="B" xmlUrl="https://b.example/"></outline>',
      '</outline>',
      '<outline text="C" xmlUrl="https://c.example/"/>',
    );
    const { bundles, feeds, notes } = await gistOf(text);
    expect(feeds).toHaveLength(3);
    expect(bundles).toEqual({ F: [{ url: 'https://a.example/' }, { url: 'https://b.example/' }] });
    expect(notes).toEqual([expect.stringMatching(/no end tag.*: "A" \(line 6\)\.$/)]);
  });

  it('names what stands for no feed here, ten at most', async () => {
    const text = opml(
      '<outline text="A" type="HTML+XPath" xmlUrl="https://a.example/" frss:xPathItem="//li"/>',
      '<outline text="More" type="include" url="https://b.example/more.opml"/>',
      ...Array.from(
        { length: 12 },
        (_, n) => `<outline type="link" url="https://c.example/${n}"/>`,
      ),
    );
    const { feeds, bundles, notes } = await gistOf(text);
    expect([feeds.length, bundles]).toEqual([1, {}]);
    expect(notes).toEqual([
      expect.stringMatching(/^Links .*: "https:\/\/c\.example\/0" \(line 7\), .*, 2 more\.$/),
      expect.stringMatching(/^Outlines that include another file .*: "More" \(line 6\)\.$/),
      expect.stringMatching(/^XPath .*: "A" \(line 5\)\.$/),
    ]);
  });

  it('is read in the encoding that it declares', async () => {
    const text = opml('<outline text="Zürich" xmlUrl="https://a.example/"/>').replace(
      'UTF-8',
      'ISO-8859-1',
    );
    const { feeds } = await gistOf(Buffer.from(text, 'latin1'));
    expect(feeds[0]?.title).toBe('Zürich');
  });

  it('may have a byte order mark, Windows line ends and a document type', async () => {
    const text = opml('<outline text="A" xmlUrl="https://a.example/"/>')
      .replace('<opml', '<!DOCTYPE opml>\n<opml')
      .replaceAll('\n', '\r\n');
    const { feeds } = await gist(`\ufeff${text}`, 'no-name');
    expect(feeds).toHaveLength(1);
  });

  it('of thousands of lines is read', async () => {
    const outlines = Array.from(
      { length: 5_000 },
      (_, index) => `<outline text="T${index}" xmlUrl="https://a.example/${index}"/>`,
    );
    const { feeds } = await read(
      opml('<outline text="F">', ...outlines, '</outline>'),
      'feeds.opml',
    );
    expect(feeds).toHaveLength(5_000);
    expect(feeds.at(-1)?.at).toEqual({ line: 5_005, column: 1 });
  });
});

describe('OPML of one line', () => {
  it('is read with the column of each outline', async () => {
    const outline = '<outline xmlUrl="https://a.example/"/>';
    const end = `<outline xmlUrl="nowhere"/>`;
    const text = `<opml><body>${outline.repeat(5_000)}${end}</body></opml>`;
    expect(await problemsOf(text)).toEqual([
      `1:${13 + 5_000 * outline.length}: "url" must be an address such as https://example.com/news.`,
    ]);
  });

  it('says once what becomes of a folder that stands in it many times', async () => {
    const folder =
      '<outline text="F"><outline text="G"><outline xmlUrl="a.example"/></outline></outline>';
    expect((await gistOf(opml(folder.repeat(3)))).notes).toHaveLength(1);
  });
});

describe('wrong OPML', () => {
  it.each([
    [
      'a feed',
      '<rss version="2.0"><channel/></rss>',
      '1:1: this is a feed, not a list of feeds: add its address with feeds create --url.',
    ],
    [
      'a web page',
      '<!doctype html>\n<html><body/></html>',
      '2:1: this is not OPML: it starts with <html>.',
    ],
    ['plain text', 'https://a.example/', '1:1: this is not OPML: it has no <opml> element.'],
    [
      'a bad address',
      opml('', '  <outline text="A" xmlUrl="nope"/>'),
      '6:3: "url" must be an address such as https://example.com/news.',
    ],
    [
      'a blank address',
      opml('<outline text="A" type="rss" xmlUrl=""/>'),
      '5:1: "url" must be an address such as https://example.com/news.',
    ],
    [
      'no feed',
      opml('<outline text="Remark" type="link" url="https://a.example/"/>'),
      '1:1: there is no feed in this file: no outline has an xmlUrl.',
    ],
    [
      'a file cut short',
      opml('<outline text="A" xmlUrl="https://a.example/"/>').slice(0, -9),
      '6:8: the file ends before </opml>: it is incomplete.',
    ],
    [
      'entities of its own',
      `<!DOCTYPE opml [\n<!ENTITY a "aaaa">\n<!ENTITY b "&a;&a;">]>\n${opml('<outline text="&b;" xmlUrl="https://a.example/"/>')}`,
      '2:1: entity declarations are not supported: write the characters themselves.',
    ],
    [
      'folders without end',
      opml('<outline text="a">'.repeat(200)),
      '5:1801: outlines are nested too deeply.',
    ],
    [
      'an unknown encoding',
      opml().replace('UTF-8', 'x-unheard-of'),
      '1:1: the encoding "x-unheard-of" is unknown or does not match the file.',
    ],
  ])('%s is shown where it stands', async (_, text, expected) => {
    expect((await problemsOf(text))[0]).toBe(expected);
  });
});
