import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../../src/service/sources/document/html-to-text.js';
import type { FeedKind } from '../../../../src/service/sources/document/sniff.js';
import { binaryKind } from '../../../../src/service/sources/document/sniff.js';
import { decodeText } from '../../../../src/service/sources/document/source-text.js';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';
import { anyText } from '../../../support/any-text.js';

const context = { url: 'https://example.com/feed', now: Date.UTC(2026, 0, 10) };
const read = (text: string, kind: FeedKind = 'rss') => parseFeed(text, kind, context);
const rss = (items: string, attributes = '') =>
  `<rss version="2.0"${attributes}><channel><title>T</title>${items}</channel></rss>`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('references and sections', () => {
  const title = (text: string) =>
    read(rss(`<item><title>${text}</title></item>`)).entries[0]?.title;

  it.each([
    ['a &amp;&amp; b &copy=1 &amp; &#38; &x <3', 'a && b &copy=1 & & &x <3'],
    ['&<![CDATA[&copy <3]]>&copy', '&&copy <3&copy'],
    ['a<!-- x & -->b<!---->c', 'abc'],
    ['a<![CDATA[]]>&eacute;<![CDATA[&eacute;]]>', 'aé&eacute;'],
    ['a<!-- <![CDATA[ -->b<![CDATA[<!-- c -->]]>', 'ab<!-- c -->'],
  ])('%s', (text, said) => {
    // A title with a known reference is read as HTML once more.
    const value = said.includes('&eacute;') ? said.replace('&eacute;', 'é') : said;
    expect(title(text)).toBe(value);
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

  it('keeps the texts of cells and blocks apart', () => {
    const html =
      '<table><caption>a</caption><tr><td>b</td><th>c</th></tr></table><center>d</center><fieldset><legend>e</legend>f</fieldset>';
    expect(htmlToText(html).split(/\s+/)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
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

  it('names in another case are the same', () => {
    const text = '<rss version="2.0"><channel><item><title>x</Title></item></channel></rss>';
    expect(read(text).entries).toMatchObject([{ title: 'x' }]);
  });
});
