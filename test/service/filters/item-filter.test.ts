import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/contract/index.js';
import { isChosen, markedItem } from '../../../src/service/filters/apply-filters.js';
import { checkFilters } from '../../../src/service/filters/check-filters.js';
import { compileFilter } from '../../../src/service/filters/item-filter.js';
import { compileRegex } from '../../../src/service/filters/regexes.js';
import type { SearchedItem } from '../../../src/service/filters/searched-item.js';
import { anyText } from '../../support/any-text.js';

const ITEM: SearchedItem = { title: '', description_text: '', authors: [], url: '' };

async function shows(
  item: Partial<SearchedItem>,
  { include = [], exclude = [] }: { include?: string[]; exclude?: string[] },
): Promise<boolean> {
  const filter = await compileFilter({ include, exclude });
  return filter.hides({ ...ITEM, ...item }) === null;
}

describe('words and phrases', () => {
  const matches: [string, string, boolean][] = [
    ['bus', 'The bus is late', true],
    ['BUS', 'the Bus is late', true],
    ['bus', 'Business is good', false],
    ['bus', 'Omnibus', false],
    ['bus', 'An omnibus is a bus', true],
    ['bus', 'bus: late', true],
    ['bus*', 'Business is good', true],
    ['free buses', 'Buses are free', true],
    ['free buses', 'A free train', false],
    ['"free buses"', 'About free  buses', true],
    ['"free buses"', 'Buses are free', false],
    ['"free bus*"', 'About free\nbuses', true],
    ['café', 'A new cafe opens', true],
    ['cafe', 'A new CAFÉ opens', true],
    ['Österreich', 'Wahl in OSTERREICH', true],
    ["won't", 'The bridge won’t open', true],
    ['l’hôtel', "L'hotel de ville", true],
    ["o'brien", 'O\u02bcBrien resigns', true],
    ['e-mail', 'An e\u2011mail from Bonn', true],
    ['2019-20', 'The season 2019–20', true],
    ['"covid 19"', 'Covid-19 is back', true],
    ['covid-*', 'COVID‑19 is back', true],
    ['covid-*', 'Covidiots', false],
    ['e-mail', 'Email from Bonn', false],
    ['lodz gdansk', 'Łódź, Gdańsk', true],
    ['oeuvre', 'Son Œuvre', true],
    ['strasse', 'In der GROẞEN Straße', true],
    ['bjork', 'Ole Bjørk', true],
    ['đinđić', 'Zoran Djindjic', false],
    ['dindic', 'Zoran Đinđić', true],
    ['-5', 'Down to -5 degrees', true],
    ['C++', 'Learning C++ today', true],
    ['C++', 'Learning Objective-C++', true],
    ['.net', 'The .NET release', true],
    ['a.b', 'axb', false],
    ['[x](y)', 'see [x](y)', true],
    ['выборы', 'Сегодня выборы.', true],
    ['выбор', 'Сегодня выборы.', false],
    ['地震', '速報：大地震がありました', true],
    ['か', 'がんばる', false],
    ['"iPhone 15"', 'iPhone 150', false],
    ['５', 'Number 5', true],
    ['𝔘𝔫', 'x𝔘𝔫', false],
    ['x', '𐌰x', false],
    ['x', '😀x', true],
    ['x', '\uffffax', false],
    ['/^the bus/i', 'The bus is late', true],
    ['/^the bus/', 'The bus is late', false],
    ['/bus(es)?$/', 'Late buses', true],
  ];
  it.each(matches)('%s in «%s»: %s', async (rule, title, expected) => {
    expect(await shows({ title }, { include: [rule] })).toBe(expected);
    expect(await shows({ title }, { exclude: [rule] })).toBe(!expected);
  });

  it('search title, text and summary; a phrase does not reach from one into another', async () => {
    const item = { title: 'Free', description_text: 'buses are late', summary: 'No trams' };
    expect(await shows(item, { include: ['free late trams'] })).toBe(true);
    expect(await shows(item, { include: ['"free buses"'] })).toBe(false);
  });

  it('search only the field of their prefix', async () => {
    const item: SearchedItem = {
      title: 'title1',
      description_text: 'text1',
      authors: [{ name: 'Ada Lovelace' }, { name: 'Grace Hopper' }],
      tags: ['us politics', 'sport'],
      url: 'https://example.com/sponsored/1',
    };
    const yes = ['title:title1', 'text:text1', 'author:lovelace', 'tag:"us politics"', 'tag:sport'];
    for (const rule of [...yes, 'url:example.com', 'url:/sponsored/', 'author:/^Ada/']) {
      expect(await shows(item, { include: [rule] }), rule).toBe(true);
    }
    for (const rule of ['title:text1', 'text:title1', 'sport', 'author:"lovelace grace"']) {
      expect(await shows(item, { include: [rule] }), rule).toBe(false);
    }
  });
});

describe('compileFilter', () => {
  it('shows an item that matches an include rule and no exclude rule', async () => {
    const rules = { include: ['bus', 'train'], exclude: ['late', '/brok?en/i', 'text:/x+/'] };
    const filter = await compileFilter(rules);
    const hidden = (title: string) => filter.hides({ ...ITEM, title });
    expect(hidden('The train arrives')).toBeNull();
    expect(hidden('The tram arrives')).toEqual({ list: 'include', rule: null });
    expect(hidden('The train is late')).toEqual({ list: 'exclude', rule: 'late' });
    expect(hidden('The train is BROKEN')).toEqual({ list: 'exclude', rule: '/brok?en/i' });
  });

  it('shows everything without rules', async () => {
    expect(await shows({ title: 'anything' }, {})).toBe(true);
  });

  it('finds any quoted text in itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 50 }), async (word) => {
        fc.pre(/[\p{L}\p{N}]/u.test(word) && !word.includes('*'));
        expect(await shows({ title: `before ${word} after` }, { include: [`"${word}"`] })).toBe(
          true,
        );
      }),
    );
  });

  it('names the rule that hides an item, among a hundred', async () => {
    const others = Array.from({ length: 98 }, (_, index) => `other${index}`);
    const exclude = [...others, '"two (words) | more"', 'title:C++ beta'];
    const filter = await compileFilter({ include: [], exclude });
    const hidden = (item: Partial<SearchedItem>) => filter.hides({ ...ITEM, ...item })?.rule;
    expect(hidden({ title: 'other97' })).toBe('other97');
    expect(hidden({ description_text: 'Here are two (words) | more.' })).toBe(
      '"two (words) | more"',
    );
    expect(hidden({ title: 'A beta of C++' })).toBe('title:C++ beta');
    expect(hidden({ description_text: 'A beta of C++, other977' })).toBeUndefined();
  });

  it('never fails on any rule and text', async () => {
    const text = anyText({ maxLength: 60 });
    const rule = fc.oneof(
      text,
      text.map((source) => `/${source}/i`),
    );
    await fc.assert(
      fc.asyncProperty(rule, text, async (each, title) => {
        expect(typeof (await shows({ title }, { include: [each], exclude: [each] }))).toBe(
          'boolean',
        );
      }),
    );
  });

  it('takes as many steps as a text has letters where a backtracking engine needs billions', async () => {
    const item = { title: `${'a'.repeat(5000)}!` };
    expect(await shows(item, { exclude: ['/(a+)+$/', '/(a|aa)+$/', '/^(a*)*b$/'] })).toBe(true);
  });
});

describe('regular expressions', () => {
  const compiled = (source: string) =>
    compileRegex({ kind: 'regex', source, ignoreCase: false, field: null });

  it('that are invalid or too large are named with the reason', async () => {
    expect(await compiled('(bus')).toEqual({
      problem: 'the "(" is never closed',
    });
    expect(await compiled('(bus{500}){500}')).toHaveProperty('problem');
    // A count of n makes n + 2 instructions; 500 are allowed.
    expect(await compiled('b{498}')).not.toHaveProperty('problem');
    expect(await compiled('b{499}')).toHaveProperty('problem');
    expect(await compiled('bus{2}')).not.toHaveProperty('problem');
  });
});

describe('the items of an answer', () => {
  const item: Item = {
    url: 'https://example.com/1',
    title: 'One',
    description_text: '',
    description_html: '',
    thumbnail: null,
    date_published: null,
    authors: [],
  };
  const rule = { list: 'exclude', rule: 'bus', of: 'f' } as const;
  const shown = { item, droppedBy: null };
  const hidden = { item, droppedBy: rule };

  it.each([
    [undefined, [shown]],
    ['only', [hidden]],
    ['include', [shown, hidden]],
  ] as const)('are chosen by dropped=%s', (dropped, chosen) => {
    expect([shown, hidden].filter((each) => isChosen(each, dropped))).toEqual(chosen);
  });

  it('name the rule that hides them', () => {
    expect([shown, hidden].map(markedItem)).toEqual([item, { ...item, dropped_by: rule }]);
  });
});

describe('filters that are set', () => {
  const before = { include: ['tram'], exclude: ['bus'] };

  it('replace the lists that are given; null clears both', async () => {
    expect(await checkFilters({ include: ['train', 'train'] }, before)).toEqual({
      include: ['train'],
      exclude: ['bus'],
    });
    expect(await checkFilters({ exclude: [] }, before)).toEqual({ include: ['tram'], exclude: [] });
    expect(await checkFilters(null, before)).toEqual({ include: [], exclude: [] });
  });

  it('are at most 100 a list, and each can match', async () => {
    const rules = Array.from({ length: 100 }, (_, at) => `word${at}`);
    expect((await checkFilters({ include: rules })).include).toEqual(rules);
    await expect(checkFilters({ include: [...rules, 'bus'] })).rejects.toThrow(
      '"filters.include" must be at most 100 entries long.',
    );
    await expect(checkFilters({ exclude: ['bus', '/bus(/'] })).rejects.toThrow(
      '"filters.exclude[1]" cannot match (/bus(/): ',
    );
  });
});

describe('the cost of a filter', () => {
  async function cost(include: string[], item: Partial<SearchedItem>): Promise<number> {
    return (await compileFilter({ include, exclude: [] })).cost({ ...ITEM, ...item });
  }
  const item = { title: 'a title', url: 'https://example.com/' };

  it('grows with the texts', async () => {
    const once = await cost(['title: /a+b/'], { title: 'x'.repeat(50) });
    expect(once).toBeGreaterThan(50);
    expect(await cost(['title: /a+b/'], { title: 'x'.repeat(150) })).toBe(3 * once);
  });

  it('is the sum of its regular expressions', async () => {
    const [title, url] = [await cost(['title: /a+b/'], item), await cost(['url: /c+d/'], item)];
    expect(url).toBeGreaterThan(0);
    expect(await cost(['title: /a+b/', 'url: /c+d/'], item)).toBe(title + url);
  });

  it('is nothing without regular expressions', async () => {
    expect(await cost(['words', 'title: word'], item)).toBe(0);
  });
});

describe('a change of a page', () => {
  const restock = {
    title: 'Kettle: Available now',
    description_text: 'Kettle:\nRemoved: Out of stock\nAdded: Available now',
  };
  const soldOut = {
    title: 'Kettle: Out of stock',
    description_text: 'Kettle:\nRemoved: Available now\nAdded: Out of stock',
  };
  const gone = { title: 'Removed: Kettle', description_text: 'Removed: Kettle\nRemoved: 9 EUR' };

  it.each([
    ['text:"available now"', [true, false, false]],
    ['available', [true, false, false]],
    ['added:available', [true, false, false]],
    ['added:/^out of/i', [false, true, false]],
    ['removed:"available now"', [false, true, false]],
    ['removed:"out of stock"', [true, false, false]],
    ['removed:/eur$/i', [false, false, true]],
    ['text:kettle', [true, true, false]],
    ['added:kettle', [false, false, false]],
    ['title:kettle', [true, true, true]],
  ])('%s matches what is meant', async (rule, expected) => {
    const items = [restock, soldOut, gone];
    const included = items.map((item) => shows(item, { include: [rule] }));
    expect(await Promise.all(included)).toEqual(expected);
    const excluded = items.map((item) => shows(item, { exclude: [rule] }));
    expect(await Promise.all(excluded)).toEqual(expected.map((is) => !is));
  });

  it('is no other text with such words', async () => {
    const notes = { description_text: 'Version 2. Added: dark mode\nRemoved: the clock' };
    expect(await shows(notes, { include: ['text:clock'] })).toBe(true);
    expect(await shows(notes, { include: ['removed:clock'] })).toBe(false);
  });
});
