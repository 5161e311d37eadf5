import { describe, expect, it } from 'vitest';
import { safeStyles } from '../../../../../src/service/dashboard/pages/new-feed/page-styles.js';
import {
  drawnPage,
  pageDocument,
  pageStyles,
  stylesOf,
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
    ['a { position : fixed }', 'a { position:static}'],
    ['a::before { content: "\\e900" }', 'a::before { content: "" }'],
    ['.md\\:flex { color: red }', '.md\\:flex { color: red }'],
  ])('%s becomes %s', (css, kept) => {
    expect(safeStyles(css)).toBe(kept);
  });

  it.each([
    ['a { content: "</style><script>" }', 'a { content: "\\3c /style><script>" }'],
    ['a {} <!-- b {}', 'a {} \\3c !-- b {}'],
    ['a { background: \\75rl(x) }', 'a { background: none(x) }'],
    ['a { background: \\000075\r\nrl(x) }', 'a { background: none(x) }'],
    ['a { background: u\\rl(x) }', 'a { background: none(x) }'],
    ['@\\69mport "x";', '@none "x";'],
    ['.\\32xl\\:p, .q { content: "\\201c" }', '.\\32xl\\:p, .q { content: "" }'],
    ['a { content: "\\a0 |" }', 'a { content: "\\a0 |" }'],
    ['a { content: "\\', 'a { content: "\\'],
    ['//* */* a { }', '/ * a { }'],
    [' /* only a comment */ ', ''],
    ['a { position: sticky; top: 0 } b {}', 'a { position:static; top: 0 } b {}'],
    ['a { --p: fixed; position: var(--p) }', 'a { --p: fixed; position:static}'],
    [
      'a { position: absolute; object-position: var(--p) }',
      'a { position: absolute; object-position: var(--p) }',
    ],
    ['a { position: relative var(--p) }', 'a { position:static}'],
    ['a[x="position:fixed"] { color: red }', 'a[x="position:static"] { color: red }'],
  ])('of a sheet that hides something: %s', (css, kept) => {
    expect(safeStyles(css)).toBe(kept);
  });

  const html = `<html class="top"><head><base href="/assets/"><style media="print">p{}</style>
    <link rel="stylesheet" href="a.css"><link rel=alternate stylesheet href=no.css>
    <link rel="preload" as="style" href="a.css"><link rel=stylesheet href="javascript:x">
    <link rel=stylesheet media=print onload="this.media='all'" href="//cdn.example/b.css">
    </head><body id="home"><p class="x">Text</p><style>.x{}</style><svg><style>b{}<p>`;
  const page = drawnPage({ url: 'https://example.com/', html });
  const kept = { url: 'https://example.com/', html, ...page };

  it('are those that the page names, in their order, without those for print', async () => {
    const asked: string[] = [];
    const styles = await stylesOf(kept, async (addresses) => {
      asked.push(...addresses);
      return new Map([['https://cdn.example/b.css', 'i{} </style>']]);
    });
    expect(asked).toEqual(['https://example.com/assets/a.css', 'https://cdn.example/b.css']);
    expect(styles).toMatch(/^<style media="">i\{\} .3c .style><.style><style media="">\.x\{\}</);
    expect(styles.split('<style')).toHaveLength(styles.split('</style>').length);
  });

  it('are left out where none of those that the page links to has come', async () => {
    expect(await stylesOf(kept, async () => new Map())).toBe('');
    const own = { ...kept, sheets: [{ media: '', text: 'b{}' }] };
    expect(await stylesOf(own, async () => new Map())).toBe('<style media="">b{}</style>');
  });

  it('have room for so much, and a sheet that has none is left out', () => {
    const large = { media: '', text: `a {${' '.repeat(1_500_000)}}` };
    expect(pageStyles([large, { media: 'screen', text: 'b{}' }])).toBe(
      '<style media="screen">b{}</style>',
    );
  });

  it('stand before the page and below our outlines', () => {
    const list = { selectors: { items: '.x' } } as Parameters<typeof pageDocument>[1][number];
    const shown = pageDocument({ ...page, styles: '<style>$&</style>' }, [list], '.x');
    expect(shown).toMatch(/^<!doctype html><html class="top"><head>.*<style>\$&<.style><.head>/s);
    expect(shown).toMatch(/<body id="home"><p data-at="\d+" class="x">\s*Text/);
    expect(shown.lastIndexOf('.x { outline: 3px solid')).toBeGreaterThan(shown.indexOf('Text'));
    expect(shown).toContain('color-scheme: light;');
    expect(pageDocument({ ...page, styles: '' }, [])).toContain('color-scheme: light dark');
  });
});
