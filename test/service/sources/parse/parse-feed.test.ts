import { describe, expect, it } from 'vitest';
import type { SourceDocument, SourceEntry } from '../../../../src/service/core/source-document.js';
import { isFeed, sniffText } from '../../../../src/service/sources/document/sniff.js';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';

const now = Date.UTC(2026, 0, 10, 12);

function parse(text: string, url = 'https://example.com/feeds/main.xml'): SourceDocument {
  const kind = sniffText(text);
  if (!isFeed(kind)) throw new Error(`sniffed as ${kind}`);
  return parseFeed(text, kind, { url, now });
}

const NAMESPACES = `xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"`;

const rss = (items: string, head = '<title>T</title><link>https://example.com/</link>') =>
  `<?xml version="1.0"?><rss version="2.0" ${NAMESPACES}><channel>${head}${items}</channel></rss>`;

function entry(body: string, url?: string): SourceEntry {
  const first = parse(rss(`<item>${body}</item>`), url).entries[0];
  if (first === undefined) throw new Error('no entry');
  return first;
}

const iso = (ms: number | null | undefined) =>
  typeof ms === 'number' ? new Date(ms).toISOString() : ms;

describe('formats', () => {
  it('RSS 2.0', () => {
    const document = parse(
      rss(
        `<item><title>One &amp; only</title><link>https://example.com/1</link><guid>g1</guid>
         <description>&lt;p&gt;Hello &lt;b&gt;world&lt;/b&gt;&lt;/p&gt;</description>
         <pubDate>Tue, 06 Jan 2026 10:00:00 +0200</pubDate><author>ann@example.com (Ann)</author></item>`,
        `<title>News</title><link>https://example.com/</link><description>All of it</description>
         <language>en-US</language><image><url>/icon.png</url></image><ttl>90</ttl>`,
      ),
    );
    expect(document).toMatchObject({
      title: 'News',
      description: 'All of it',
      icon: 'https://example.com/icon.png',
      language: 'en-US',
      siteUrl: 'https://example.com/',
      schedule: { minIntervalMs: 90 * 60_000, skipHours: [], skipDays: [] },
    });
    expect(document.entries).toEqual([
      {
        guid: 'g1',
        url: 'https://example.com/1',
        title: 'One & only',
        descriptionText: 'Hello world',
        descriptionHtml: '<p>Hello <b>world</b></p>',
        thumbnail: null,
        datePublished: Date.UTC(2026, 0, 6, 8),
        authors: [{ name: 'Ann' }],
        extras: null,
        podcastXml: null,
        sourceHash: expect.stringMatching(/^[\w-]{22}$/),
      },
    ]);
  });

  it('hashes what the source says of an entry, all but its date', () => {
    const said = {
      guid: '<guid>g1</guid>',
      title: '<title>One</title>',
      link: '<link>https://example.com/1</link>',
      text: '<description>Said 3 min ago</description>',
      author: '<author>Ann</author>',
      date: '<pubDate>Tue, 06 Jan 2026 10:00:00 GMT</pubDate>',
    };
    const hashOf = (change: Partial<typeof said>) =>
      parse(rss(`<item>${Object.values({ ...said, ...change }).join('')}</item>`)).entries[0]
        ?.sourceHash;
    const hashes = [
      {},
      { guid: '<guid>g2</guid>' },
      { title: '<title>Two</title>' },
      { link: '<link>https://example.com/2</link>' },
      { text: '<description>Said 4 min ago</description>' },
      { author: '<author>Bob</author>' },
    ].map(hashOf);

    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashOf({ date: '<pubDate>Wed, 07 Jan 2026 10:00:00 GMT</pubDate>' })).toBe(hashes[0]);
  });

  it('RSS 0.91 with its DOCTYPE, and capital letters', () => {
    const document = parse(
      `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN"
        "http://my.netscape.com/publish/formats/rss-0.91.dtd"><RSS VERSION="0.91"><CHANNEL><TITLE>Old</TITLE>
        <ITEM><TITLE>x</TITLE><LINK>http://example.com/x</LINK></ITEM></CHANNEL></RSS>`,
    );
    expect(document.title).toBe('Old');
    expect(document.entries[0]?.url).toBe('http://example.com/x');
  });

  it('RDF', () => {
    const document = parse(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>R</title>
        <link>http://example.com/</link><dc:language>ja</dc:language></channel>
        <item rdf:about="http://example.com/1"><title>x</title><link>http://example.com/1</link>
        <dc:date>2026-01-06</dc:date><dc:creator>Ann</dc:creator></item></rdf:RDF>`,
    );
    expect(document.language).toBe('ja');
    expect(document.entries[0]).toMatchObject({
      guid: 'http://example.com/1',
      authors: [{ name: 'Ann' }],
      datePublished: Date.UTC(2026, 0, 6),
    });
  });

  it('Atom 1.0', () => {
    const document = parse(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title type="html">A &amp;amp; B</title>
        <subtitle>sub</subtitle><link href="/" rel="alternate"/><link href="/self" rel="self"/>
        <author><name>Feed Author</name></author><icon>/favicon.ico</icon>
        <entry><id>tag:1</id><title type="text">1 &lt; 2 &lt;b&gt;</title><link href="/e1"/>
          <updated>2026-01-06T10:00:00Z</updated>
          <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x &amp; <i>y</i></p></div></content></entry>
        <entry><id>tag:2</id><title>two</title><author><name>Own</name></author>
          <published>2026-01-05T10:00:00Z</published><updated>2026-01-06T10:00:00Z</updated>
          <summary>&lt;p&gt;escaped without a type&lt;/p&gt;</summary></entry>
        <entry><id>tag:3</id><title>three</title><content type="image/png">aGVsbG8=</content></entry></feed>`,
      'https://example.com/blog/atom.xml',
    );
    expect(document).toMatchObject({
      title: 'A & B',
      description: 'sub',
      language: 'de',
      icon: 'https://example.com/favicon.ico',
      siteUrl: 'https://example.com/',
    });
    expect(document.entries).toMatchObject([
      {
        guid: 'tag:1',
        url: 'https://example.com/e1',
        title: '1 < 2 <b>',
        descriptionHtml: '<p>x &amp; <i>y</i></p>',
        descriptionText: 'x & y',
        authors: [{ name: 'Feed Author' }],
        datePublished: Date.UTC(2026, 0, 6, 10),
      },
      {
        authors: [{ name: 'Own' }],
        datePublished: Date.UTC(2026, 0, 5, 10),
        descriptionText: 'escaped without a type',
      },
      { descriptionHtml: '', url: '' },
    ]);
  });

  it('Atom 0.3', () => {
    const document = parse(
      `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Old</title><tagline>t</tagline>
        <entry><id>1</id><title>x</title><issued>2004-01-02T03:04:05Z</issued>
        <content type="text/html" mode="escaped">&lt;b&gt;y&lt;/b&gt;</content></entry></feed>`,
    );
    expect(document.description).toBe('t');
    expect(document.entries[0]).toMatchObject({ descriptionHtml: '<b>y</b>' });
    expect(iso(document.entries[0]?.datePublished)).toBe('2004-01-02T03:04:05.000Z');
  });

  it('an Atom feed that talks about RSS is Atom', () => {
    const document = parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id><title>x</title>
        <content type="html"><![CDATA[ <rss version="2.0"><channel><title>no</title></channel></rss> ]]></content>
        </entry></feed>`,
    );
    expect(document.title).toBe('A');
    expect(document.entries).toHaveLength(1);
  });

  it('JSON Feed', () => {
    const document = parse(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'J',
        home_page_url: 'https://example.com/',
        icon: 'https://example.com/i.png',
        language: 'en',
        authors: [{ name: 'Everybody' }],
        items: [
          {
            id: 7,
            url: 'posts/7',
            title: 'A <b> & B',
            content_html: '<p>x</p><script>y</script>',
            date_published: '2026-01-06T10:00:00Z',
            image: '/7.jpg',
          },
          { id: 'https://example.com/8', content_text: 'just <text>\nin lines', authors: [] },
        ],
      }),
    );
    expect(document).toMatchObject({
      title: 'J',
      icon: 'https://example.com/i.png',
      language: 'en',
    });
    expect(document.entries).toMatchObject([
      {
        guid: '7',
        url: 'https://example.com/posts/7',
        title: 'A <b> & B',
        descriptionHtml: '<p>x</p>',
        thumbnail: 'https://example.com/7.jpg',
        authors: [{ name: 'Everybody' }],
      },
      {
        url: 'https://example.com/8',
        title: 'just <text> in lines',
        descriptionHtml: '<p>just &lt;text&gt;<br />in lines</p>',
        descriptionText: 'just <text>\nin lines',
      },
    ]);
  });

  it.each([
    '<rss version="2.0"></rss>',
    '<rss version="2.0"/>',
    '<rss version="2.0"><channel/></rss>',
    '<rss version="2.0"><channel><title>T</title></channel></rss>',
    '<feed xmlns="http://www.w3.org/2005/Atom"/>',
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title></feed>',
    '{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[]}',
  ])('a document without items is a feed: %s', (text) => {
    expect(parse(text).entries).toEqual([]);
  });
});

describe('entries', () => {
  it.each([
    ['a title', '<title>x</title>'],
    ['a link', '<link>https://example.com/x</link>'],
    ['a guid', '<guid isPermaLink="false">x</guid>'],
    ['a text', '<description>x</description>'],
  ])('one with nothing but %s is kept', (_, body) => {
    expect(parse(rss(`<item>${body}</item>`)).entries).toHaveLength(1);
  });

  it('one with none of them is not', () => {
    expect(parse(rss('<item></item><item><category>x</category></item>')).entries).toEqual([]);
  });

  it('one without a title is called by its first words', () => {
    const text =
      'The first words of a text make a title when there is none, cut at a word of a hundred characters or fewer.';
    const { title } = entry(`<description>${text}</description>`);
    expect(title).toMatch(/^The first words of .* characters or…$/);
    expect(title.length).toBeLessThanOrEqual(101);
  });

  it('prefers the whole content to the summary', () => {
    expect(
      entry(
        '<description>short</description><content:encoded><![CDATA[<p>long</p>]]></content:encoded>',
      ),
    ).toMatchObject({ descriptionHtml: '<p>long</p>', descriptionText: 'long' });
  });

  it.each([
    ['<guid>https://example.com/g</guid>', 'https://example.com/g'],
    ['<guid isPermaLink="false">https://example.com/g</guid>', ''],
    ['<guid>tag:1</guid>', ''],
    ['<link/><atom:link href="https://example.com/a"/>', 'https://example.com/a'],
    ['<link>javascript:alert(1)</link>', ''],
    ['<link> \n https://example.com/x \n</link>', 'https://example.com/x'],
    [
      '<enclosure url="https://example.com/a.mp3" type="audio/mpeg" length="1"/>',
      'https://example.com/a.mp3',
    ],
  ])('finds the link in %s', (body, url) => {
    expect(entry(`<title>x</title>${body}`).url).toBe(url);
  });

  it.each([
    ['<dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator>', ['Ann', 'Bob']],
    ['<author>Ann</author><dc:creator>Bob</dc:creator>', ['Ann']],
    ['<author>ann@example.com</author>', ['ann@example.com']],
    ['<itunes:author>Ann</itunes:author>', ['Ann']],
    ['<dc:creator>Ann</dc:creator><dc:creator> Ann </dc:creator><dc:creator/>', ['Ann']],
    ['<dc:creator>Ann &amp;amp; Bob</dc:creator>', ['Ann & Bob']],
    ['<dc:creator>Ann Lee, Bob van Dam and Cy</dc:creator>', ['Ann Lee', 'Bob van Dam', 'Cy']],
    ['<author>Ann, Bob, und Åsa Ek</author>', ['Ann', 'Bob', 'Åsa Ek']],
    [
      '<dc:creator>Office of Trade, Industry and Energy</dc:creator>',
      ['Office of Trade, Industry and Energy'],
    ],
    ['', []],
  ])('reads the authors in %s', (body, names) => {
    expect(entry(`<title>x</title>${body}`).authors.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['<media:thumbnail url="/t.jpg"/><media:content url="/c.jpg" medium="image"/>', 't.jpg'],
    [
      '<media:group><media:content url="/v.mp4"><media:thumbnail url="/t.jpg"/></media:content></media:group>',
      't.jpg',
    ],
    ['<media:content url="/v.mp4" type="video/mp4"/><media:content url="/c.png"/>', 'c.png'],
    ['<enclosure url="/e.jpg" type="image/jpeg" length="1"/>', 'e.jpg'],
    ['<itunes:image href="/i.jpg"/>', 'i.jpg'],
    [
      '<media:content url="https://0.gravatar.com/avatar/1?s=96" medium="image"/><media:content url="/c?w=800" medium="image"/>',
      'c?w=800',
    ],
    [
      '<media:content url="/avatars/jo.png" medium="image"/><description>&lt;img src="/d.jpg"&gt;</description>',
      'd.jpg',
    ],
    ['<media:content url="/avatars/jo.png" medium="image"/>', 'avatars/jo.png'],
    [
      '<media:content width="140" url="/s.jpg"/><media:content width="460" url="/m.jpg"/><media:content width="4000" url="/l.jpg"/>',
      'm.jpg',
    ],
    [
      '<media:group><media:thumbnail url="/s.jpg" width="75"/><media:content url="/asset/1" medium="image" width="1000"/></media:group>',
      'asset/1',
    ],
    ['<enclosure url="/e.webp" type="application/octet-stream" length="1"/>', 'e.webp'],
    ['<enclosure url="/asset/5" type="image" length="1"/>', 'asset/5'],
    [
      '<description>&lt;p&gt;&lt;img src="/d.jpg?a=1&amp;amp;b=2"&gt;</description>',
      'd.jpg?a=1&b=2',
    ],
    [
      '<description>&lt;img src="/px.gif" width="1" height="1"&gt;&lt;img src="/d.jpg"&gt;</description>',
      'd.jpg',
    ],
    ['<description>&lt;img src="data:x" data-src="/lazy.jpg"&gt;</description>', 'lazy.jpg'],
  ])('finds the thumbnail in %s', (body, path) => {
    expect(entry(`<title>x</title>${body}`).thumbnail).toBe(`https://example.com/${path}`);
  });

  it.each([
    ['Use &lt;template&gt; for slots', 'Use <template> for slots'],
    ['The &lt;b&gt; tag', 'The <b> tag'],
    ['&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;', 'One two'],
  ])('takes Atom text %s for what it says', (text, expected) => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>x</title><content type="text">${text}</content></entry></feed>`;
    const [found] = parseFeed(atom, 'atom', { url: 'https://example.com/', now: 0 }).entries;
    expect(found?.descriptionText).toBe(expected);
  });

  it.each([
    ['<guid>/posts/1</guid>', 'https://example.com/posts/1'],
    ['<guid isPermaLink="false">/posts/1</guid>', ''],
    ['<guid>123</guid>', ''],
  ])('reads the permanent link %s', (guid, url) => {
    expect(entry(`<title>x</title>${guid}`).url).toBe(url);
  });

  it('has no thumbnail without a picture', () => {
    expect(entry('<enclosure url="/a.mp3" type="audio/mpeg"/>').thumbnail).toBeNull();
  });

  it('takes at most 500, the newest end of them', () => {
    const item = (n: number) =>
      `<item><guid>${n}</guid><pubDate>${new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toUTCString()}</pubDate></item>`;
    const numbers = Array.from({ length: 700 }, (_, index) => index);
    const ascending = parse(rss(numbers.map(item).join('')));
    const descending = parse(rss([...numbers].reverse().map(item).join('')));
    expect(ascending.entries).toHaveLength(500);
    expect(ascending.entries[0]?.guid).toBe('200');
    expect(descending.entries).toHaveLength(500);
    expect(descending.entries[0]?.guid).toBe('699');
  });
});

describe('unusual documents', () => {
  it('an Atom entry by itself is a feed of one', () => {
    const text = `<?xml version="1.0"?>
      <a:entry xml:lang="nl" xmlns:a="http://www.w3.org/2005/Atom"><a:id>tag:1</a:id><a:title>Alone</a:title>
      <a:link href="https://example.com/alone"/><a:updated>2026-01-02T03:04:05Z</a:updated></a:entry>`;
    expect(parse(text).entries).toMatchObject([
      {
        title: 'Alone',
        url: 'https://example.com/alone',
        datePublished: Date.UTC(2026, 0, 2, 3, 4, 5),
      },
    ]);
    expect(sniffText('<entry xmlns="urn:dictionary"><title>Alone</title></entry>')).toBe('xml');
  });

  it('reads the entities that a document declares itself', () => {
    const text = `<?xml version="1.0"?><!DOCTYPE rss [
      <!ENTITY shop "Tea &amp; Co"> <!ENTITY site 'https://example.com'> <!ENTITY both "&shop; (&site;)">
      <!ENTITY far SYSTEM "file:///etc/passwd"> ]>
      <rss version="2.0"><channel><title>&shop;</title><link>&site;/</link>
      <item><title>New at &both;</title><link>&site;/1</link><description><![CDATA[&shop; &far;]]></description></item></channel></rss>`;
    const document = parse(text);
    expect(document.title).toBe('Tea & Co');
    expect(document.entries[0]).toMatchObject({
      title: 'New at Tea & Co (https://example.com)',
      url: 'https://example.com/1',
    });
    expect(document.entries[0]?.descriptionText).toContain('&shop;');
  });

  it('is not made larger than its limit by entities within entities', () => {
    const names = Array.from({ length: 40 }, (_, at) => `e${at}`);
    const declarations = names.map(
      (name, at) =>
        `<!ENTITY ${name} "${at === 0 ? 'ha'.repeat(400) : `&e${at - 1};`.repeat(100)}">`,
    );
    const text = `<!DOCTYPE rss [${declarations.join('')}]><rss version="2.0"><channel><title>x</title><item><title>${'&e39;&e0;'.repeat(50_000)}</title></item></channel></rss>`;
    expect(parse(text).entries[0]?.title.length).toBeLessThanOrEqual(1000);
  });
});

describe('titles', () => {
  it.each([
    ['AT&amp;T', 'AT&T'],
    ['AT&amp;amp;T', 'AT&T'],
    ['It&amp;#8217;s', 'It’s'],
    ['Caf&eacute; &nbsp; au lait', 'Café au lait'],
    ['&lt;b&gt;Bold&lt;/b&gt; news', 'Bold news'],
    ['<![CDATA[<em>Bold</em> &amp; new]]>', 'Bold & new'],
    ['How to use &lt;b&gt; and &lt;script&gt;', 'How to use <b> and <script>'],
    ['1 &lt; 2 &amp; 3 &gt; 2', '1 < 2 & 3 > 2'],
    ['if a &lt; b &amp;amp; c &gt; d', 'if a < b & c > d'],
    ['  two\n  lines ', 'two lines'],
    ['R&D at Q&A', 'R&D at Q&A'],
    ['zero\u200bwidth\u0007bell', 'zerowidthbell'],
  ])('%j is %j', (markup, title) => {
    expect(entry(`<title>${markup}</title>`).title).toBe(title);
  });
});

describe('addresses', () => {
  it('are relative to the link of the feed, not to where the feed lives', () => {
    const found = entry(
      '<link>/a</link><description>&lt;a href="b?x=1&amp;amp;y=2"&gt;b&lt;/a&gt;&lt;img src="//cdn.example/i.png"&gt;</description>',
      'https://feeds.example/x/y.xml',
    );
    expect(found.url).toBe('https://example.com/a');
    expect(found.descriptionHtml).toBe(
      '<a href="https://example.com/b?x=1&amp;y=2">b</a><img src="https://cdn.example/i.png" />',
    );
  });

  it('are relative to the final address when the feed has no link', () => {
    const document = parse(rss('<item><link>a</link></item>', '<title>x</title>'));
    expect(document.entries[0]?.url).toBe('https://example.com/feeds/a');
  });

  const texts = `<img src="wheels.png"><a href="./part2.html">2</a><a href="../up.html">up</a><a href="/root">r</a><a href="#n1">n</a>`;
  const BESIDE_PAGE =
    '<img src="https://blog.example/trips/wheels/wheels.png" /><a href="https://blog.example/trips/wheels/part2.html">2</a><a href="https://blog.example/trips/up.html">up</a><a href="https://example.com/root">r</a><a href="https://blog.example/trips/wheels/#n1">n</a>';
  const LINK = 'https://blog.example/trips/wheels/';
  const escaped = texts.replace(/</g, '&lt;');

  it.each([
    [
      'RSS',
      rss(
        `<item><link>${LINK}</link><description>${escaped}</description><media:thumbnail url="t.png"/><enclosure url="ride.mp3" type="audio/mpeg"/></item>`,
      ),
    ],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><title>x</title><link href="https://example.com/"/>
       <entry><id>1</id><title>x</title><link href="${LINK}"/><link rel="enclosure" href="ride.mp3" type="audio/mpeg"/><media:thumbnail url="t.png"/><content type="html">${escaped}</content></entry></feed>`,
    ],
    [
      'JSON Feed',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'x',
        home_page_url: 'https://example.com/',
        items: [
          {
            id: '1',
            url: LINK,
            content_html: texts,
            image: 't.png',
            attachments: [{ url: 'ride.mp3', mime_type: 'audio/mpeg' }],
          },
        ],
      }),
    ],
  ])('of files beside a page are relative to the link of the item: %s', (_, document) => {
    const [found] = parse(document).entries;
    expect(found?.descriptionHtml).toBe(BESIDE_PAGE);
    expect(found?.thumbnail).toBe('https://blog.example/trips/wheels/t.png');
    expect(found?.extras?.attachments?.[0]?.url).toBe('https://blog.example/trips/wheels/ride.mp3');
  });

  it.each([
    ['xml:base="https://base.example/b/"', ''],
    ['', 'xml:base="https://base.example/b/"'],
  ])('of files stay relative to xml:base (%s %s)', (onFeed, onContent) => {
    const [found] = parse(
      `<feed xmlns="http://www.w3.org/2005/Atom" ${onFeed}><title>x</title><entry><id>1</id><link href="${LINK}"/>
       <content type="html" ${onContent}>&lt;img src="w.png">&lt;a href="#n">n&lt;/a></content></entry></feed>`,
    ).entries;
    expect(found?.descriptionHtml).toBe(
      `<img src="https://base.example/b/w.png" /><a href="${LINK}#n">n</a>`,
    );
  });

  it('follow xml:base through all its levels', () => {
    const document = parse(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://other.example/a/"><title>x</title>
        <link href="https://example.com/"/>
        <entry xml:base="b/"><id>1</id><title>x</title><link href="c"/>
        <content type="html" xml:base="d/">&lt;a href="e"&gt;e&lt;/a&gt;</content></entry></feed>`,
    );
    expect(document.entries[0]).toMatchObject({
      url: 'https://other.example/a/b/c',
      descriptionHtml: '<a href="https://other.example/a/b/d/e">e</a>',
    });
  });

  it.each([
    ['<link rel="http://www.iana.org/assignments/relation/alternate" href="/a"/>', 'a'],
    ['<link rel="self" href="/entries/1"/>', 'entries/1'],
    ['<content type="text/html" src="/out-of-line"/>', 'out-of-line'],
    ['<id>https://example.com/an-id</id>', 'an-id'],
    ['<id>https://example.com/an-id</id><link href="/a"/><link rel="self" href="/s"/>', 'a'],
    ['<link href="www.other.example/b"/>', '//www.other.example/b'],
    ['<link href="example.com/b"/>', 'b'],
  ])('of an entry may be written as %s', (links, path) => {
    const [found] = parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><link href="https://example.com/"/><entry><title>x</title>${links}</entry></feed>`,
    ).entries;
    expect(found?.url).toBe(new URL(path, 'https://example.com/').href);
  });

  it('with a bare & keep their parameters', () => {
    const found = entry('<link>https://example.com/?a=1&copy=2&amp;reg=3&lt=4</link>');
    expect(found.url).toBe('https://example.com/?a=1&copy=2&reg=3&lt=4');
  });
});

describe('HTML', () => {
  const html = (body: string) =>
    entry(`<guid>1</guid><description><![CDATA[${body}]]></description>`);

  it.each([
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="x()" style="color:red" class="y">x</p>', '<p>x</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<img src=x onerror=alert(1)>', '<img src="https://example.com/x" />'],
    ['<img src="data:image/svg+xml,<svg onload=alert(1)>">', ''],
    [
      '<iframe src="https://example.com"></iframe>after',
      '<p><a href="https://example.com/">example.com</a></p>after',
    ],
    ['<svg><script>alert(1)</script></svg><b>x</b>', '<b>x</b>'],
    ['<form action="/x"><input name="y"><button>z</button></form>', '<div>z</div>'],
    ['<center>a</center><center>b</center>', '<div>a</div><div>b</div>'],
    ['<style>p{}</style><p>x', '<p>x</p>'],
    ['<math><mtext><script>x</script></mtext></math>y', '<math><mtext></mtext></math>y'],
    ['<noscript><img src="/tracker" width="1"></noscript>y', 'y'],
    [
      '<base href="https://evil.example/"><a href="/x">y</a>',
      '<a href="https://example.com/x">y</a>',
    ],
    ['<meta http-equiv="refresh" content="0;url=x">y', 'y'],
    ['<a href="mailto:a@example.com">m</a>', '<a href="mailto:a@example.com">m</a>'],
  ])('%s becomes %s', (dirty, clean) => {
    expect(html(dirty).descriptionHtml).toBe(clean);
  });

  it('has a plain text with entities decoded once and blocks on their own lines', () => {
    const found = html(
      '<h2>A&nbsp;&amp;amp; B</h2><p>one<br>two</p><ul><li>x</li><li>y &lt;z&gt;</li></ul>',
    );
    expect(found.descriptionText).toBe('A &amp; B\n\none\ntwo\n\nx\n\ny <z>');
  });

  it('that is 100,000 tags deep stays bounded', () => {
    const deep = html(`${'<div>'.repeat(100_000)}text${'</div>'.repeat(100_000)}`);
    expect(deep.descriptionHtml.match(/<div>/g)?.length ?? 0).toBeLessThan(100);
  });
});

describe('dates', () => {
  it('without a zone take the zone most dates of the feed name', () => {
    const document = parse(
      rss(
        `<item><guid>1</guid><pubDate>Tue, 06 Jan 2026 10:00:00 +0900</pubDate></item>
         <item><guid>2</guid><pubDate>Tue, 06 Jan 2026 09:00:00</pubDate></item>`,
      ),
    );
    expect(document.entries.map(({ datePublished }) => iso(datePublished))).toEqual([
      '2026-01-06T01:00:00.000Z',
      '2026-01-06T00:00:00.000Z',
    ]);
  });

  it('of events are kept as they are, beside those of publication', () => {
    const event = entry('<title>x</title><pubDate>Sat, 06 Jun 2026 20:00:00 +0200</pubDate>');
    expect(event).toMatchObject({ datePublished: null, dateAhead: Date.UTC(2026, 5, 6, 18) });
    const announced = entry(
      '<title>x</title><pubDate>2026-06-06</pubDate><dcterms:modified xmlns:dcterms="http://purl.org/dc/terms/">2026-01-02</dcterms:modified>',
    );
    expect(announced.datePublished).toBe(Date.UTC(2026, 0, 2));
    expect(announced.dateAhead).toBeUndefined();
    expect(entry('<title>x</title><pubDate>9999-12-31</pubDate>').dateAhead).toBeUndefined();
  });

  it('that are missing, unreadable or in the future are null', () => {
    for (const date of ['', '<pubDate>soon</pubDate>', '<pubDate>2036-01-01</pubDate>']) {
      expect(entry(`<title>x</title>${date}`).datePublished).toBeNull();
    }
  });
});

describe('schedule hints', () => {
  const schedule = (head: string) => parse(rss('', head)).schedule;

  it.each([
    ['<ttl>30</ttl>', 30],
    ['<ttl>30</ttl><sy:updatePeriod>hourly</sy:updatePeriod>', 60],
    ['<sy:updatePeriod> daily </sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>', 360],
    ['<ttl>0</ttl>', null],
    ['<ttl>often</ttl>', null],
    ['<sy:updatePeriod>never</sy:updatePeriod>', null],
  ])('%s: %j minutes', (head, minutes) => {
    expect(schedule(head).minIntervalMs).toBe(minutes === null ? null : minutes * 60_000);
  });

  it('reads hours and days to skip, one or many', () => {
    expect(
      schedule('<skipHours><hour>3</hour></skipHours><skipDays><day>Sunday</day></skipDays>'),
    ).toMatchObject({ skipHours: [3], skipDays: [0] });
    expect(
      schedule(
        '<skipHours><hour>24</hour><hour>1</hour><hour>99</hour><hour>1</hour></skipHours><skipDays><day>saturday</day><day> Monday </day><day>x</day></skipDays>',
      ),
    ).toMatchObject({ skipHours: [0, 1], skipDays: [1, 6] });
    expect(schedule('<skipHours><hour> </hour><hour/></skipHours>')).toMatchObject({
      skipHours: [],
    });
  });
});

describe('broken documents', () => {
  const invalid = (message: RegExp) =>
    expect.objectContaining({ code: 'SOURCE_INVALID', message: expect.stringMatching(message) });

  it.each([
    ['in an entry', -60],
    ['in a tag', -3],
    ['before the end', -6],
  ])('cut off %s: whole entries are kept', (_, cut) => {
    const whole = rss(
      '<item><title>one</title></item><item><title>two</title><description>some text here</description></item>',
    );
    const document = parse(whole.slice(0, cut));
    expect(document.title).toBe('T');
    expect(document.entries[0]?.title).toBe('one');
  });

  it('cut off within CDATA or a comment', () => {
    const start = rss('<item><title>one</title></item>').replace('</channel></rss>', '');
    for (const rest of ['<item><title><![CDATA[two', '<!-- a comment', '<item><link>x</link']) {
      expect(parse(start + rest).entries.map(({ title }) => title)).toEqual(['one']);
    }
  });

  it.each([
    '<rss version="2.0"><channel><title>T</title><item><ti',
    '<rss version="2.0"><channel><title>T',
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1',
    '<rss version="2.0">',
  ])('cut off before any entry is whole: %s', (text) => {
    expect(() => parse(text)).toThrow(invalid(/breaks off in the middle/));
  });

  it('JSON that is cut off', () => {
    expect(() => parse('{"version":"https://jsonfeed.org/version/1.1","items":[{"id"')).toThrow(
      invalid(/JSON feed of example\.com is broken/),
    );
  });

  it('tolerates slips: bare &, unknown entities, control characters, wrong nesting, junk around', () => {
    const document = parse(
      `<b>Warning</b>: x in y.php\n${rss(
        '<item><title>Q&A &unknown; \u0001\u000bok</title><description>a</b> < b</description><link>https://example.com/1</link></item>',
      )}<script>tracker()</script><!-- cached -->`,
    );
    expect(document.entries[0]).toMatchObject({
      title: 'Q&A &unknown; ok',
      url: 'https://example.com/1',
    });
  });

  it.each([
    ['an element that is never closed', '<p>'],
    ['a void element of HTML', '<br>'],
    ['an end tag too many', '</p>'],
    ['a description without its end', '<description>text'],
    ['an end tag of the channel’s', '</channel>'],
  ])('%s in one entry does not hide the ones behind it', (_, slip) => {
    const items = Array.from({ length: 300 }, (_, number) => {
      const text = number === 1 || number === 200 ? slip : '';
      return `<item><title>${number}</title>${text}<description>${number}</description></item>`;
    });
    const { title, entries } = parse(rss(items.join('')));
    const others = items.map((_, number) => String(number)).filter((n) => n !== '1' && n !== '200');
    expect(title).toBe('T');
    expect(entries.map((each) => each.title)).toEqual(expect.arrayContaining(others));
    expect(new Set(entries.map((each) => each.title)).size).toBe(entries.length);
  });

  it('cut off behind an item without content is an error, and no empty feed', () => {
    const text = '<rss version="2.0"><channel><item></item><item><title>One</title>';
    expect(() => parse(text)).toThrow(/breaks off in the middle/);
  });

  it.each(['<p>', '<br>', '</b>'])('%s before the entries does not hide them', (slip) => {
    const found = parse(rss(`${slip}<item><title>one</title></item><item><title>2</title></item>`));
    expect(found.title).toBe('T');
    expect(found.entries.map(({ title }) => title)).toEqual(['one', '2']);
  });

  it('reads unescaped HTML in a description', () => {
    const found = entry('<description><p>raw <b>html</b><br>more</p></description><guid>1</guid>');
    expect(found.descriptionText).toBe('raw html\nmore');
    expect(found.guid).toBe('1');
  });
});

describe('hostile documents', () => {
  const invalid = (message: RegExp) =>
    expect.objectContaining({ code: 'SOURCE_INVALID', message: expect.stringMatching(message) });

  it('an entity bomb expands to nothing', () => {
    const levels = Array.from(
      { length: 10 },
      (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
    ).join('');
    const document = parse(
      `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "lol">${levels}]>${rss('<item><title>&l10; x</title></item>').slice(21)}`,
    );
    expect(document.entries[0]?.title).toBe('&l10; x');
  });

  it('an external entity is neither fetched nor read', () => {
    const document = parse(
      `<?xml version="1.0"?><!DOCTYPE rss [ <!-- it's ]> here --> <!ENTITY x SYSTEM "file:///etc/passwd"> ]>
        <rss version="2.0"><channel><title>&x;T</title><item><title>&x;</title></item></channel></rss>`,
    );
    expect(document.title).toBe('&x;T');
    expect(JSON.stringify(document)).not.toContain('root:');
  });

  it.each([
    ['open', '<a>'.repeat(100_000)],
    ['closed', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`],
    ['in an entry', `<item>${'<b>'.repeat(100_000)}</item>`],
  ])('100,000 nested tags (%s) are an error', (_, nested) => {
    expect(() => parse(rss(nested))).toThrow(invalid(/more than 500 deep/));
  });

  it('100,000 nested brackets of JSON are an error', () => {
    const text = `{"version":"https://jsonfeed.org/version/1.1","x":${'['.repeat(100_000)}`;
    expect(() => parse(text)).toThrow(invalid(/more than 100 deep/));
  });

  it.each([
    ['RSS', rss(`<item><title>T</title>${'<a/>'.repeat(300_000)}</item>`)],
    ['JSON', `{"version":"https://jsonfeed.org/version/1.1","items":[${'{},'.repeat(300_000)}{}]}`],
  ])('of more than 300,000 elements is refused as too large: %s', (_, text) => {
    const message = expect.stringContaining('example.com has more than 300000 elements');
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'SOURCE_TOO_LARGE', message }),
    );
  });

  it('names that reach for the prototype do no harm', () => {
    const text = rss(
      '<item><title>x</title></item><item><constructor>y</constructor><toString>z</toString></item><item><title>z</title></item>',
    );
    expect(parse(text).entries.map(({ title }) => title)).toEqual(['x', 'z']);
    expect(parse(rss('<__proto__><polluted>1</polluted></__proto__>')).entries).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ['open tags without an end', '<a '.repeat(200_000)],
    ['quotes without an end', `<a ${'x=" '.repeat(200_000)}`],
    ['tags with endless attributes', `<a ${'x="y" '.repeat(200_000)}>`],
    ['close tags of nothing', '</x>'.repeat(200_000)],
    ['CDATA openings', '<![CDATA['.repeat(80_000)],
    ['comment openings', '<!--'.repeat(200_000)],
    ['ampersands', '&'.repeat(800_000)],
    ['a DOCTYPE of brackets', `<!DOCTYPE x ${'['.repeat(400_000)}`],
    ['a title of opening tags', `<item><title>${'&lt;b&gt;'.repeat(80_000)}</title></item>`],
  ])('%s are read in linear time', { timeout: 30_000 }, (_, body) => {
    // Takes a tenth of a second; a quadratic reader takes longer than this test may.
    try {
      parse(rss(body));
    } catch (error) {
      expect(error).toEqual(invalid(/./));
    }
  });

  it('a document of 10,000 entries is cut before it is parsed', () => {
    const item = `<item><title>x</title><description>${'y'.repeat(400)}</description></item>`;
    expect(parse(rss(item.repeat(10_000))).entries).toHaveLength(500);
  });
});

it('gives items the address that a redirector carries, and what a search of Bing names', () => {
  const item =
    '<item><title>Bridge</title><link>http://www.bing.com/news/apiclick.aspx?url=https%3a%2f%2fpaper.test%2fa&amp;c=1</link>' +
    '<News:Source>The Paper</News:Source><News:Image>http://www.bing.com/th?id=1</News:Image></item>';
  const text = `<rss version="2.0" xmlns:News="https://www.bing.com/news/search?q=x"><channel><title>x</title>${item}</channel></rss>`;
  const [entry] = parseFeed(text, 'rss', { url: 'https://example.com/feed', now: 0 }).entries;
  expect(entry).toMatchObject({
    url: 'https://paper.test/a',
    authors: [{ name: 'The Paper' }],
    thumbnail: 'http://www.bing.com/th?id=1',
  });
});
