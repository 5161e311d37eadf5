import { describe, expect, it } from 'vitest';
import { readSchemaTables } from '../../../src/service/maintenance/schema-tables.js';

const tables = await readSchemaTables();
const names = tables.map(({ name }) => name);

describe('the catalogue', () => {
  it('has the tables with data, and not the history of migrations', () => {
    expect(names).toEqual(
      expect.arrayContaining(['accounts', 'feeds', 'items', 'bundle_feeds', 'deliveries']),
    );
    expect(names).not.toContain('schema_migrations');
    expect(names.filter((name) => /^(?:sqlite|libsql)_/.test(name))).toEqual([]);
  });

  it('has a key of every table: what cannot be told apart cannot be copied', () => {
    expect(tables.filter(({ key }) => key.length === 0)).toEqual([]);
  });

  it('has every table after those it refers to', () => {
    for (const [index, { references }] of tables.entries()) {
      for (const { table } of references) expect(names.indexOf(table)).toBeLessThan(index);
    }
  });

  it('knows the key, and what refers to what', () => {
    expect(tables.find(({ name }) => name === 'items')).toMatchObject({
      key: ['number'],
      references: [{ column: 'feed_id', table: 'feeds', to: 'id' }],
    });
  });
});
