import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { FOLD_TEXT_SCRIPT, foldText } from '../../src/base/fold-text.js';
import { titleMark } from '../../src/base/same/title.js';
import { occursIn, termOf } from '../../src/service/filters/term.js';
import { textWords } from '../../src/service/items/words.js';

it.each([
  ['مُحَمَّد', 'محمد'],
  ['كتـــاب', 'كتاب'],
  ['أحمد إبراهيم آدم ٱلله', 'احمد ابراهيم ادم الله'],
  ['مصطفى', 'مصطفي'],
  ['ایران کتاب', 'ايران كتاب'],
  ['می‌خواهم', 'ميخواهم'],
  ['שָׁלוֹם', 'שלום'],
  ['бел‍ый', 'белый'],
  ['co­operate', 'cooperate'],
])('%s is %s in filters, searches and titles', (written, plain) => {
  expect(foldText(written)).toBe(plain);
  expect(textWords(written)).toEqual(plain.split(' '));
  expect(titleMark(written)).toBe(plain);
});

it('pages that search by themselves fold as the service does', () => {
  const folded = runInNewContext(FOLD_TEXT_SCRIPT);
  for (const text of [
    ...[
      'أحمد كتـــاب ایران',
      'שָׁלוֹם',
      'می‌خواهم',
      'Málaga Ёлка Краи\u0306 край краи',
      'Straße Łódź ÆRØ',
    ],
    ...['COVID–19  it’s ´x´ -a', '한국어 ﬁ が किताब', ''],
  ]) {
    expect(folded(text)).toBe(foldText(text));
  }
});

it('accents of Latin, Greek and Cyrillic are left out in filters and searches', () => {
  expect(foldText('Málaga Ёлка Краи\u0306')).toBe('malaga елка край');
});

it.each([
  ['краи', 'край'],
  ['किताब', 'कताब'],
  ['が', 'か'],
  ['กิน', 'กน'],
])('%s is not %s', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other));
});

it.each([
  ['ue', 'Houdini在虚幻引擎UE中的高级应用'],
  ['bitcoin', 'ราคาBitcoinวันนี้'],
  ['galaxy', '삼성 Galaxy폰 출시'],
  ['ue', 'サーバーUEの話'],
  ['2024', '在2024年'],
  ['서울', '서울에서 열린 회의'],
  ['iphone17', 'iPhone17が'],
])('%s is a word in %s', (rule, text) => {
  expect(occursIn(foldText(text), termOf(rule))).toBe(true);
  expect(textWords(text).join(' ')).toContain(textWords(rule).join(' '));
});

it.each([
  ['iphone', 'iPhone17が'],
  ['ue', '在Queue中'],
  ['art', 'Party'],
])('%s is no word in %s', (rule, text) => {
  expect(occursIn(foldText(text), termOf(rule))).toBe(false);
});
