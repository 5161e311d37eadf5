import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../src/service/sources/document/charset.js';
import { htmlToText } from '../../../../src/service/sources/document/html-to-text.js';
import type { FeedKind } from '../../../../src/service/sources/document/sniff.js';
import { binaryKind } from '../../../../src/service/sources/document/sniff.js';
import { boundPeople } from '../../../../src/service/sources/parse/bounded-people.js';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';
import { prepareXml } from '../../../../src/service/sources/parse/prepare-xml.js';
import { anyText } from '../../../support/any-text.js';

const context = { url: 'https://example.com/feed', now: Date.UTC(2026, 0, 10) };
const read = (text: string, kind: FeedKind = 'rss') => parseFeed(text, kind, context);
const rss = (items: string, attributes = '') =>
  `<rss version="2.0"${attributes}><channel><title>T</title>${items}</channel></rss>`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the repair of XML', () => {
  it('escapes what would be read as a reference, and nothing twice', () => {
    expect(prepareXml('a && b &copy=1 &amp; &#38; &x <3 <b>')).toBe(
      'a && b &amp;copy=1 &amp; &#38; &amp;x &lt;3 <b>',
    );
    expect(prepareXml('&<![CDATA[&copy <3]]>&copy')).toBe('&<![CDATA[&copy <3]]>&amp;copy');
  });

  it('goes on right behind a comment and a section, and drops one without an end', () => {
    expect(prepareXml('<a><!-- x & --><b>&copy</b></a>')).toBe('<a><b>&amp;copy</b></a>');
    expect(prepareXml('<a><!----><b/></a>')).toBe('<a><b/></a>');
    expect(prepareXml('<a><![CDATA[]]>&copy')).toBe('<a><![CDATA[]]>&amp;copy');
    expect(prepareXml('<a><!-- never ends <b>')).toBe('<a>');
    expect(prepareXml('<!-- whole -->')).toBe('');
  });

  it('is done once: a second repair changes nothing', () => {
    const piece = fc.constantFrom(
      ...[
        '&',
        '&amp;',
        '&copy',
        '<',
        '<b>',
        '</b>',
        '<![CDATA[',
        ']]>',
        'x',
        ';',
        '#',
        '1',
        ' ',
        '"',
        '>',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const once = prepareXml(pieces.join(''));
        expect(prepareXml(once)).toBe(once);
      }),
    );
  });

  it.each([
    ['ampersands', '&'.repeat(1_200_000)],
    ['ampersands before letters', '&a'.repeat(400_000)],
    ['doctypes', '<!DOCTYPE x [>'.repeat(80_000)],
    ['half tags', '<a:'.repeat(400_000)],
    ['authors of brackets', `<item><title>x</title><author>${'('.repeat(160_000)}</author></item>`],
    ['authors without an end', '<author>'.repeat(120_000)],
    ['bases without an end', '<content mode="base64">'.repeat(40_000)],
  ])('%s are repaired in linear time', { tags: 'slow', timeout: 30_000 }, (_, text) => {
    // Takes a tenth of a second; a quadratic repair takes longer than this test may.
    boundPeople(prepareXml(text));
    try {
      read(rss(text));
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^SOURCE_/) });
    }
  });

  it('keeps what an author of few brackets is called', () => {
    const item = '<item><title>x</title><author>ann@example.org (Ann (Annie) B.)</author></item>';
    expect(read(rss(item)).entries[0]?.authors).toEqual([{ name: 'Ann (Annie) B.' }]);
  });
});

describe('text of HTML', () => {
  it('gives back any text that was escaped', () => {
    const word = fc.string({ unit: fc.constantFrom(...'a&<>";#xltgmp'), minLength: 1 });
    fc.assert(
      fc.property(word, (text) => {
        const html = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
        expect(htmlToText(html)).toBe(text);
      }),
    );
  });

  it('knows named and numeric references', () => {
    expect(htmlToText('<p>&eacute;&nbsp;&#8212; &amp;eacute; &copy;&lt;b&gt;</p>')).toBe(
      'é — &eacute; ©<b>',
    );
  });
});

describe('rare forms', () => {
  it.each([
    [
      'xhtml:body',
      '<xhtml:body xmlns:xhtml="http://www.w3.org/1999/xhtml"><xhtml:p>Hello <xhtml:b>world</xhtml:b></xhtml:p></xhtml:body>',
    ],
    ['body', '<body xmlns="http://www.w3.org/1999/xhtml"><p>Hello <b>world</b></p></body>'],
    ['fullitem', '<fullitem>&lt;p&gt;Hello &lt;b&gt;world&lt;/b&gt;&lt;/p&gt;</fullitem>'],
  ])('%s is the text of an item', (_, body) => {
    const [entry] = read(
      rss(`<item><title>x</title><description>short</description>${body}</item>`),
    ).entries;
    expect(entry?.descriptionHtml).toBe('<p>Hello <b>world</b></p>');
  });

  it.each([
    '<rss version="0.9"><item><title>one</title></item><item><title>two</title></item></rss>',
    '<rss version="2.0"><channel/><item><title>one</title></item><item><title>two</title></item></rss>',
    '<rss version="2.0"><channel><title>T</title></channel><item><title>one</title></item><item><title>two</title></item></rss>',
  ])('items directly below rss: %s', (text) => {
    expect(read(text).entries.map(({ title }) => title)).toEqual(['one', 'two']);
  });

  it('dc:title and dc:description of a channel', () => {
    const dc = ' xmlns:dc="http://purl.org/dc/elements/1.1/"';
    const text = `<rss version="2.0"${dc}><channel><dc:title>News</dc:title><dc:description>All</dc:description></channel></rss>`;
    expect(read(text)).toMatchObject({ title: 'News', description: 'All' });
  });

  const atom = (content: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>1</id>${content}</entry></feed>`;

  it.each([
    [
      'mode',
      `<content type="text/html" mode="base64">\n${base64('<p>Grüße &amp; mehr</p>')}\n</content>`,
    ],
    ['mode of a title', `<title mode="base64">${base64('Grüße & mehr')}</title>`],
    [
      'media type',
      `<content type="application/octet-stream">${base64('<p>Grüße &amp; mehr</p>')}</content>`,
    ],
  ])('base64 by its %s', (_, content) => {
    const [entry] = read(atom(content), 'atom').entries;
    expect(entry?.title).toBe('Grüße & mehr');
  });

  it('base64 that is no text is left out', () => {
    const picture = Buffer.from([0x89, 0x50, 0, 0xff]).toString('base64');
    const text = atom(`<title>one</title><content type="image/png">${picture}</content>`);
    expect(read(text, 'atom').entries[0]).toMatchObject({ title: 'one', descriptionHtml: '' });
  });

  it('UTF-32 of both byte orders, with and without a mark', () => {
    fc.assert(
      fc.property(anyText(), fc.boolean(), fc.boolean(), (rest, isBig, hasMark) => {
        const text = `<a>${rest}`;
        const points = [...(hasMark ? '\ufeff' : ''), ...text].map((c) => c.codePointAt(0) ?? 0);
        const body = Buffer.alloc(points.length * 4);
        points.forEach((point, index) => {
          if (isBig) body.writeUInt32BE(point, index * 4);
          else body.writeUInt32LE(point, index * 4);
        });
        expect(binaryKind(body)).toBeNull();
        expect(decodeText(body)).toBe(text);
      }),
    );
  });
});

describe('what is said of a document that cannot be read', () => {
  it.each([
    ['<rss version="2.0"><channel></channel></rss>', 'rss'],
    ['<rss version="2.0"><channel><item><unknown/></item></channel></rss>', 'rss'],
    [
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><x:y xmlns:x="urn:x"/></entry></feed>',
      'atom',
    ],
  ] as const)('a well-formed feed that says nothing is an empty feed: %s', (text, kind) => {
    expect(read(text, kind).entries).toEqual([]);
  });

  it('RDF of something else is called that', () => {
    const text =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><Person><name>Ann</name></Person></rdf:RDF>';
    expect(() => read(text, 'rdf')).toThrow(/answers RDF, but no feed/);
  });

  it('names what the parser stopped at, and accuses nobody', () => {
    const text = '<rss version="2.0"><channel><item><title>x</Title></item></channel></rss>';
    expect(() => read(text)).toThrow(/its XML cannot be parsed \(.+\)\. Look for another feed/);
    expect(() => read(text)).not.toThrow(/owner/);
  });
});
