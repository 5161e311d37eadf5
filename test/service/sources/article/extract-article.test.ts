import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extractArticle } from '../../../../src/service/sources/article/extract-article.js';
import { htmlToText } from '../../../../src/service/sources/document/html-to-text.js';

const PAGES = new URL('../../../fixtures/articles/', import.meta.url);
const URL_OF_PAGE = 'https://site.test/news/page.html';

/** The words of a page between `<!--article-->` and `<!--/article-->`: the label of a fixture. */
function labelled(page: string): string[] {
  const parts = [...page.matchAll(/<!--article-->([\s\S]*?)<!--\/article-->/g)];
  return words(htmlToText(parts.map(([, part]) => part).join(' ')));
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** How many words two texts have in common, each as often as it stands in both. */
function common(some: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return some.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}

function extracted(name: string) {
  const html = readFileSync(new URL(name, PAGES), 'utf8');
  return { html, article: extractArticle({ html, url: URL_OF_PAGE }) };
}

const sample = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `${name}${at}${at % 9 === 8 ? ',' : ''}`).join(' ');

describe('articles of pages', () => {
  const names = readdirSync(PAGES).filter((name) => name !== 'paywall.html');

  it.each(names)('%s keeps its article and loses the rest of the page', (name) => {
    const { html, article } = extracted(name);
    const label = labelled(html);
    const found = words(article?.descriptionText ?? '');
    const both = common(found, label);
    expect(label.length).toBeGreaterThan(100);
    expect(both / label.length).toBeGreaterThan(0.97);
    expect(both / found.length).toBeGreaterThan(0.9);
  });

  it('keeps headings, code, tables and pictures, with absolute addresses', () => {
    const blog = extracted('blog.html').article?.descriptionHtml ?? '';
    expect(blog).toContain('saved += lastMissDuration.get(key)');
    expect(blog).toMatch(/<td>yearly report<\/td>/);
    const news = extracted('news.html').article?.descriptionHtml ?? '';
    expect(news).toContain('src="https://site.test/images/tower.jpg"');
    expect(news).toMatch(/<h2>A lens from a museum cellar<\/h2>/);
    const science = extracted('science.html').article?.descriptionHtml ?? '';
    expect(science).toContain('src="https://site.test/img/map.png"');
  });

  it('cleans what it extracts', () => {
    const text = 'A sentence that is long enough for an article, with commas, and more of them. ';
    const html = `<html><head><base href="https://cdn.test/x/"></head><body><article>
      <p onclick="steal()">${text.repeat(10)}</p><script>alert(1)</script>
      <p>${text.repeat(5)}<a href="javascript:alert(1)">bad</a> <a href="more">good</a></p>
      <iframe src="https://evil.test/"></iframe></article></body></html>`;
    const { descriptionHtml = '' } = extractArticle({ html, url: URL_OF_PAGE }) ?? {};
    expect(descriptionHtml).toContain('href="https://cdn.test/x/more"');
    expect(descriptionHtml).not.toMatch(/script|onclick|iframe/);
  });

  /** The HTML between the second and the third paragraph of an article. */
  const between = (part: string) => {
    const html = `<html><head><title>T</title></head><body><header class="site-header"><a href="/">Home</a></header>
      <article><h1>T</h1><p>${sample(80, 'alpha')}.</p><p>${sample(60, 'beta')}.</p>${part}<p>${sample(70, 'gamma')}.</p></article>
      <div class="related-posts"><a href="/x">Other</a></div></body></html>`;
    const { descriptionHtml = '' } = extractArticle({ html, url: URL_OF_PAGE }) ?? {};
    const from = descriptionHtml.indexOf('beta59.</p>') + 'beta59.</p>'.length;
    return descriptionHtml.slice(from, descriptionHtml.indexOf('<p>gamma0 ')).trim();
  };

  it.each([
    ['class="social-history"'],
    ['class="comment-on-the-ruling"'],
    ['class="commentaries"'],
    ['class="related-research lead"'],
    ['class="header-facts"'],
    ['id="footer-remarkable"'],
    ['class="hidden-costs"'],
    ['class="ad-copywriting"'],
    ['class="communityGarden"'],
  ])('keeps a text whose %s only contains a word of navigation', (name) => {
    expect(between(`<div ${name}><p>${sample(40, 'kept')}.</p></div>`)).toContain('kept39');
  });

  it.each([
    ['class="comments"'],
    ['class="commentList"'],
    ['class="post-comments wide"'],
    ['class="social-share-buttons"'],
    ['class="sidebar sidebar-right"'],
    ['id="site-footer"'],
    ['class="related-posts"'],
  ])('leaves out what %s says it is', (name) => {
    expect(between(`<div ${name}><p>${sample(40, 'left')}.</p></div>`)).toBe('');
  });

  it.each([
    [
      '<div class="player"><video controls src="/v.mp4"></video></div>',
      '<video controls src="https://site.test/v.mp4"></video>',
    ],
    [
      '<audio controls><source src="a.ogg" type="audio/ogg"></audio>',
      '<source src="https://site.test/news/a.ogg" type="audio/ogg">',
    ],
    [
      '<div><div><iframe src="https://www.youtube.com/embed/Zk9-_aB1cD0" title="Boats"></iframe></div></div>',
      '<p><a href="https://www.youtube.com/watch?v=Zk9-_aB1cD0">Boats · YouTube</a></p>',
    ],
    [
      '<div><lite-vimeo videoid="765"></lite-vimeo></div>',
      '<a href="https://vimeo.com/765">Vimeo</a>',
    ],
    ['<noscript><img src="/n.jpg"></noscript>', '<img src="https://site.test/n.jpg" />'],
    [
      '<picture><source srcset="/s.jpg 300w, /m.jpg 900w"><img alt="M"></picture>',
      '<img src="https://site.test/m.jpg" alt="M" />',
    ],
    ['<p>n<sup><a href="#fn:2">2</a></sup></p>', `<a href="${URL_OF_PAGE}#fn:2">2</a>`],
    ['<p>is <math><mfrac><mn>1</mn><mn>3</mn></mfrac></math></p>', '<math><mfrac>'],
  ])('keeps %s', (part, html) => {
    expect(between(part)).toContain(html);
  });

  it.each([
    ['nothing', ''],
    ['plain words', 'no page at all'],
    ['an empty page', '<html><body></body></html>'],
    ['elements without end', `<html><body>${'<div>'.repeat(100_000)}`],
    ['a frameset', '<html><frameset><frame src="a"></frameset></html>'],
  ])('finds no article in %s', (_what, html) => {
    expect(extractArticle({ html, url: URL_OF_PAGE })).toBeNull();
  });
});

/** Words with numbers: a layout keeps them all, in any order. */
const text = (name: string, count = 70) => `<p>${sample(count, name)}.</p>`;
const BODY = text('aa') + text('bb') + text('cc');
const LEAD = `${sample(30, 'lead')}.`;
const LIST = '<ul><li>item1 of what is needed</li><li>item2 of it</li></ul>';
const block = (content: string) => `<div class="block">${content}</div>`;

describe('what stands next to the paragraphs of an article is part of it', () => {
  it.each<[layout: string, html: string]>([
    ['a lead in a header', `<article><header><h1>T</h1><p>${LEAD}</p></header>${BODY}</article>`],
    [
      'a lead in a header next to the text',
      `<header class="top"><h1>T</h1><p>${LEAD}</p></header>${block(BODY)}`,
    ],
    [
      'a summary in the header of WordPress',
      `<article><header class="entry-header"><h1>T</h1><div class="entry-summary"><p>${LEAD}</p></div></header><div class="entry-content">${BODY}</div></article>`,
    ],
    [
      'a lead in a hero section',
      `<main><section class="hero"><h1>T</h1><p>${LEAD}</p></section><section>${BODY}</section></main>`,
    ],
    [
      'a lead in a hero of boxes',
      `<main><div class="hero"><div><h1>T</h1><div>${LEAD}</div></div></div>${block(BODY)}</main>`,
    ],
    [
      'a hero outside of main',
      `<div class="hero"><h1>T</h1><p>${LEAD}</p></div><main><article>${BODY}</article></main>`,
    ],
    [
      'a lead next to a picture',
      `<article><div><h1>T</h1><p>${LEAD}</p><figure><img src="/a.png"></figure></div>${block(BODY)}</article>`,
    ],
    ['a heading as lead', `<main><h1>T</h1><h2>${LEAD}</h2>${block(BODY)}</main>`],
    [
      'a list of what matters',
      `<main><h1>T</h1><ul><li>${LEAD}</li><li>fact1 and more</li></ul>${block(BODY)}</main>`,
    ],
    [
      'a table between blocks',
      `<main>${block(BODY)}<table><tr><td>cell1</td><td>cell2</td></tr></table>${block(text('dd'))}</main>`,
    ],
    [
      'a table in a box',
      `<main>${block(BODY)}<div><div><table><tr><td>cell1</td></tr></table></div></div>${block(text('dd'))}</main>`,
    ],
    ['a list between blocks', `<main>${block(BODY)}${LIST}${block(text('dd'))}</main>`],
    [
      'a numbered list between blocks',
      `<main>${block(BODY)}${LIST.replaceAll('ul>', 'ol>')}${block(text('dd'))}</main>`,
    ],
    [
      'terms between blocks',
      `<main>${block(BODY)}<dl><dt>term1</dt><dd>term2</dd></dl>${block(text('dd'))}</main>`,
    ],
    [
      'a quotation between blocks',
      `<main>${block(BODY)}<blockquote>quote1 and quote2</blockquote>${block(text('dd'))}</main>`,
    ],
    [
      'code between blocks',
      `<main>${block(BODY)}<pre><code>code1 = code2</code></pre>${block(text('dd'))}</main>`,
    ],
    [
      'parts in boxes of their own',
      `<article>${block(text('aa'))}<div>${LIST}</div>${block(text('bb'))}<div><table><tr><td>cell1</td></tr></table></div>${block(text('cc'))}</article>`,
    ],
    [
      'a second block behind long paragraphs',
      `<main><div><div>${text('aa', 200)}${text('bb', 200)}</div></div><div><div>${text('dd', 40)}</div></div></main>`,
    ],
    [
      'a short last block',
      `<main>${block(text('aa', 200) + text('bb', 150))}${block(text('dd', 14))}</main>`,
    ],
    [
      'sections with headings',
      `<main><section><h2>A</h2>${text('aa', 200)}${text('bb', 200)}</section><section><h2>B</h2>${text('dd', 40)}</section></main>`,
    ],
    [
      'columns',
      `<div class="row"><div><div>${text('aa', 200)}${text('bb', 200)}</div></div><div><div>${text('dd', 50)}</div></div></div>`,
    ],
  ])('%s', (_, content) => {
    const html = `<html><head><title>T</title></head><body><header><nav><a href="/">frame1</a></nav></header>${content}
      <aside><ul><li><a href="/x">frame2</a></li></ul></aside><footer><p>frame3</p></footer></body></html>`;
    const { descriptionText = '' } = extractArticle({ html, url: URL_OF_PAGE }) ?? {};
    const found = new Set(words(descriptionText));
    const wanted = words(htmlToText(content)).filter((word) => /\d$/.test(word));
    expect(wanted.filter((word) => !found.has(word))).toEqual([]);
    expect([...found].filter((word) => word.startsWith('frame'))).toEqual([]);
  });
});

describe('an article over several pages names the further ones', () => {
  const further = (url: string, links: string) => {
    const html = `<html><head><title>T</title></head><body><article><h1>T</h1>${BODY}</article>${links}</body></html>`;
    const { descriptionText = '' } = extractArticle({ html, url }) ?? {};
    return /further pages: (.*)/.exec(descriptionText)?.[1] ?? '';
  };
  it.each([
    [
      'https://a.test/story/',
      '<a href="/story/2/">2</a><a href="3/">Page 3</a>',
      'https://a.test/story/2/, https://a.test/story/3/',
    ],
    [
      'https://a.test/story',
      '<a href="?page=2" rel="next">Next</a>',
      'https://a.test/story?page=2',
    ],
    ['https://a.test/s?id=7', '<a href="?id=7&amp;seite=2">2</a>', 'https://a.test/s?id=7&seite=2'],
    [
      'https://a.test/x/story.html',
      '<a href="story-2.html">2</a>',
      'https://a.test/x/story-2.html',
    ],
    ['https://a.test/x/story,1.html', '<a href="/y/story-2.html">2</a>', ''],
    [
      'https://a.test/story',
      '<a href="/story?comment=2">2</a><a href="/other/2">2</a><a href="/story/2026">2026</a>',
      '',
    ],
  ])('%s with %s', (url, links, named) => {
    expect(further(url, links)).toBe(named);
  });
});
