import { describe, expect, it } from 'vitest';
import { ftsQuery, tsQuery } from '../../../src/service/search/query-text.js';

describe('a query', () => {
  const query = {
    all: [
      { words: ['late', 'ferr'], isPrefix: true },
      { words: ["o'\\"], isPrefix: false },
    ],
    none: [{ words: ['bus'], isPrefix: false }],
  };
  const scope = ['#f', '#"g'];

  it('is written for SQLite', () => {
    expect(ftsQuery(query, scope)).toBe(
      `(("#f" OR "#""g") AND "late ferr" * AND "o'\\") NOT ("bus")`,
    );
    expect(ftsQuery(query, ['#f'], '=16:2')).toMatch(/^\("=16:2" AND \("#f"\) AND /);
  });

  it('has a word in both forms that the index may have', () => {
    const both = { all: [{ words: ['й'], before: ['и'], isPrefix: true }], none: [] };
    expect(ftsQuery(both, ['#f'])).toBe('(("#f") AND ("й" * OR "и" *))');
    expect(tsQuery(both, ['#f'])).toBe("('#f') & ('й':* | 'и':*)");
  });

  it('is written for PostgreSQL', () => {
    expect(tsQuery(query, scope)).toBe(
      `('#f' | '#"g') & ('late' <-> 'ferr':*) & ('o''\\\\') & !('bus')`,
    );
  });
});
