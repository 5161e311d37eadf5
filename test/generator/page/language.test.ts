import { expect, it } from 'vitest';
import { dateLanguage, languageOf } from '../../../src/generator/page/language.js';
import { readPage } from '../../../src/generator/page/page.js';

it.each([
  ['<html lang="de-AT">', 'de-AT'],
  ['<html lang=" en_US ">', 'en-US'],
  ['<html lang="de,en">', 'de'],
  ['<html><body lang="fr">', 'fr'],
  ['<html xml:lang="it">', 'it'],
  ['<html><head><meta http-equiv="Content-Language" content="nl"></head>', 'nl'],
  ['<html><head><meta property="og:locale" content="pt_BR"></head>', 'pt-BR'],
  ['<html lang="es"><head><meta property="og:locale" content="pt_BR"></head>', 'es'],
  [
    '<html><head><meta property="og:locale" content="pt"><meta http-equiv="content-language" content="es"></head>',
    'pt',
  ],
  ['<html><head><meta name="language" content="nl"></head>', null],
  ['<html lang="">', null],
  ['<html lang="german">', null],
  ['<p lang="de">x</p>', null],
])('the language of %s is %s', (html, language) => {
  expect(languageOf(readPage(html, 'https://a.example/'))).toBe(language);
});

it.each([
  ['en', 'Latest news', 'en'],
  [null, 'Latest news', null],
  ['en', 'Новости города сегодня', 'ru'],
  ['pt-BR', 'Новости города сегодня', 'ru'],
  [null, 'Νέα της πόλης', 'el'],
  ['en', '最新のお知らせ', 'ja'],
  ['en', '最新消息', 'zh'],
  ['en', '최신 뉴스', 'ko'],
  ['uk', 'Новини міста', 'uk'],
  ['en', `A long English title that names Москва once ${'and more '.repeat(6)}`, 'en'],
])('dates of a page in %s that says %j are read in %s', (stated, sample, language) => {
  expect(dateLanguage(stated, sample)).toBe(language);
});
