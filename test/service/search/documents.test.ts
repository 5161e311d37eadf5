import { describe, expect, it } from 'vitest';
import { documentOf, ftsQuery, tsQuery, tsVector } from '../../../src/service/search/documents.js';
import { wordsOf } from '../../../src/service/search/words.js';

const SCOPE = { accountId: 'owner', feedId: 'f' };
const ITEM = { title: '', description_text: '', authors: '[]', extras: null };

describe('the document of an item', () => {
  it('has its scope and the words of every field, with a gap between fields', () => {
    const item = {
      title: 'Ferry late',
      description_text: 'Wind',
      authors: '[{"name":"Ada"}]',
      extras: '{"summary":"Storm","tags":["sea"]}',
    };
    expect(documentOf(item, SCOPE)).toEqual(
      '@owner #f | ferry late | wind | storm | ada | sea'.split(' '),
    );
  });

  it('ends after 10,000 words, whatever the fields before it have', () => {
    const item = { ...ITEM, title: 'a '.repeat(6_000), description_text: 'b '.repeat(6_000) };
    const words = documentOf({ ...item, extras: '{"summary":"last"}' }, SCOPE);
    expect(words.length).toBeLessThanOrEqual(10_001);
    expect(words.at(-1)).toBe('b');
  });

  it('leaves out a damaged column', () => {
    expect(documentOf({ ...ITEM, title: 'x', authors: '[{' }, SCOPE)).toEqual(
      '@owner #f | x'.split(' '),
    );
  });
});

it('a word is at most 64 characters long, and half a character is left out', () => {
  expect(wordsOf(`${'a'.repeat(70)} ${'a'.repeat(63)}𐐨`)).toEqual(['a'.repeat(64), 'a'.repeat(63)]);
});

describe('a query', () => {
  const query = {
    all: [
      { words: ['late', 'ferr'], isPrefix: true },
      { words: ["o'\\"], isPrefix: false },
    ],
    none: [{ words: ['bus'], isPrefix: false }],
  };
  const scopes = [['#f', '#"g']];

  it('is written for SQLite', () => {
    expect(ftsQuery(query, scopes)).toBe(
      `(("#f" OR "#""g") AND "late ferr" * AND "o'\\") NOT ("bus")`,
    );
  });

  it('is written for PostgreSQL', () => {
    expect(tsQuery(query, scopes)).toBe(
      `('#f' | '#"g') & ('late' <-> 'ferr':*) & ('o''\\\\') & !('bus')`,
    );
  });
});

it('PostgreSQL gets each word once, with at most 255 positions', () => {
  expect(tsVector(['a', 'b', 'a'])).toBe(`'a':1,3 'b':2`);
  const [, positions = ''] = tsVector(Array.from({ length: 300 }, () => 'a')).split(':');
  expect(positions.split(',').at(-1)).toBe('255');
});
