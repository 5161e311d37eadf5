import { describe, expect, it } from 'vitest';
import { excerptOf, finderOf, Marked } from '../../../src/service/dashboard/kit/marked.js';

function marked(text: string, search: string): string {
  return String(<Marked text={text} finder={finderOf(search)} />);
}

describe('Marked', () => {
  it.each([
    ['Coffee and tea', 'coffee', '<mark>Coffee</mark> and tea'],
    ['A café, cafés', 'CAFE', 'A <mark>café</mark>, cafés'],
    ['roast, roaster, toast', 'roas*', '<mark>roast</mark>, <mark>roaster</mark>, toast'],
    ['green tea <b>', '"green tea" -bag', '<mark>green</mark> <mark>tea</mark> &lt;b&gt;'],
    ['東京の天気', '東京', '<mark>東</mark><mark>京</mark>の天気'],
    ['Nothing here', 'coffee', 'Nothing here'],
  ])('of %s for %s', (text, search, html) => {
    expect(marked(text, search)).toBe(html);
  });

  it('without a search is the text', () => {
    expect(String(<Marked text="a < b" />)).toBe('a &lt; b');
  });
});

describe('excerptOf', () => {
  const text = `${'before '.repeat(100)}coffee ${'after '.repeat(100)}`;

  it('begins shortly before the first match, at a word', () => {
    const excerpt = excerptOf(text, 300, finderOf('coffee'));
    expect(excerpt).toMatch(/^… (?:before )+coffee after/);
    expect(excerpt.indexOf('coffee')).toBeLessThan(70);
    expect(excerpt.length).toBeLessThanOrEqual(302);
  });

  it.each([undefined, finderOf('nowhere'), finderOf('before')])(
    'is the beginning otherwise',
    (finder) => {
      expect(excerptOf(text, 300, finder)).toBe(text.slice(0, 300));
    },
  );
});
