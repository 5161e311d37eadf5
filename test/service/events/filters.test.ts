import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFilter, type WebhookFilter } from '../../../src/service/events/filters.js';

const ALL: WebhookFilter = { include: [], exclude: [], only: null };
const item = (title: string, description_text = '') => ({ title, description_text });

function passes(title: string, filter: Partial<WebhookFilter>, text = ''): boolean {
  const update = { items_new: [item(title, text)], items_changed: [] };
  return applyFilter(update, { ...ALL, ...filter }) !== null;
}

describe('words of a filter', () => {
  const matches: [string, string, boolean][] = [
    ['bus', 'The bus is late', true],
    ['BUS', 'the Bus is late', true],
    ['bus', 'Business is good', false],
    ['bus', 'Omnibus', false],
    ['bus', 'bus: late', true],
    ['bus*', 'Business is good', true],
    ['*', 'anything', false],
    ['free buses', 'About free  buses', true],
    ['free buses', 'Buses are free', false],
    ['café', 'A new cafe opens', true],
    ['cafe', 'A new CAFÉ opens', true],
    ['Österreich', 'Wahl in OSTERREICH', true],
    ['C++', 'Learning C++ today', true],
    ['C++', 'Learning Objective-C++', true],
    ['C', 'Learning C++ today', true],
    ['.net', 'The .NET release', true],
    ['a.b', 'axb', false],
    ['[x](y)', 'see [x](y)', true],
    ['выборы', 'Сегодня выборы.', true],
    ['выбор', 'Сегодня выборы.', false],
    ['地震', '速報：大地震がありました', true],
    ['か', 'がんばる', false],
    ['iPhone 15', 'iPhone 150', false],
    ['５', 'Number 5', true],
    ['', 'anything', false],
  ];
  it.each(matches)('«%s» in «%s»: %s', (word, title, expected) => {
    // Beside a word that is never there, so that an empty one cannot pass by being none at all.
    expect(passes(title, { include: [word, 'zzzzz'] })).toBe(expected);
    expect(passes(title, { exclude: [word] })).toBe(!expected);
  });

  it('are looked for in the text as well, not across title and text', () => {
    expect(passes('News', { include: ['bus'] }, 'The bus is late')).toBe(true);
    expect(passes('News', { include: ['train'] }, 'The bus is late')).toBe(false);
    expect(passes('Free', { include: ['free buses'] }, 'Buses are late')).toBe(false);
  });

  it('include any, exclude any, and exclusion wins', () => {
    const filter = { include: ['bus', 'train'], exclude: ['late', 'broken'] };
    expect(passes('The train arrives', filter)).toBe(true);
    expect(passes('The tram arrives', filter)).toBe(false);
    expect(passes('The train is late', filter)).toBe(false);
  });

  it('are no patterns: any text is found in itself', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (word) => {
        fc.pre(/[\p{L}\p{N}]/u.test(word) && !word.includes('*'));
        expect(passes(`before ${word} after`, { include: [word] })).toBe(true);
      }),
    );
  });

  it('never break on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (word, title) => {
        expect(typeof passes(title, { include: [word], exclude: [word] })).toBe('boolean');
      }),
    );
  });
});

describe('applyFilter', () => {
  const update = {
    items_new: [item('New bus'), item('New train')],
    items_changed: [item('Changed bus')],
  };

  it('passes everything without a filter', () => {
    expect(applyFilter(update, ALL)).toEqual(update);
  });

  it('narrows both lists', () => {
    expect(applyFilter(update, { ...ALL, include: ['bus'] })).toEqual({
      items_new: [item('New bus')],
      items_changed: [item('Changed bus')],
    });
  });

  it('passes only new or only changed items', () => {
    expect(applyFilter(update, { ...ALL, only: 'new' })?.items_changed).toEqual([]);
    expect(applyFilter(update, { ...ALL, only: 'new' })?.items_new).toHaveLength(2);
    expect(applyFilter(update, { ...ALL, only: 'changed' })?.items_new).toEqual([]);
    expect(applyFilter(update, { ...ALL, only: 'changed' })?.items_changed).toHaveLength(1);
  });

  it('is null when nothing is left to send', () => {
    expect(applyFilter(update, { ...ALL, include: ['tram'] })).toBeNull();
    expect(applyFilter(update, { include: ['train'], exclude: [], only: 'changed' })).toBeNull();
  });
});
