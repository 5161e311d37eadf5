import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SourceEntry } from '../../../../src/service/core/source-document.js';
import type { FeedKind } from '../../../../src/service/sources/document/sniff.js';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';
import { problemsOfXml } from '../../../support/well-formed.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const parse = (text: string, kind: FeedKind = 'rss') =>
  parseFeed(text, kind, { url: 'https://a.test/feed.xml', now: NOW });

const NAMESPACES = `xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:dcterms="http://purl.org/dc/terms/"
  xmlns:slash="http://purl.org/rss/1.0/modules/slash/"`;

function item(body: string, namespaces = NAMESPACES): SourceEntry {
  const [entry] = parse(
    `<rss version="2.0" ${namespaces}><channel><title>T</title><item><title>One</title>${body}</item></channel></rss>`,
  ).entries;
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

const within = (xml: string | null | undefined) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<r xmlns:itunes="i" xmlns:podcast="p">${xml}</r>\n`;

describe('values of alerts and earthquakes', () => {
  it('of the Common Alerting Protocol are lines of the text, each once', () => {
    const cap = 'xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2"';
    const { descriptionText, descriptionHtml } = item(
      `<description>Tornado Warning issued by the office.</description><cap:event>Tornado Warning</cap:event>
      <cap:severity>Extreme</cap:severity><cap:urgency>Immediate</cap:urgency>
      <cap:areaDesc>Bell &amp; Coryell, TX</cap:areaDesc><cap:expires>2026-11-22T13:00:00-06:00</cap:expires>
      <cap:geocode><valueName>SAME</valueName><value>048027</value></cap:geocode>`,
      cap,
    );
    expect(descriptionText.split('\n')).toEqual([
      'Tornado Warning issued by the office.',
      'Severity: Extreme',
      'Urgency: Immediate',
      'Area: Bell & Coryell, TX',
      'Expires: 2026-11-22T13:00:00-06:00',
    ]);
    expect(descriptionHtml).toContain('Area: Bell &amp; Coryell, TX<br />Expires');
  });

  it('stand alone in an item without a text', () => {
    const { descriptionText } = item(
      '<emsc:magnitude>ml 4.1</emsc:magnitude><emsc:depth>10</emsc:depth>',
      'xmlns:emsc="https://www.emsc-csem.org"',
    );
    expect(descriptionText).toBe('Magnitude: ml 4.1\nDepth: 10');
  });

  it('of the USGS are tags with the name of the value', () => {
    const [entry] = parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>USGS</title><entry><id>a</id><title>M 4.7 - Fiji</title>
      <category label="Age" term="Past Hour"/><category label="Magnitude" term="Magnitude 4"/>
      <category label="Contributor" term="us"/></entry></feed>`,
      'atom',
    ).entries;
    expect(entry?.extras?.tags).toEqual(['Age: Past Hour', 'Magnitude 4', 'Contributor']);
  });
});

describe('what an item has beside the fields of every item', () => {
  it('RSS', () => {
    const { extras } = item(`<link>https://a.test/1</link><comments>/1#c</comments>
      <description>Short &amp;amp; sweet</description><content:encoded>&lt;p&gt;All of it.&lt;/p&gt;</content:encoded>
      <category>Tea</category><category domain="d">tea</category><dc:subject>Herbs</dc:subject>
      <enclosure url="/1.mp3" length="1000" type="audio/mpeg"/>
      <media:content url="https://a.test/1.mp4" fileSize="99" duration="12.5"><media:title>Film</media:title></media:content>
      <itunes:duration>1:01</itunes:duration><itunes:keywords>not, used</itunes:keywords>
      <dcterms:modified>2026-11-21T10:00:00Z</dcterms:modified><dc:language>pt_BR</dc:language>
      <atom:link rel="related" href="https://b.test/"/>`);
    expect(extras).toEqual({
      attachments: [
        {
          url: 'https://a.test/1.mp3',
          mime_type: 'audio/mpeg',
          size_in_bytes: 1000,
          duration_in_seconds: 61,
        },
        {
          url: 'https://a.test/1.mp4',
          mime_type: 'video/mp4',
          size_in_bytes: 99,
          duration_in_seconds: 13,
          title: 'Film',
        },
      ],
      tags: ['Tea', 'Herbs'],
      date_modified: '2026-11-21T10:00:00.000Z',
      summary: 'Short & sweet',
      comments_url: 'https://a.test/1#c',
      external_url: 'https://b.test/',
      language: 'pt-BR',
    });
  });

  it('RDF', () => {
    const [entry] = parse(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ${NAMESPACES}>
       <channel rdf:about="x"><title>T</title></channel>
       <item rdf:about="https://a.test/1"><title>One</title><dc:subject>linux</dc:subject><dc:subject>kernel</dc:subject>
       <slash:section>news</slash:section><media:content url="https://a.test/1.ogg" type="audio/ogg"/></item></rdf:RDF>`,
      'rdf',
    ).entries;
    expect(entry?.extras).toEqual({
      attachments: [{ url: 'https://a.test/1.ogg', mime_type: 'audio/ogg' }],
      tags: ['linux', 'kernel'],
    });
  });

  it('Atom', () => {
    const [entry] = parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry xml:lang="de"><id>1</id><title>One</title>
       <link href="https://a.test/1"/><link rel="enclosure" href="https://a.test/1.pdf" length="5" title="Paper"/>
       <link rel="replies" type="application/atom+xml" href="/c.atom"/><link rel="replies" type="text/html" href="/c"/>
       <category term="x" label="Ex"/><category term="y"/><published>2026-11-20T08:00:00Z</published>
       <updated>2026-11-21T08:00:00Z</updated><summary>In short</summary><content type="html">&lt;p&gt;At length&lt;/p&gt;</content></entry></feed>`,
      'atom',
    ).entries;
    expect(entry?.extras).toEqual({
      attachments: [
        {
          url: 'https://a.test/1.pdf',
          mime_type: 'application/pdf',
          size_in_bytes: 5,
          title: 'Paper',
        },
      ],
      tags: ['Ex', 'y'],
      date_modified: '2026-11-21T08:00:00.000Z',
      summary: 'In short',
      comments_url: 'https://a.test/c',
      language: 'de',
    });
  });

  it('JSON Feed', () => {
    const attachment = {
      url: 'https://a.test/1.mp3',
      mime_type: 'audio/mpeg',
      title: 'Episode',
      size_in_bytes: 12,
      duration_in_seconds: 4,
    };
    const item = {
      id: '1',
      content_text: 'Text',
      summary: 'Short',
      tags: ['a', 'b'],
      language: 'en-GB',
      date_published: '2026-11-20T00:00:00Z',
      date_modified: '2026-11-21T00:00:00Z',
      external_url: 'https://b.test/',
      attachments: [attachment],
    };
    const [entry] = parse(JSON.stringify({ version: 'x', items: [item] }), 'json-feed').entries;
    expect(entry?.extras).toEqual({
      attachments: [attachment],
      tags: ['a', 'b'],
      date_modified: '2026-11-21T00:00:00.000Z',
      summary: 'Short',
      external_url: 'https://b.test/',
      language: 'en-GB',
    });
  });

  it('is nothing for an item without any of it', () => {
    expect(item('<description>Text</description>').extras).toBeNull();
    expect(item('<description>Text</description>').podcastXml).toBeNull();
  });

  it('takes keywords for tags only where there are no categories', () => {
    expect(item('<itunes:keywords>tea, herbs</itunes:keywords>').extras?.tags).toEqual([
      'tea',
      'herbs',
    ]);
  });

  it('names a file once, with what any of its elements says', () => {
    const { extras } = item(`<enclosure url="https://a.test/1.mp3" type="audio/mpeg"/>
      <media:content url="https://a.test/1.mp3" fileSize="7" duration="9"/>`);
    expect(extras?.attachments).toEqual([
      {
        url: 'https://a.test/1.mp3',
        mime_type: 'audio/mpeg',
        size_in_bytes: 7,
        duration_in_seconds: 9,
      },
    ]);
  });

  it('leaves the picture of an item to its thumbnail', () => {
    const { extras, thumbnail } = item(
      '<media:content url="https://a.test/1.jpg" medium="image"/>',
    );
    expect(thumbnail).toBe('https://a.test/1.jpg');
    expect(extras).toBeNull();
  });

  it('has no download of the picture of the author, nor of sizes of one picture', () => {
    const { extras } = item(
      `<media:content url="https://a.test/asset/1?w=8" medium="image"/><media:content url="https://a.test/asset/1" type="image"/>
       <enclosure url="https://secure.gravatar.com/avatar/1.jpg" type="image/jpeg" length="1"/>`,
    );
    expect(extras).toBeNull();
  });

  it('takes a kind for a type where nothing says more', () => {
    const { extras } = item(
      `<enclosure url="https://a.test/asset/1" type="image"/><media:content url="https://a.test/2" medium="video"/>
       <media:content url="https://a.test/3.mp3" medium="audio"/>`,
    );
    expect(extras?.attachments?.map((file) => file.mime_type)).toEqual([
      'image/jpeg',
      'video/mp4',
      'audio/mpeg',
    ]);
  });

  it.each([
    ['type="mp3"', 'https://a.test/4', 'audio/mpeg'],
    ['type=".M4A"', 'https://a.test/4', 'audio/mp4'],
    ['type="audio/mp3"', 'https://a.test/4', 'audio/mpeg'],
    ['type="text/html"', 'https://a.test/4.mp3', 'audio/mpeg'],
    ['type="text/vtt"', 'https://a.test/4.vtt', 'text/vtt'],
    ['', 'https://a.test/get.php?file=4.mp3&amp;x=1', 'audio/mpeg'],
    ['type="audio"', 'https://a.test/4', 'audio/mpeg'],
    ['type="application/x-thing"', 'https://a.test/4.mp3', 'application/x-thing'],
  ])('has a true type for a file of %s at %s', (said, url, type) => {
    const { extras } = item(`<enclosure url="${url}" ${said}/>`);
    expect(extras?.attachments?.[0]?.mime_type).toBe(type);
  });

  const photo = (name: string, about = '', within = '') =>
    `<media:content url="https://a.test/${name}" medium="image" ${about}>${within}</media:content>`;
  const alt = (text: string) => `<media:description type="plain">${text}</media:description>`;

  it.each([
    ['a toot', photo('0.jpg', '', alt('Zero')) + photo('1.jpg', '', alt('One &amp; more'))],
    ['a group', `<media:group>${photo('0.jpg', '', alt('Zero'))}${photo('1.jpg')}</media:group>`],
    ['a toot with sizes', `${photo('0-300x200.jpg')}${photo('0.jpg')}${photo('1.jpg')}`],
    [
      'pictures beside a film',
      `<media:content url="https://a.test/v.mp4" type="video/mp4"/>${photo('0.jpg')}${photo('1.jpg')}`,
    ],
  ])('%s has all its pictures below the text and as media', (_, body) => {
    const { descriptionHtml, extras } = item(`<description>Photos</description>${body}`);
    expect(descriptionHtml).toMatch(
      /^<p>Photos<\/p><p><img src="https:\/\/a.test\/0[^"]*" alt="(?:Zero)?" \/><\/p><p><img src="https:\/\/a.test\/1.jpg" alt="(?:One &amp; more)?" \/><\/p>$/,
    );
    expect(extras?.attachments?.filter((file) => file.mime_type === 'image/jpeg')).toHaveLength(2);
  });

  it.each([
    [
      'of sizes',
      `<media:group>${[300, 600, 1200].map((width) => photo(`p-${width}.jpg`, `width="${width}"`)).join('')}</media:group>`,
    ],
    ['that the text shows', photo('1.jpg', '', alt('One')) + photo('small/2.jpg')],
    ['of one picture without a text of its own', photo('other.jpg')],
  ])('adds no pictures %s', (_, body) => {
    const text =
      '&lt;img src="https://a.test/1.jpg"&gt;&lt;img src="https://a.test/original/2.jpg"&gt;';
    const { descriptionHtml, extras } = item(`<description>${text}</description>${body}`);
    expect(descriptionHtml.match(/<img/g)).toHaveLength(2);
    expect(extras).toBeNull();
  });

  it.each([
    ['1:22:48.5', 4969],
    ['82 min', 4920],
    ['PT1H22M48S', 4968],
    ['1h22m', 4920],
    ['1 hr 2 mins', 3720],
    ['48s', 48],
    ['90', 90],
  ])('reads the duration %s', (duration, seconds) => {
    const { extras } = item(
      `<itunes:duration>${duration}</itunes:duration><enclosure url="https://a.test/1.mp3"/>`,
    );
    expect(extras?.attachments?.[0]?.duration_in_seconds).toBe(seconds);
  });

  it('keeps the alternative text of the only picture', () => {
    const { descriptionHtml, descriptionText } = item(
      `<description>A photo</description><media:group>${photo('0.png')}${alt('A round pie')}</media:group>`,
    );
    expect(descriptionHtml).toContain('<img src="https://a.test/0.png" alt="A round pie" />');
    expect(descriptionText).toBe('A photo');
  });

  it('has addresses of podcasts relative to the link of the item', () => {
    const { podcastXml } = item(
      '<link>https://a.test/shows/1/</link><podcast:transcript url="en.vtt" type="text/vtt"/><podcast:chapters url="/c.json"/>',
    );
    expect(podcastXml).toBe(
      '<podcast:transcript url="https://a.test/shows/1/en.vtt" type="text/vtt"/>\n<podcast:chapters url="https://a.test/c.json"/>',
    );
  });

  it('keeps chapters in the form of Podlove', () => {
    const chapters = `<psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters"><psc:chapter start="00:00:00" title="Hello &amp;amp; welcome" image="/c.png"/><psc:chapter start="00:01:30.5" title="Boats" href="https://a.test/boats"/></psc:chapters>`;
    expect(item(chapters).podcastXml).toBe(
      '<psc:chapters version="1.2"><psc:chapter start="00:00:00" title="Hello &amp;amp; welcome" image="https://a.test/c.png"/><psc:chapter start="00:01:30.5" title="Boats" href="https://a.test/boats"/></psc:chapters>',
    );
  });

  it('changes the hash of the source, and a later date alone does not', () => {
    const hashOf = (body: string) => item(body).sourceHash;
    const plain = hashOf('<dcterms:modified>2026-11-20</dcterms:modified>');
    expect(hashOf('<dcterms:modified>2026-11-21</dcterms:modified>')).toBe(plain);
    expect(hashOf('<category>a</category>')).not.toBe(plain);
    expect(hashOf('<itunes:season>1</itunes:season>')).not.toBe(plain);
  });
});

describe('bad input', () => {
  it('enclosures without an address, a type or a number', () => {
    const { extras } =
      item(`<enclosure type="audio/mpeg" length="5"/><enclosure url="" type="audio/mpeg"/>
      <enclosure url="https://a.test/a.mp3?x=1" length="3:45" type=""/><enclosure url="https://a.test/b" length="-5" type="mp3"/>
      <enclosure url="https://a.test/c.m4a" length="0" type="audio/x-m4a; codecs=aac"/>
      <enclosure url="https://a.test/d.mp3" length="99999999999999999999" type="a/b&quot; onclick=&quot;x"/>`);
    expect(extras?.attachments).toEqual([
      { url: 'https://a.test/a.mp3?x=1', mime_type: 'audio/mpeg' },
      { url: 'https://a.test/b', mime_type: 'audio/mpeg' },
      { url: 'https://a.test/c.m4a', mime_type: 'audio/x-m4a' },
      { url: 'https://a.test/d.mp3', mime_type: 'audio/mpeg' },
    ]);
  });

  it('scripts and private addresses in attachments', () => {
    const { extras } = item(`<enclosure url="javascript:alert(1)" type="audio/mpeg"/>
      <enclosure url="data:text/html,x" type="audio/mpeg"/><enclosure url="file:///etc/passwd" type="a/b"/>
      <enclosure url="http://192.168.0.1/a.mp3" type="audio/mpeg"/>`);
    // Published as it is, and fetched by nobody here.
    expect(extras?.attachments).toEqual([
      { url: 'http://192.168.0.1/a.mp3', mime_type: 'audio/mpeg' },
    ]);
  });

  it('10,000 categories, long ones, and ones with markup', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `<category>c${at}</category>`).join('');
    expect(item(many).extras?.tags).toHaveLength(100);
    expect(item(`<category>${'x'.repeat(10_000)}</category>`).extras?.tags).toEqual([
      'x'.repeat(200),
    ]);
    const marked = item(
      '<category><![CDATA[<b>Bold</b> &amp; brave]]></category><category>&lt;script&gt;alert(1)&lt;/script&gt;</category>',
    );
    expect(marked.extras?.tags).toEqual(['Bold & brave', '<script>alert(1)</script>']);
  });

  it('1,000 enclosures', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `<enclosure url="/${at}.mp3"/>`).join('');
    expect(item(many).extras?.attachments).toHaveLength(20);
  });

  it('a prefix that is bound twice, or to something else, or by another name', () => {
    const season = '<itunes:season>2</itunes:season>';
    const apple = 'xmlns:itunes="http://www.itunes.com/DTDs/Podcast-1.0.dtd"';
    expect(item(season, `${apple} xmlns:itunes="http://b.test/"`).podcastXml).toBe(season);
    expect(item(season, '').podcastXml).toBe(season);
    expect(item(season, 'xmlns:itunes="http://b.test/"').podcastXml).toBeNull();
    const other = 'xmlns:pod.cast="http://www.itunes.com/dtds/podcast-1.0.dtd"';
    expect(item('<pod.cast:season>2</pod.cast:season>', other).podcastXml).toBe(season);
  });

  it('markup in elements of itunes', () => {
    const xml =
      item(`<itunes:summary><p onclick="x()">One <b>two</b><script>alert(1)</script></p></itunes:summary>
      <itunes:subtitle><![CDATA[<img src=x onerror=alert(1)>Hi]]></itunes:subtitle>
      <itunes:image href="javascript:alert(1)"/><itunes:author>A &amp; B</itunes:author>
      <itunes:title evil:x="1" xmlns:evil="http://e.test/" lang='a"b'>T<evil:x>no</evil:x></itunes:title>`).podcastXml;
    expect(xml).toBe(
      [
        '<itunes:summary>&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;</itunes:summary>',
        '<itunes:subtitle>&lt;img src="https://a.test/x" /&gt;Hi</itunes:subtitle>',
        '<itunes:author>A &amp; B</itunes:author>',
        '<itunes:title lang="a&quot;b">T</itunes:title>',
      ].join('\n'),
    );
    expect(problemsOfXml(within(xml))).toEqual([]);
  });

  it('elements beyond the limit are left out, and the others kept', () => {
    const people = Array.from(
      { length: 1000 },
      (_, at) => `<podcast:person role="guest">Person ${at}</podcast:person>`,
    ).join('');
    const xml = item(
      `<itunes:summary>${'long '.repeat(20_000)}</itunes:summary><itunes:season>3</itunes:season>${people}`,
    ).podcastXml;
    expect(xml?.startsWith('<itunes:season>3</itunes:season>\n<podcast:person')).toBe(true);
    expect(xml?.length).toBeLessThanOrEqual(16_384);
    expect(problemsOfXml(within(xml))).toEqual([]);
  });
});

describe('podcasts', () => {
  const source = readFileSync('test/fixtures/feeds/podcast.xml', 'utf8');

  it('keep the elements of their namespaces as they are', () => {
    const { entries, podcastXml } = parse(source);
    expect(podcastXml).toContain(
      '<itunes:category text="Society &amp; Culture"><itunes:category text="Places &amp; Travel"/></itunes:category>',
    );
    expect(podcastXml).toContain(
      '<podcast:person role="host" href="https://podcast.example/ines">',
    );
    // It would lead the subscribers of the published feed away.
    expect(podcastXml).not.toContain('new-feed-url');
    const [first, second] = entries;
    expect(first?.podcastXml).toContain('<podcast:transcript url="https://podcast.example/2/');
    expect(first?.podcastXml).toContain(
      '<podcast:source uri="https://cdn.podcast.example/2.opus"/></podcast:alternateEnclosure>',
    );
    expect(second?.podcastXml).toContain('<itunes:episode>6</itunes:episode>');
    expect(problemsOfXml(within(podcastXml))).toEqual([]);
  });

  it('keep them with their items when others have no content at all', () => {
    const gaps = source.replace('<item>', '<item></item><item><x/></item><item>');
    expect(parse(gaps).entries.map(({ podcastXml }) => podcastXml)).toEqual(
      parse(source).entries.map(({ podcastXml }) => podcastXml),
    );
  });

  it('keep them when the document breaks off', () => {
    const cut = source.slice(0, source.lastIndexOf('<item>') + 300);
    const [first, ...others] = parse(cut).entries;
    expect(others).toEqual([]);
    expect(first?.podcastXml).toBe(parse(source).entries[0]?.podcastXml);
  });

  it('keep those behind the items, too', () => {
    const late = '<itunes:block>yes</itunes:block>';
    const { podcastXml } = parse(source.replace('</channel>', `${late}</channel>`));
    expect(podcastXml?.endsWith(`\n${late}`)).toBe(true);
  });
});
