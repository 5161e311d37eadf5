import { describe, expect, it } from 'vitest';
import { SourceText } from '../../../../src/service/sources/document/source-text.js';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';
import { walkXml } from '../../../../src/service/sources/parse/walk-xml.js';

const context = { url: 'https://example.com/feeds/main.xml', now: Date.UTC(2026, 0, 10) };
const rss = (inside: string, declared = '') => `<rss${declared}><channel>${inside}</channel></rss>`;
const walk = (text: string) => walkXml(SourceText.of(text), 'example.com');

/** The children of each entry, as "name: text". */
const entriesOf = (text: string) =>
  walk(text).entries.map(({ children }) => children.map((one) => `${one.name}: ${one.text()}`));
const inEntry = (inside: string) => entriesOf(rss(`<item>${inside}</item>`))[0];

describe('a broken entry', () => {
  it.each([
    ['<title>a<link>b</link>', ['title: a', 'link: b']],
    ['<title>a<p>b<link>c</link>', ['title: a<p>b', 'link: c']],
    ['<p><title>a</title><p><link>b</link>', ['p: ', 'title: a', 'p: ', 'link: b']],
    ['<description>a<b>c', ['description: a<b>c']],
    ['<description><p>a<br>b</p></description>', ['description: <p>a<br>b</p>']],
    ['<br><title>a</title>', ['br: ', 'title: a']],
    ['</p><title>a</b>c</title>', ['title: a</b>c']],
    ['<title>a</Title>', ['title: a']],
    ['<title>1 <3 and <5 & 6</title><link>b</link>', ['title: 1 <3 and <5 & 6', 'link: b']],
    ['<media:content url="x"><guid>g</guid>', ['media:content: ', 'guid: g']],
    ['<title>How <b> and <script> work</title>', ['title: How <b> and <script> work']],
    ['<title><![CDATA[</title>]]></title>', ['title: </title>']],
    ['<!-- </item> --><title>a</title>', ['title: a']],
    ['<title a="</item>">a</title>', ['title: a']],
  ])('%s', (inside, children) => {
    expect(inEntry(inside)).toEqual(children);
  });

  it.each([
    ['one without an end tag', '<item><title>a</title><item><title>b</title></item>'],
    ['one that the channel ends', '<item><title>a</title></item><item><title>b</title>'],
    [
      'an end tag of what is around it',
      '<p><item></p><title>a</title></item><item><title>b</title></item>',
    ],
  ])('%s keeps its place', (_, items) => {
    expect(entriesOf(rss(items))).toEqual([['title: a'], ['title: b']]);
  });

  it('that the channel ends within an element is left out', () => {
    const text = rss('<item><title>a</title></item><item><title>b');
    expect(entriesOf(text)).toEqual([['title: a']]);
  });

  it('quotes entries in its text, and not elsewhere', () => {
    const list = '<list><item>x</item><item>y</item></list>';
    expect(inEntry(`<description>${list}</description>`)).toEqual([`description: ${list}`]);
    expect(inEntry(`<x:y>${list}</x:y><title>a</title>`)).toEqual([`x:y: ${list}`, 'title: a']);
  });

  it('ends at each of 4,000 without an end tag', () => {
    const items = Array.from({ length: 4000 }, (_, at) => `<item><title>${at}</title><p>x`);
    expect(walk(rss(items.join(''))).entries).toHaveLength(3999);
  });
});

describe('a broken head', () => {
  const head = (inside: string) =>
    walk(rss(`${inside}<item><title>a</title></item>`)).feed?.children.map(
      (one) => `${one.name}: ${one.text()}`,
    );

  it.each([
    ['<p><title>T</title>', ['p: ', 'title: T']],
    ['<title>T', ['title: T']],
    ['<title>T<link>l</link>', ['title: T', 'link: l']],
    ['</b><title>T</title>', ['title: T']],
  ])('%s', (inside, children) => {
    expect(head(inside)).toEqual(children);
  });

  it('is left out where the document breaks off in it', () => {
    const text = '<rss><channel><title>T</title><item><title>a</title></item><description>ha';
    const { feed, entries, isComplete } = walk(text);
    expect(feed?.children.map(({ name }) => name)).toEqual(['title']);
    expect(entries).toHaveLength(1);
    expect(isComplete).toBe(false);
  });
});

describe('prefixes', () => {
  const title = (items: string, declared = '') =>
    parseFeed(rss(items, declared), 'rss', context).entries.map((entry) => entry.title);

  it.each([
    ['nowhere', '<item><dc:title>a</dc:title></item>', ''],
    [
      'by another name',
      '<item><d:title>a</d:title></item>',
      ' xmlns:d="http://purl.org/dc/elements/1.1/"',
    ],
    [
      'on the element',
      '<item><d:title xmlns:d="http://purl.org/dc/elements/1.1">a</d:title></item>',
      '',
    ],
    [
      'with white space',
      '<item><d:title>a</d:title></item>',
      ' xmlns:d=" http://purl.org/dc/elements/1.1/ "',
    ],
    [
      'with an address that nobody knows',
      '<item><dc:title>a</dc:title></item>',
      ' xmlns:dc="urn:x"',
    ],
  ])('declared %s', (_, items, declared) => {
    expect(title(items, declared)).toEqual(['a']);
  });

  it('count where they are declared, and not behind it', () => {
    const items =
      '<item><x xmlns:d="http://purl.org/dc/elements/1.1/"/><d:title>a</d:title><link>https://a.test/</link></item>';
    expect(title(items)).toEqual(['']);
  });

  it('of the root are those of the format', () => {
    const text =
      '<a:feed xmlns:a="urn:mine"><a:title>T</a:title><a:entry><a:title>a</a:title></a:entry></a:feed>';
    expect(parseFeed(text, 'atom', context)).toMatchObject({
      title: 'T',
      entries: [{ title: 'a' }],
    });
  });

  it('may be missing where an element declares its namespace itself', () => {
    const text = rss(
      '<link xmlns="http://www.w3.org/2005/Atom" rel="self" href="/f"/><link>https://a.test/</link><item><encoded xmlns="http://purl.org/rss/1.0/modules/content/">&lt;b&gt;x</encoded></item>',
    );
    expect(parseFeed(text, 'rss', context)).toMatchObject({
      siteUrl: 'https://a.test/',
      push: { self: 'https://example.com/f' },
      entries: [{ descriptionHtml: '<b>x</b>' }],
    });
  });
});

describe('xml:base', () => {
  it.each([
    ['rss', `<rss xml:base="https://b.test/"><channel><item><link>a</link></item></channel></rss>`],
    ['rss', `<rss><channel xml:base="https://b.test/"><item><link>a</link></item></channel></rss>`],
    ['rss', rss('<item xml:base="https://b.test/"><link>a</link></item>')],
    ['rss', rss('<item><link xml:base="https://b.test/">a</link></item>')],
  ] as const)('counts where it stands: %s %s', (kind, text) => {
    expect(parseFeed(text, kind, context).entries[0]?.url).toBe('https://b.test/a');
  });

  it('of an XHTML div adds to that of its element', () => {
    const content =
      '<content type="xhtml" xml:base="https://b.test/a/"><div xml:base="b/"><a href="c">c</a></div></content>';
    const text = `<feed><entry><title>x</title>${content}</entry></feed>`;
    expect(parseFeed(text, 'atom', context).entries[0]?.descriptionHtml).toBe(
      '<a href="https://b.test/a/b/c">c</a>',
    );
  });
});

describe('linear time', () => {
  it.each([
    ['attributes', `<item a="b" ${'x="y" '.repeat(300_000)}><title>a</title></item>`],
    ['opening brackets', `<item><title>a</title>${'<'.repeat(500_000)}</item>`],
    ['end tags of nothing', `<item><title>a</title>${'</x>'.repeat(300_000)}</item>`],
    [
      'end tags in depth',
      `<item><title>a</title>${'<b>'.repeat(400)}${'</x>'.repeat(300_000)}</item>`,
    ],
    ['comments', `${'<!---->'.repeat(100_000)}<item><title>a</title></item>`],
    ['comments in items', `<item><title>a</title>${'<!---->'.repeat(100_000)}</item>`.repeat(3)],
    [
      'starts of comments in a section',
      `<item><title><![CDATA[${'<!--'.repeat(200_000)}]]></title></item>`,
    ],
    ['sections', `<item><title>${'<![CDATA[]]>'.repeat(100_000)}</title></item>`],
    ['references', `<item><description>${'&x;'.repeat(300_000)}</description></item>`],
    ['ampersands', `<item><description>${'&'.repeat(1_000_000)}</description></item>`],
    ['doctypes', `${'<!DOCTYPE x [>'.repeat(80_000)}<item><title>a</title></item>`],
    ['half tags', `<item><title>a</title>${'<a:'.repeat(300_000)}</item>`],
    [
      'an author of brackets',
      `<item><title>a</title><author>${'('.repeat(300_000)}</author></item>`,
    ],
    [
      'authors',
      `<item><title>a</title>${`<author>${'a'.repeat(990)}://</author>`.repeat(2000)}</item>`,
    ],
    [
      'declarations',
      `<item>${Array.from({ length: 5000 }, (_, at) => `<a xmlns:n${at}="u">`).join('</a>')}</item>`,
    ],
    ['hidden elements', `<item>${'<p><title>a</title>'.repeat(400)}</item>`],
    ['unclosed titles', `${'<item><title>'.repeat(100_000)}`],
    ['unclosed fields around items', `${'<b>'.repeat(400)}${'<item></item>'.repeat(100_000)}`],
  ])('%s', { timeout: 30_000 }, (_, inside) => {
    // Takes a tenth of a second; a quadratic reader takes longer than this test may.
    try {
      const { entries } = parseFeed(rss(inside), 'rss', context);
      for (const { descriptionHtml, extras } of entries)
        expect([descriptionHtml, extras]).toBeDefined();
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^SOURCE_/) });
    }
  });
});
