import { expect, it } from 'vitest';
import { visibleContent } from '../../../src/generator/failure/content.js';
import { readPage } from '../../../src/generator/page/page.js';

const of = (html: string) => visibleContent(readPage(html, 'https://a.test/page'));

it('is nothing for an empty page', () => {
  expect(of('')).toMatchObject({
    ...{ title: '', heading: '', words: 0, plainWords: 0, busy: false, links: 0, selfLinks: 0 },
    ...{ hasPassword: false, forms: [], frames: [], emptyRoots: [], paragraphWords: 0 },
    metaType: '',
  });
});

it('counts words and links, those to the page itself apart', () => {
  const content = of(
    '<title>T</title><h1>First</h1><h1>Second</h1><p>one two <a href="/x">three four</a></p><a href="/page">self</a>',
  );
  expect(content).toMatchObject({
    ...{ title: 'T', heading: 'First', words: 7, plainWords: 4, links: 2, selfLinks: 1 },
    paragraphWords: 2,
  });
  expect(content.text.split(/\s+/).filter(Boolean)).toEqual([
    ...['First', 'Second', 'one', 'two', 'three', 'four', 'self'],
  ]);
});

it('leaves out navigation', () => {
  const content = of(
    '<nav><a href="/1">One</a><a href="/2">Two</a><p>more words</p></nav><main><p>text</p></main>',
  );
  expect(content).toMatchObject({ words: 1, links: 0, paragraphWords: 1 });
});

it('knows what is loaded, asked for and framed', () => {
  expect(of('<div aria-busy="true">x</div>').busy).toBe(true);
  expect(of('<div aria-busy="false">x</div>').busy).toBe(false);
  const content = of(
    '<form><input type="PASSWORD"></form><iframe src="/frame"></iframe><meta property="OG:type" content=" Article ">',
  );
  expect(content).toMatchObject({ hasPassword: true, frames: ['https://a.test/frame'] });
  expect([content.forms.length, content.metaType]).toEqual([1, 'article']);
  expect(of('<input type="text"><meta property="og:title" content="x">')).toMatchObject({
    ...{ hasPassword: false, metaType: '' },
  });
});

it('names the elements that hold hardly a word and no link', () => {
  const content = of(
    '<div id="root"></div><div id="three">a b c</div><div id="four">a b c d</div><section id="link"><a href="/x">a</a></section><main></main><span id="span"></span>',
  );
  expect(content.emptyRoots).toEqual(['root', 'three', '']);
});
