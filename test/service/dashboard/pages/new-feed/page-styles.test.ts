import { describe, expect, it } from 'vitest';
import { safeStyles } from '../../../../../src/service/dashboard/pages/new-feed/page-styles.js';
import {
  drawnPage,
  pageDocument,
} from '../../../../../src/service/dashboard/pages/new-feed/saved-page.js';

describe('the styles of a saved page', () => {
  it.each([
    ['li > a { color: red }', 'li > a { color: red }'],
    ['a{}/* url(x) */b{}', 'a{}b{}'],
    ['a{}/* never closed', 'a{}'],
    ['@import "x.css"; a{}', '@none "x.css"; a{}'],
    ['@im/**/port "x"', '@none "x"'],
    ['@FONT-FACE { src: url(x) }', '@none { src: none(x) }'],
    ['a { background: URL( x ) }', 'a { background: none( x ) }'],
    ['a { background: u/**/rl(x) }', 'a { background: none(x) }'],
    ['a { background: -webkit-image-set("x" 1x) }', 'a { background: -webkit-none("x" 1x) }'],
    ['a { width: expression(alert(1)) }', 'a { width: none(alert(1)) }'],
    ['a { position : fixed }', 'a { position:static }'],
    ['a::before { content: "\\e900" }', 'a::before { content: "" }'],
    ['.md\\:flex { color: red }', '.md\\:flex { color: red }'],
  ])('%s becomes %s', (css, kept) => {
    expect(safeStyles([css])).toBe(`<style>${kept}</style>`);
  });

  it.each([
    'a { content: "</style><script>" }',
    'a {} <!-- b {}',
    'a { background: \\75rl(x) }',
    'a { background: u\\rl(x) }',
    '@\\69mport "x";',
    'a { content: "\\',
    '//* */* a { }',
    ' /* only a comment */ ',
    `a {${' '.repeat(200_000)}}`,
  ])('leaves out a sheet that is not clear: %.40s', (css) => {
    expect(safeStyles([css, 'b{}'])).toBe('<style>b{}</style>');
  });

  it('come before the page, without those for print, and below our outlines', () => {
    const page = drawnPage({
      url: 'https://example.com/',
      html: '<style media="print">p{}</style><p class="x">Text</p><style>.x{}</style><svg><style>b{}<p>',
    });
    expect(page).toMatch(/^<style>\.x\{\}<\/style>/);
    expect(page).not.toContain('p{}');
    expect(page.split('<style>')).toHaveLength(page.split('</style>').length);
    const list = { selectors: { items: '.x' } } as Parameters<typeof pageDocument>[1][number];
    const html = pageDocument(page, [list], '.x');
    expect(html.lastIndexOf('.x { outline: 3px solid')).toBeGreaterThan(html.indexOf('Text'));
    expect(html).toContain('color-scheme: light;');
    expect(pageDocument('<p>Text</p>', [])).toContain('color-scheme: light dark');
  });
});
