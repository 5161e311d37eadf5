import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedKind } from '../../../../src/service/sources/document/sniff.js';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';

const context = { url: 'https://example.com/feed', now: Date.UTC(2026, 0, 10) };
const titles = (text: string, kind: FeedKind) =>
  parseFeed(text, kind, context).entries.map(({ title }) => title);

/** Large enough to make V8 abort, were it ever handed to Array.from. */
const HUGE = 1_000_000_000;
const VERSION = 'https://jsonfeed.org/version/1.1';

const FORMS: ReadonlyArray<readonly [kind: FeedKind, document: (inside: string) => string]> = [
  [
    'rss',
    (x) =>
      `<rss version="2.0"><channel><title>T</title><item><title>one</title>${x}</item></channel></rss>`,
  ],
  [
    'atom',
    (x) =>
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:a="http://www.w3.org/2005/Atom" xmlns:q">"="http://www.w3.org/2005/Atom"><title>T</title><entry><id>1</id><title>one</title>${x}</entry></feed>`,
  ],
  [
    'rdf',
    (x) =>
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:r="http://purl.org/rss/1.0/"><channel><title>T</title></channel><item rdf:about="https://example.com/1"><title>one</title>${x}</item></rdf:RDF>`,
  ],
];

describe('members of JSON that a parser would read as properties', () => {
  it.each(['items', 'authors', 'hubs', 'tags', 'attachments'])('length in %s', (name) => {
    const feed = { version: VERSION, title: 'T', [name]: { length: HUGE } };
    expect(parseFeed(JSON.stringify(feed), 'json-feed', context)).toMatchObject({
      title: 'T',
      entries: [],
    });
  });

  it.each(['authors', 'author', 'tags', 'attachments'])('length in %s of an item', (name) => {
    const item = { id: '1', title: 'one', [name]: { length: HUGE, 0: 'x' }, length: HUGE };
    expect(titles(JSON.stringify({ version: VERSION, items: [item] }), 'json-feed')).toEqual([
      'one',
    ]);
  });

  it('constructor and __proto__ take nothing away', () => {
    const text = `{"version":"${VERSION}","constructor":"x","__proto__":{"length":9},"items":[{"id":"1","title":"one","constructor":1}]}`;
    expect(titles(text, 'json-feed')).toEqual(['one']);
  });

  it('any JSON below a feed is a feed or an error with a code', () => {
    const name = fc.constantFrom(
      'items',
      'title',
      'length',
      'constructor',
      '__proto__',
      'authors',
      'id',
      '0',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, HUGE, '3', 'x', ''),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (members) => {
        const feed = `{"version":"${VERSION}","items":${JSON.stringify(members)},"feed":${JSON.stringify(members)}}`;
        const read = () => parseFeed(feed, 'json-feed', context);
        expect(read).not.toThrow();
      }),
    );
  });
});

describe('JSON Feeds that say little', () => {
  it.each([
    `{"version":"${VERSION}","items":[]}`,
    `{"version":"${VERSION}"}`,
    '{"feed_url":"https://example.com/f","items":[{}]}',
    `{"version":"${VERSION}","items":"none"}`,
    `{"version":"${VERSION}","constructor":1}`,
  ])('are feeds without items: %s', (text) => {
    expect(parseFeed(text, 'json-feed', context)).toMatchObject({ title: '', entries: [] });
  });

  it('without a version or a title are read all the same', () => {
    const text = '{"items":[{"id":"1","title":"one"}],"home_page_url":"https://example.com/"}';
    expect(titles(text, 'json-feed')).toEqual(['one']);
  });
});

describe('elements that a parser would read as properties', () => {
  it.each(FORMS)('a length beside the title of the only item (%s)', (kind, document) => {
    expect(titles(document('<length>3:45</length>'), kind)).toEqual(['one']);
    expect(titles(document(`<length>${HUGE}</length>`), kind)).toEqual(['one']);
  });

  it.each([
    `<a><length>${HUGE}</length></a>`,
    `<author><length>${HUGE}</length><name>Ann</name></author>`,
    `<media:content xmlns:media="http://search.yahoo.com/mrss/"><length>${HUGE}</length></media:content>`,
    `<x y="<![CDATA["/><length>${HUGE}</length>`,
    `<length<!-- x -->>${HUGE}</length>`,
    `<len<!-- x -->gth>${HUGE}</length>`,
    `<constructor>x</constructor>`,
  ])('%s in an item keeps the item', (inside) => {
    for (const [kind, document] of FORMS) {
      expect(titles(document(inside), kind)).toEqual(['one']);
    }
  });

  it('in any spelling, with any prefix', () => {
    const letters = [...'length'].map((letter) => fc.constantFrom(letter, letter.toUpperCase()));
    const name = fc.tuple(...letters).map((parts) => parts.join(''));
    const prefix = fc.constantFrom('', 'a:', 'r:', 'q">":', 'atom:', 'x:');
    const space = fc.constantFrom('', ' ', '\n', '\u00a0', ' b="1"', ' b="<![CDATA["', '/');
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMS),
        name,
        prefix,
        space,
        ([kind, document], local, before, after) => {
          const tag = before + local;
          const text = document(`<${tag}${after}>${HUGE}</${tag}>`);
          // Ends at all: an element that is read as a property aborts the process.
          try {
            parseFeed(text, kind, context);
          } catch (error) {
            expect(error).toMatchObject({ code: 'SOURCE_INVALID' });
          }
        },
      ),
    );
  });

  it('in a title is still what the title says', () => {
    const text =
      '<rss version="2.0"><channel><item><title>How &lt;length&gt; and <length> work</title></item></channel></rss>';
    expect(titles(text, 'rss')).toEqual(['How <length> and <length> work']);
  });
});
