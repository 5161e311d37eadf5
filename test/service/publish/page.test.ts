import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import {
  attribute,
  day,
  dayElement,
  escapedHtml,
  iconElement,
  itemsByDay,
  type ListedItem,
  linked,
  pageHtml,
  pagePolicy,
} from '../../../src/service/publish/page.js';

const item: ListedItem = {
  title: 'T',
  url: 'https://a.test/',
  at: Date.UTC(2026, 0, 1, 23),
  about: '<b>A</b>',
  text: 'Text',
  picture: '1.jpg',
  language: 'de',
};

describe('a page', () => {
  it('has what it is given, and nothing else', () => {
    const $ = load(pageHtml({ title: 'T', main: '<p id="m">M</p>\n' }));
    expect([$('title').text(), $('#m').text(), $('nav').length]).toEqual(['T', 'M', 0]);
    expect([$('main').attr('class'), $('footer').attr('class')]).toEqual(['wrap', 'wrap']);
    expect($('script')).toHaveLength(1);
    const back = { href: 'index.html', title: 'All' };
    const more = { back, isWide: true, scripts: ['x()'], head: '<meta name="h">' };
    const wide = load(pageHtml({ title: 'T', main: '', ...more }));
    expect([wide('main').attr('class'), wide('nav a').text()]).toEqual(['wrap wide', '← All']);
    expect([wide('script').last().text(), wide('meta[name=h]').length]).toEqual(['x()', 1]);
  });

  it('may ask its server only where it has a script for it', () => {
    expect(pagePolicy()).not.toContain('connect-src');
    expect(pagePolicy(['x()'])).toContain("; connect-src 'self'; ");
    expect(pagePolicy().match(/'sha256-/g)).toHaveLength(2);
    expect(pagePolicy(['x()']).match(/'sha256-/g)).toHaveLength(3);
  });
});

describe('the items of a page', () => {
  it('are by day, in their order', () => {
    const items = [item, { ...item, title: 'U' }, { ...item, title: 'V', at: item.at + 3_600_000 }];
    const $ = load(itemsByDay([...items, item]));
    const days = $('section')
      .toArray()
      .map((section) => [
        $(section).find('h2').text(),
        $(section)
          .find('h3')
          .toArray()
          .map((heading) => $(heading).text())
          .join(),
      ]);
    expect(days).toEqual([
      ['1 January 2026', 'T,U'],
      ['2 January 2026', 'V'],
      ['1 January 2026', 'T'],
    ]);
  });

  it('have what is known of them', () => {
    const $ = load(
      itemsByDay([
        item,
        { ...item, url: null, about: '', text: '', picture: null, language: null },
      ]),
    );
    const [full, bare] = $('li')
      .toArray()
      .map((element) => $(element));
    expect(full?.attr('lang')).toBe('de');
    expect(['h3 a', '.soft b', '.text', 'img'].map((one) => full?.find(one).length)).toEqual([
      1, 1, 1, 1,
    ]);
    expect(bare?.attr('lang')).toBeUndefined();
    expect(['h3 a', '.soft', '.text', 'img'].map((one) => bare?.find(one).length)).toEqual([
      0, 0, 0, 0,
    ]);
  });
});

it('texts, addresses and days are written so', () => {
  expect(escapedHtml('<a>\u202e&')).toBe('&lt;a&gt;&amp;');
  expect(attribute(`'"`)).toBe('&#39;&quot;');
  expect([linked('T', ''), linked('T', 'x')]).toEqual(['T', '<a href="x">T</a>']);
  expect(day(Date.UTC(2026, 10, 22, 23))).toBe('2026-11-22');
  expect(dayElement('2026-11-22')).toBe('<time datetime="2026-11-22">22 November 2026</time>');
  const icons = ['news', '“é”', '!'].map((title) => load(iconElement(title, null))('.icon').text());
  expect(icons).toEqual(['N', 'É', '#']);
  expect(load(iconElement('news', 'x.png'))('img').attr('src')).toBe('x.png');
});
