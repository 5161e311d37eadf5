import { describe, expect, it } from 'vitest';
import { parseRegion } from '../../../../src/contract/index.js';
import {
  distinctiveWords,
  headlineQuery,
  matchesHeadline,
} from '../../../../src/service/sources/news/headline.js';
import { GOOGLE_NEWS_URL, newsUrl } from '../../../../src/service/sources/news/news-url.js';
import { NEWS_SEARCHES } from '../../../../src/service/sources/news/searches.js';

const BING_NEWS_URL =
  'https://www.bing.com/news/search?q={query}&format=rss&setlang={language}&cc={country}';

function search(template: string, region: string, query = 'q'): URLSearchParams {
  const parsed = parseRegion(region);
  if (parsed === null) throw new Error(`no region: ${region}`);
  return new URL(newsUrl(template, query, parsed)).searchParams;
}

describe('newsUrl', () => {
  it.each([
    ['US:en', 'en-US', 'US', 'US:en'],
    ['GB:en', 'en-GB', 'GB', 'GB:en'],
    ['IN:hi', 'hi', 'IN', 'IN:hi'],
    ['DE:de', 'de', 'DE', 'DE:de'],
    ['FR:fr', 'fr-FR', 'FR', 'FR:fr'],
    ['BR:pt', 'pt-BR', 'BR', 'BR:pt-419'],
    ['BR:pt-419', 'pt-BR', 'BR', 'BR:pt-419'],
    ['PT:pt', 'pt-PT', 'PT', 'PT:pt-150'],
    ['CN:zh', 'zh-CN', 'CN', 'CN:zh-Hans'],
    ['CN:zh-Hans', 'zh-CN', 'CN', 'CN:zh-Hans'],
    ['TW:zh', 'zh-TW', 'TW', 'TW:zh-Hant'],
    ['TW:zh-Hant', 'zh-TW', 'TW', 'TW:zh-Hant'],
    ['HK:zh', 'zh-HK', 'HK', 'HK:zh-Hant'],
    ['MX:es', 'es-419', 'MX', 'MX:es-419'],
    ['US:es', 'es-419', 'US', 'US:es-419'],
    ['ES:es', 'es', 'ES', 'ES:es'],
    ['NO:nb', 'no', 'NO', 'NO:no'],
    ['JP:ja', 'ja', 'JP', 'JP:ja'],
  ])('asks Google for %s with hl=%s gl=%s ceid=%s', (region, hl, gl, ceid) => {
    const parameters = search(GOOGLE_NEWS_URL, region);
    expect(['hl', 'gl', 'ceid'].map((name) => parameters.get(name))).toEqual([hl, gl, ceid]);
  });

  it('asks any other upstream in plain codes', () => {
    const parameters = search(BING_NEWS_URL, 'BR:pt-419');
    expect(parameters.get('setlang')).toBe('pt');
    expect(parameters.get('cc')).toBe('BR');
    expect(parameters.get('format')).toBe('rss');
  });

  it('lets no query out of its place', () => {
    const parameters = search(
      'http://news.local/?q={query}&x={country}',
      'US:en',
      'a&x=b#c {country}',
    );
    expect(parameters.get('q')).toBe('a&x=b#c {country}');
    expect(parameters.get('x')).toBe('US');
  });
});

describe('distinctiveWords', () => {
  it.each([
    ['The Fed raises rates for the third time', ['Fed', 'raises', 'rates', 'third', 'time']],
    ["Apple's new iPhone is here", ['Apple', 'iPhone', 'here']],
    ['Die Bahn streicht am Montag Züge nach Köln', ['Bahn', 'streicht', 'Montag', 'Züge', 'Köln']],
    [
      "L'Allemagne et la France s'accordent sur le budget",
      ['Allemagne', 'France', 'accordent', 'budget'],
    ],
    ['El Gobierno aprueba la ley de vivienda', ['Gobierno', 'aprueba', 'ley', 'vivienda']],
    ['Путин и Си встретились в Москве', ['Путин', 'Си', 'встретились', 'Москве']],
    ['to be or not to be', ['to', 'be', 'or', 'not']],
    ['GPT-5 beats GPT-4', ['GPT', 'beats']],
    ['War in the east: son of a man', ['War', 'east', 'son', 'man']],
  ])('of %s', (headline, words) => {
    expect(distinctiveWords(headline).filter((word) => !/^\d$/.test(word))).toEqual(words);
  });

  it('finds words where there are no spaces', () => {
    const words = distinctiveWords('日本銀行が金利を引き上げた');
    expect(words.join('')).toContain('銀行');
    expect(words).not.toContain('が');
    expect(words).not.toContain('を');
  });
});

describe('headlineQuery', () => {
  it('asks for at most eight words, names and numbers first, in their order', () => {
    const query = headlineQuery(
      'Microsoft completes record purchase of game maker Activision Blizzard in 69 billion dollar deal after long fight',
    );
    expect(query.split(' ')).toHaveLength(8);
    expect(query).toMatch(/^Microsoft .*Activision Blizzard/);
  });

  it.each([
    // A name or a number counts four letters more; ten letters are the most.
    ['abcdefg', 'Abc', false],
    ['abcdefg', 'Abcd', true],
    ['abcdefg', 'ab1', false],
    ['abcdefg', 'ab12', true],
    ['abcdefghij', 'abcdefghijkl', false],
  ])('of eight words like %s and then %s has the last: %s', (word, last, isKept) => {
    const words = Array.from('klmnopqr', (letter) => `${word.slice(1)}${letter}`);
    const query = headlineQuery([...words, last].join(' ')).split(' ');
    expect(query).toHaveLength(8);
    expect(query.includes(last)).toBe(isKept);
  });
});

describe('a search for news', () => {
  it('of keywords takes what is found, of a headline what is about it', () => {
    const { keyword, headline } = NEWS_SEARCHES;
    expect([keyword.query('the cup'), keyword.isMatch('the cup', 'Rain')]).toEqual([
      'the cup',
      true,
    ]);
    expect(headline.query('City win the cup')).toBe('City win cup');
    expect(headline.query('!!!')).toBe('!!!');
    expect(headline.isMatch('City win the cup', 'Rain')).toBe(false);
  });
});

describe('matchesHeadline', () => {
  const bank = 'Central bank raises interest rates to fight inflation';
  it.each([
    [bank, 'Central Bank raises rates again as inflation persists - The Paper', true],
    [bank, 'Fighting inflation: central bank raises interest rate', true],
    [bank, 'Football: City win the cup', false],
    [bank, 'Central bank governor resigns', false],
    ['日本銀行が金利を引き上げた', '日銀、金利を引き上げ 日本銀行総裁が会見', true],
    ['日本銀行が金利を引き上げた', '東京でマラソン大会が開催', false],
    ['北京宣布新的气候政策', '北京发布气候政策新规', true],
    ['北京宣布新的气候政策', '上海股市周一上涨', false],
    ['삼성전자 새 스마트폰 공개', '삼성전자가 스마트폰을 공개했다', true],
    ['to be or not to be', 'to be or not: a play', true],
    ['!!!', 'anything', true],
    ['banks', 'bank', true],
    ['bank', 'bankers', true],
    ['bank', 'bankings', false],
    ['bank', 'banker', true],
    ['cats', 'cat', false],
    ['bank', 'embank', false],
    ['bank merger', 'The merger', true],
    ['bank merger vote', 'The merger', false],
    ['日本銀行', '日本', true],
    ['日本銀行員', '日本', false],
    ['Toyota Honda Mazda 日本銀行', '日本銀', false],
    ['Toyota Honda Mazda 日本人', '日本人', false],
    ['Toyota Honda 日本銀行員', '日本銀', true],
  ])('%s ~ %s: %s', (headline, title, expected) => {
    expect(matchesHeadline(headline, title)).toBe(expected);
  });
});
