import { describe, expect, it } from 'vitest';
import {
  htmlToText,
  sanitisedToText,
} from '../../../../src/service/sources/document/html-to-text.js';
import { placeAt } from '../../../../src/service/sources/document/references.js';
import { sanitiseHtml } from '../../../../src/service/sources/document/sanitise-html.js';

const PLACE = placeAt('https://a.test/posts/', 'https://a.test/posts/one');
const clean = (html: string) => sanitiseHtml(html, PLACE);
const link = (href: string, text: string) => `<p><a href="${href}">${text}</a></p>`;

const SPACER = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** A PNG of five by five. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==';

describe('a player becomes a link with its name', () => {
  it.each([
    [
      '<iframe src="//www.youtube-nocookie.com/embed/Zk9-_aB1cD0?rel=0&start=75"></iframe>',
      'https://www.youtube.com/watch?v=Zk9-_aB1cD0&amp;t=75',
      'YouTube',
    ],
    [
      '<iframe src="https://www.youtube.com/embed/videoseries?list=PL12"></iframe>',
      'https://www.youtube.com/playlist?list=PL12',
      'YouTube',
    ],
    [
      '<iframe title="How boats float" src="https://player.vimeo.com/video/7654321"></iframe>',
      'https://vimeo.com/7654321',
      'How boats float · Vimeo',
    ],
    [
      '<iframe src="about:blank" data-cookieblock-src="https://open.spotify.com/embed/track/3n3P?si=1"></iframe>',
      'https://open.spotify.com/track/3n3P',
      'Spotify',
    ],
    [
      '<iframe src="https://bandcamp.com/EmbeddedPlayer/album=9/"><a href="https://band.bandcamp.com/album/sea">Sea by Band &amp; Co</a></iframe>',
      'https://band.bandcamp.com/album/sea',
      'Sea by Band &amp; Co',
    ],
    [
      '<iframe src="https://tube.test/videos/embed/0a1b-2c"></iframe>',
      'https://tube.test/videos/watch/0a1b-2c',
      'tube.test',
    ],
    [
      '<iframe src="https://www.charts.test/embed?id=4" title=""></iframe>',
      'https://www.charts.test/embed?id=4',
      'charts.test',
    ],
    [
      '<object data="https://www.youtube.com/v/Zk9-_aB1cD0" type="application/x-shockwave-flash"><p>No Flash</p></object>',
      'https://www.youtube.com/watch?v=Zk9-_aB1cD0',
      'YouTube',
    ],
    [
      '<object><param name="wmode" value="opaque"><param name="movie" value="https://old.test/film.swf"><embed src="https://old.test/film.swf"></object>',
      'https://old.test/film.swf',
      'film.swf',
    ],
    [
      '<object type="application/pdf" data="menu.pdf"></object>',
      'https://a.test/posts/menu.pdf',
      'menu.pdf',
    ],
    ['<embed src="/player.html">', 'https://a.test/player.html', 'a.test'],
    [
      '<lite-youtube videoid="Zk9-_aB1cD0"><button>Play</button></lite-youtube>',
      'https://www.youtube.com/watch?v=Zk9-_aB1cD0',
      'YouTube',
    ],
    [
      '<amp-vimeo data-videoid="7654321" layout="responsive"></amp-vimeo>',
      'https://vimeo.com/7654321',
      'Vimeo',
    ],
    [
      '<script src="https://gist.github.com/jo/0a1b2c.js"></script>',
      'https://gist.github.com/jo/0a1b2c',
      'GitHub Gist',
    ],
  ])('%s', (html, href, text) => {
    expect(clean(`<p>a</p>${html}<p>b</p>`)).toBe(`<p>a</p>${link(href, text)}<p>b</p>`);
  });

  it('stands within its paragraph', () => {
    expect(clean('<p>See<iframe src="https://x.test/e"></iframe>now</p>')).toBe(
      '<p>See <a href="https://x.test/e">x.test</a> now</p>',
    );
  });

  it.each([
    ['<iframe src="https://count.test/ns" width="0" height="0"></iframe>'],
    ['<iframe src="https://count.test/ns" style="display:none"></iframe>'],
    ['<iframe src="javascript:alert(1)"></iframe>'],
    ['<!-- <iframe src="https://x.test/"></iframe> -->'],
    ['<script src="https://cdn.test/gist.github.com.js"></script>'],
  ])('is nothing: %s', (html) => {
    expect(clean(html)).toBe('');
  });

  it('loses no text behind a frame without an end', () => {
    const html = 'a<iframe src="https://x.test/"><p>b</p><iframe src="https://y.test/"/><p>c</p>';
    expect(htmlToText(clean(html))).toBe('a\nx.test\n\nb\n\ny.test\n\nc');
  });
});

describe('a picture is shown once, in its best version', () => {
  const shown = (html: string) =>
    [...clean(html).matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src);

  it.each([
    [`<img src="${SPACER}" data-srcset="/s.jpg 320w, /m.jpg 1024w, /l.jpg 2600w">`, '/m.jpg'],
    ['<img srcset="/s.jpg 320w, /m.jpg 960w">', '/m.jpg'],
    ['<img srcset="/s.jpg 1x, /m.jpg 3x">', '/s.jpg'],
    ['<img src="" data-lazy-src="/m.jpg">', '/m.jpg'],
    ['<img src="/img/spacer.gif" data-orig-src="/m.jpg">', '/m.jpg'],
    ['<img src="/lqip/m-20.jpg" data-src="/m.jpg" class="lazyload blur-up">', '/m.jpg'],
    ['<img src="/loading.svg" data-flickity-lazyload="/m.jpg">', '/m.jpg'],
    ['<img src="/placeholder.png" srcset="/m.jpg 700w">', '/m.jpg'],
    ['<img src="/m.jpg" srcset="/m-2x.jpg 2x">', '/m.jpg'],
    ['<img src="/s.jpg" srcset="/s.jpg 300w, /m,w_1100.jpg 1100w">', '/m,w_1100.jpg'],
    [
      '<picture><source srcset="/m.avif" type="image/avif"><source data-srcset="/m.webp" type="image/webp"><img alt="M"></picture>',
      '/m.webp',
    ],
    [`<picture><source srcset="/x.webp 900w"><img src="/m.jpg" alt="M"></picture>`, '/m.jpg'],
    ['<picture><source srcset="/s.jpg 200w, /m.jpg 1300w"></picture>', '/m.jpg'],
    [
      '<amp-img src="/m.jpg" alt="M" layout="fill"><noscript><img src="/m.jpg"></noscript></amp-img>',
      '/m.jpg',
    ],
    ['<noscript><img src="/m.jpg"></noscript>', '/m.jpg'],
    ['<noscript>&lt;img src="/m.jpg"&gt;</noscript>', '/m.jpg'],
    [
      `<figure><img src="${SPACER}" data-src="/m.jpg"></figure><noscript><img src="/m-full.jpg"></noscript>`,
      '/m.jpg',
    ],
    [
      `<noscript><img src="/m.jpg"></noscript><img src="${SPACER}" data-src="/m-800.jpg">`,
      '/m.jpg',
    ],
    ['<img src="/m.jpg"><noscript><img src="/m.jpg"></noscript>', '/m.jpg'],
    ['<img src="/pixel.gif" class="lazy"><noscript><img src="/m.jpg"></noscript>', '/m.jpg'],
    ['<object type="image/svg+xml" data="m.svg"><img src="/m.jpg"></object>', '/m.jpg'],
    ['<img src="/grey-heron.jpg">', '/grey-heron.jpg'],
  ])('%s', (html, src) => {
    expect(shown(html)).toEqual([`https://a.test${src}`]);
  });

  it('keeps two pictures apart', () => {
    const html = '<img data-src="/a.jpg"><p>Text</p><noscript><img src="/b.jpg"></noscript>';
    expect(shown(html)).toEqual(['https://a.test/a.jpg', 'https://a.test/b.jpg']);
  });

  it('keeps small data: pictures, and no placeholders and drawings', () => {
    expect(shown(`<img src="${DOT}">`)).toEqual([DOT]);
    expect(clean(`<img src="${SPACER}"><img src="data:image/svg+xml;base64,PHN2Zz4=">`)).toBe('');
    expect(clean(`<img src="${DOT}${'A'.repeat(70_000)}">`)).toBe('');
    expect(clean(`<a href="${DOT}">x</a><video src="${DOT}"></video>`)).toBe(
      '<a>x</a><video></video>',
    );
  });

  it('has sounds and films whose address is elsewhere', () => {
    expect(clean('<amp-video src="/v.mp4" width="640" controls></amp-video>')).toBe(
      '<video src="https://a.test/v.mp4" controls></video>',
    );
    expect(clean('<audio controls><source data-src="/a.ogg" type="audio/ogg"></audio>')).toBe(
      '<audio controls><source type="audio/ogg" src="https://a.test/a.ogg"></source></audio>',
    );
  });
});

describe('noscript', () => {
  it.each([
    [
      '<noscript><a href="/poll">Take the poll</a></noscript>',
      '<a href="https://a.test/poll">Take the poll</a>',
    ],
    ['<noscript>Bitte JavaScript einschalten: <a href="/x">so</a></noscript>', ''],
    [
      '<noscript><iframe src="https://www.youtube.com/embed/Zk9"></iframe></noscript>',
      link('https://www.youtube.com/watch?v=Zk9', 'YouTube'),
    ],
  ])('%s becomes %s', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });
});

describe('formulas', () => {
  it.each([
    ['<mfrac><mn>7</mn><mn>12</mn></mfrac>', '7/12'],
    ['<msup><mi>r</mi><mn>2</mn></msup><mo>+</mo><msub><mi>a</mi><mi>i</mi></msub>', 'r^2+a_i'],
    ['<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>', '(a+b)/2'],
    ['<msqrt><mn>2</mn></msqrt><mo>&lt;</mo><mroot><mn>8</mn><mn>3</mn></mroot>', '√2<8^(1/3)'],
    [
      '<munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>',
      '∑_(k=1)^n',
    ],
    [
      '<semantics><mi>x</mi><annotation encoding="application/x-tex">x_{tex}</annotation></semantics>',
      'x',
    ],
    [
      '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>',
      '1 0; 0 1',
    ],
  ])('are kept, and have a text that says the same: %s', (inner, text) => {
    const html = clean(`<p>is <math display="block" onclick="x()">${inner}</math>.</p>`);
    expect(html).toContain('<p>is <math display="block"><m');
    expect(sanitisedToText(html)).toBe(`is ${text}.`);
    expect(htmlToText(html)).toBe(`is ${text}.`);
  });

  it('have their alternative text where nothing says how they look', () => {
    expect(clean('<math alttext="a &lt; b"><apply><lt/><ci>a</ci><ci>b</ci></apply></math>')).toBe(
      '<code>a &lt; b</code>',
    );
  });

  it('are shown once where a library sets them once more', () => {
    const html =
      '<p>so <span><span><math><msup><mi>e</mi><mi>x</mi></msup></math></span><span aria-hidden="true"><b>e</b>x</span></span> grows</p>';
    expect(htmlToText(clean(html))).toBe('so e^x grows');
  });

  it('may have a prefix', () => {
    const html = clean(
      '<p>is <m:math xmlns:m="x"><m:mfrac><m:mn>1</m:mn><m:mn>8</m:mn></m:mfrac></m:math></p>',
    );
    expect(html).toBe('<p>is <math><mfrac><mn>1</mn><mn>8</mn></mfrac></math></p>');
  });

  it('run nothing', () => {
    const html =
      '<math href="javascript:x"><mi xlink:href="javascript:x">a</mi><annotation-xml encoding="text/html"><img src=x onerror=x></annotation-xml><mglyph><style></mglyph><img src=y></math>';
    expect(clean(html)).not.toMatch(/javascript|onerror|style|annotation|mglyph/);
  });
});

describe('links', () => {
  it.each([
    ['#fn:1', 'https://a.test/posts/one#fn:1'],
    ['tel:+49-30-1', 'tel:+49-30-1'],
    ['magnet:?xt=urn:btih:aa', 'magnet:?xt=urn:btih:aa'],
    ['ftp://files.test/a.iso', 'ftp://files.test/a.iso'],
    ['www.b.test/x?y=1', 'https://www.b.test/x?y=1'],
    ['a.test/x', 'https://a.test/x'],
    ['www.html', 'https://a.test/posts/www.html'],
  ])('%s leads to %s', (href, expected) => {
    expect(clean(`<a href="${href}">x</a>`)).toBe(`<a href="${expected}">x</a>`);
  });

  it.each(['#', 'javascript:x', 'tel:', 'data:text/html,x', 'vbscript:x', 'blob:x', 'file:///etc'])(
    '%s leads nowhere',
    (href) => {
      expect(clean(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
    },
  );

  it('to parts of a page need the page', () => {
    expect(sanitiseHtml('<a href="#a">x</a>', 'https://a.test/')).toBe('<a>x</a>');
  });
});

describe('hostile markup is replaced in linear time', () => {
  it.each([
    '<iframe>',
    '<object>',
    '<noscript>',
    '<math>',
    '<picture>',
    '<iframe></iframe>',
    '<object><noscript>',
    '<x-youtube videoid=abc>',
    '<noscript><img src=a></noscript>',
    '</iframe',
    '<math><mfrac>',
    '<math',
    '<iframe/',
    `<img srcset="${'a,'.repeat(9000)}">`,
    `<img srcset="${' '.repeat(9000)}">`,
    `<a data-${'-a'.repeat(9000)}="x">`,
    '&lt;img',
    '<',
    '<p><picture><source srcset=a ',
  ])('%#', (piece) => {
    const html = piece.repeat(Math.ceil(1_000_000 / piece.length));
    sanitisedToText(clean(html));
    htmlToText(html);
  });
});
