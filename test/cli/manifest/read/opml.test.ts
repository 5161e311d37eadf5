import { describe, expect, it } from 'vitest';
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
      notes: [],
    });
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
      'an open folder',
      opml('<outline text="A">', '<outline text="B" xmlUrl="https://b.example/"/>'),
      '5:1: this outline is never closed: the file is incomplete.',
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
