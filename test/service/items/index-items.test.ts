import { describe, expect, it } from 'vitest';
import { indexedDocument, tsVector } from '../../../src/service/items/index-items.js';
import { textWords } from '../../../src/service/items/words.js';

const ITEM = { identity: 'i', title: '', description_text: '', authors: '[]', extras: null };

describe('the document of an item', () => {
  it('has the words of every field, with a gap between fields', () => {
    const item = {
      identity: 'i',
      title: 'Ferry late',
      description_text: 'Wind',
      authors: '[{"name":"Ada"}]',
      extras: '{"summary":"Storm","tags":["sea"]}',
    };
    expect(indexedDocument(item)).toEqual('ferry late | wind | storm | ada | sea'.split(' '));
  });

  it('ends after 10,000 words, whatever the fields before it have', () => {
    const item = { ...ITEM, title: 'a '.repeat(6_000), description_text: 'b '.repeat(6_000) };
    const words = indexedDocument({ ...item, extras: '{"summary":"last"}' });
    expect(words.length).toBeLessThanOrEqual(10_001);
    expect(words.at(-1)).toBe('b');
  });

  it('ends after 250,000 characters, which PostgreSQL takes in any script', () => {
    const long = Array.from(
      { length: 9_000 },
      (_, at) => `${at}${'語'.repeat(1)}${'ж'.repeat(60)}`,
    );
    const words = indexedDocument({ ...ITEM, title: long.join(' ') });
    expect(words.join('').length).toBeLessThanOrEqual(251_000);
  });

  it('leaves out a damaged column', () => {
    expect(indexedDocument({ ...ITEM, title: 'x', authors: '[{' })).toEqual(['x']);
  });
});

it('a word is at most 64 characters long, and half a character is left out', () => {
  expect(textWords(`${'a'.repeat(70)} ${'a'.repeat(63)}𐐨`)).toEqual([
    'a'.repeat(64),
    'a'.repeat(63),
  ]);
});

it('PostgreSQL gets each word once, with at most 255 positions', () => {
  expect(tsVector(['a', 'b', 'a'])).toBe(`'a':1,3 'b':2`);
  const [, positions = ''] = tsVector(Array.from({ length: 300 }, () => 'a')).split(':');
  expect(positions.split(',').at(-1)).toBe('255');
});
