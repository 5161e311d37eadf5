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

  const sample = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name}${at}${at % 9 === 8 ? ',' : ''}`).join(' ');
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
