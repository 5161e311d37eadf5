import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentDigest } from '../../../../src/service/core/source-document.js';
import type { FeedKind } from '../../../../src/service/sources/document/sniff.js';
import { SourceText } from '../../../../src/service/sources/document/source-text.js';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';

const context = { url: 'https://example.com/feeds/main.xml', now: Date.UTC(2026, 0, 10) };

/** A document in pieces that are changed one by one. */
interface Pieces {
  kind: FeedKind;
  declared: string;
  base: string;
  head: string[];
  entries: string[][];
  gap: string;
  tail: string;
}

const HEAD = [
  '<title>Tea</title>',
  '<link>https://example.com/</link>',
  '<link href="https://example.com/" rel="alternate"/>',
  '<language>en</language>',
  '<author><name>Ann</name></author>',
  '<lastBuildDate>Tue, 06 Jan 2026 10:00:00 +0200</lastBuildDate>',
  '<updated>2026-01-06T10:00:00Z</updated>',
  '<ttl>30</ttl>',
  '<itunes:author>Ann</itunes:author>',
  '<!-- built <item> today -->',
  '<p>',
  '</b>',
  '<title>without an end',
];

const IN_ENTRY = [
  '<title>One &amp; two</title>',
  '<title>Zwölf “Fünf”</title>',
  '<link>/a</link>',
  '<link href="b" xml:base="c/"/>',
  '<guid>g1</guid>',
  '<guid isPermaLink="false">g2</guid>',
  '<id>urn:1</id>',
  '<description>&lt;p&gt;text &lt;a href="x"&gt;x&lt;/a&gt;&lt;/p&gt;</description>',
  '<description><![CDATA[<img src="i.png"> <!-- no comment -->]]></description>',
  '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>é<br/></p></div></content>',
  '<summary>short</summary>',
  '<pubDate>Tue, 06 Jan 2026 10:00:00 +0200</pubDate>',
  '<pubDate>Tue, 06 Jan 2026 10:00:00</pubDate>',
  '<updated>2026-01-06T10:00:00Z</updated>',
  '<dc:creator>Bob</dc:creator>',
  '<itunes:season>2</itunes:season>',
  '<podcast:person href="/p">P</podcast:person>',
  '<media:content url="v.mp4"><media:title>V</media:title></media:content>',
  '<category term="x"/>',
  '<!-- 10:00 -->',
  '<p>',
  '</b>',
  '<br>',
  '<title>without an end',
  '<description>without an end',
  '<a b="c>',
  '</item>',
  '</channel>',
  '<item>',
  '&',
  '<3',
];

const pieces: fc.Arbitrary<Pieces> = fc.record({
  kind: fc.constantFrom<FeedKind>('rss', 'rss', 'rdf', 'atom'),
  declared: fc.constantFrom(
    '',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:dc="urn:x"',
  ),
  base: fc.constantFrom('', ' xml:base="https://b.test/"', ' xml:base="sub/"'),
  head: fc.array(fc.constantFrom(...HEAD), { maxLength: 5 }),
  entries: fc.array(fc.array(fc.constantFrom(...IN_ENTRY), { maxLength: 6 }), { maxLength: 6 }),
  gap: fc.constantFrom('', '\n', '\n', '<!-- gap -->', '<x/>', 'text'),
  tail: fc.constantFrom('', '<itunes:block>yes</itunes:block>', '<!-- end -->'),
});

/** One change of a document, as publishers make them. */
const change: fc.Arbitrary<(document: Pieces) => Pieces> = fc
  .tuple(fc.nat(6), fc.nat(5), fc.array(fc.constantFrom(...IN_ENTRY), { maxLength: 4 }), pieces)
  .map(([what, at, entry, other]) => (document) => {
    const { entries } = document;
    if (what === 0) return { ...document, entries: [entry, ...entries] };
    if (what === 1) return { ...document, entries: entries.toSpliced(at, 1) };
    if (what === 2) return { ...document, entries: entries.toSpliced(at, 1, entry) };
    if (what === 3) return { ...document, head: other.head };
    if (what === 4) return { ...document, base: other.base };
    if (what === 5) return { ...document, entries: entries.toReversed(), tail: other.tail };
    return { ...document, declared: other.declared };
  });

function written({ kind, declared, base, head, entries, gap, tail }: Pieces): string {
  const [root, name] = { rss: ['rss', 'item'], rdf: ['rdf:RDF', 'item'], atom: ['feed', 'entry'] }[
    kind as 'rss'
  ] as [string, string];
  const body = entries
    .map((entry, index) => `<${name}><title>${index % 3}</title>${entry.join('')}</${name}>`)
    .join(gap);
  const channel = kind === 'atom' ? ['', ''] : ['<channel>', '</channel>'];
  return `<${root}${declared}${base}>${channel[0]}${head.join('')}${body}${tail}${channel[1]}</${root}>`;
}

function read(text: string, kind: FeedKind, previous: DocumentDigest | null = null) {
  try {
    return parseFeed(SourceText.of(text), kind, { ...context, previous });
  } catch (error) {
    return { error: String(error) };
  }
}

describe('what is read against the digest of the previous document', () => {
  it('is what is read without it', () => {
    let incremental = 0;
    fc.assert(
      fc.property(pieces, change, (before, changed) => {
        const [first, second] = [before, changed(before)].map(written) as [string, string];
        const old = read(first, before.kind);
        const whole = read(second, before.kind);
        const part = read(second, before.kind, 'error' in old ? null : old.digest);
        if ('error' in old || 'error' in whole || 'error' in part) {
          expect(part).toEqual(whole);
          return;
        }
        const { places, entries, ...feed } = part;
        const { entries: expected, ...wholeFeed } = whole;
        expect(feed).toEqual(wholeFeed);
        if (places === undefined) {
          expect(entries).toEqual(expected);
          return;
        }
        incremental += 1;
        const changedEntries = entries.values();
        const together = places.map((place) =>
          place === null ? changedEntries.next().value : old.entries[place],
        );
        expect(together).toEqual(expected);
        expect(changedEntries.next().done).toBe(true);
      }),
    );
    expect(incremental).toBeGreaterThan(10);
  });

  const feed = (base: string, entry = '<title>One</title><link href="a"/>') =>
    `<feed xmlns="http://www.w3.org/2005/Atom"${base}><title>T</title><entry>${entry}</entry></feed>`;

  it.each([
    ['of the feed', feed(' xml:base="https://a.test/"'), feed(' xml:base="https://b.test/"')],
    ['of the feed, where there was none', feed(''), feed(' xml:base="https://b.test/"')],
    [
      'of a link',
      feed('', '<title>One</title><link xml:base="https://a.test/" href="a"/>'),
      feed('', '<title>One</title><link xml:base="https://b.test/" href="a"/>'),
    ],
  ])('sees a change of xml:base %s', (_, first, second) => {
    const [old, whole] = [read(first, 'atom'), read(second, 'atom')];
    if ('error' in old || 'error' in whole) throw new Error('not read');
    const part = read(second, 'atom', old.digest);
    expect(part).toMatchObject({ entries: [{ url: 'https://b.test/a' }] });
    expect(whole.entries[0]?.sourceHash).not.toBe(old.entries[0]?.sourceHash);
  });

  it('leaves comments around entries and the time of the build out of account', () => {
    const built = (time: string) =>
      `<rss><channel><!-- ${time} --><lastBuildDate>${time}</lastBuildDate><title>T</title><item><title>One</title></item><!-- ${time} --></channel></rss>`;
    const old = read(built('today'), 'rss');
    if ('error' in old) throw new Error(old.error);
    expect(read(built('yesterday'), 'rss', old.digest)).toMatchObject({ places: [0], entries: [] });
  });

  it('compares entries with an element between them', () => {
    const withLink = (link: string, title = 'Two') =>
      `<rss><channel><item><title>One</title></item>${link}<item><title>${title}</title></item></channel></rss>`;
    const old = read(withLink('<link>/a</link>'), 'rss');
    if ('error' in old) throw new Error(old.error);
    const changed = read(withLink('<link>/a</link>', 'New'), 'rss', old.digest);
    expect(changed).toMatchObject({ places: [0, null], entries: [{ title: 'New' }] });
    expect(read(withLink('<link>/b</link>'), 'rss', old.digest)).not.toHaveProperty('places');
  });

  it('sees a change behind a CDATA section with the start of a comment', () => {
    const inLanguage = (language: string) =>
      `<rss><channel><description><![CDATA[<!-- x]]></description><language>${language}</language><!-- end --><item><title>One</title></item></channel></rss>`;
    const old = read(inLanguage('en'), 'rss');
    if ('error' in old) throw new Error(old.error);
    expect(read(inLanguage('de'), 'rss', old.digest)).not.toHaveProperty('places');
  });
});
